//! The games that go on, and what their people have told one another outside the house.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use konoba_live::{Credentials, Invitation, Laid, Offering, With};
use konoba_rules::{Level, Setup, games};
use konoba_store::TableId;
use konoba_table::{Seat, TimeControl};

use crate::world::World;

/// The games that go on.
pub(crate) struct Games(Mutex<Vec<Game>>);

/// One of them: the table at which it is played now.
#[derive(Clone, Default, Debug)]
pub(crate) struct Game {
    pub(crate) table: Option<TableId>,
    /// What the maker of the table shows at it, if that is a code.
    pub(crate) maker: Option<Credentials>,
    /// What the second player has to show.
    pub(crate) invitation: Option<Invitation>,
    pub(crate) with: Opposite,
}

/// Who sits at seat two.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Opposite {
    #[default]
    Friend,
    Anyone,
    Engine,
}

impl Games {
    pub(crate) fn new(count: usize) -> Self {
        Self(Mutex::new(vec![Game::default(); count]))
    }

    pub(crate) fn get(&self, game: usize) -> Game {
        self.lock()[game].clone()
    }

    /// The maker tells the others of a new table.
    pub(crate) fn begin(&self, game: usize, laid: &Laid, with: Opposite) {
        let maker = Credentials { code: Some(laid.code.digest()), ..Credentials::default() };
        let (table, maker) = (Some(laid.table), Some(maker));
        self.lock()[game] = Game { table, maker, invitation: laid.invitation.clone(), with };
    }

    /// The players play again, at the table that follows this one. Whether that was not known.
    pub(crate) fn go_on(&self, game: usize, from: TableId, to: TableId) -> bool {
        let game = &mut self.lock()[game];
        let is_news = game.table == Some(from);
        if is_news {
            game.table = Some(to);
        }
        is_news
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Game>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Opposite {
    pub(crate) fn any(world: &World) -> Self {
        match world.dice(|dice| dice.below(100)) {
            0..35 => Self::Friend,
            35..60 => Self::Anyone,
            _ => Self::Engine,
        }
    }

    /// An offer of a small game by any clock.
    pub(crate) fn offering(self, world: &World) -> Offering {
        let (game, time, first) = world.dice(|dice| {
            let first = if dice.chance(500) { Seat::One } else { Seat::Two };
            (dice.index(games().len()), dice.below(4), first)
        });
        let setup = Setup::default_of(games()[game]);
        // A small board is full soon; a game that has one size keeps it.
        let setup = setup.with_size(5).unwrap_or(setup);
        let with = match self {
            Self::Friend => With::Friend,
            Self::Anyone => With::Anyone,
            Self::Engine => With::Engine { level: Level::WEAKEST },
        };
        let seconds = Duration::from_secs;
        let time = match time {
            0 => TimeControl::None,
            1 => TimeControl::PerMove { allowed: seconds(45) },
            2 => TimeControl::Fischer { main: seconds(60), increment: seconds(5) },
            _ => TimeControl::Fischer { main: seconds(600), increment: seconds(3) },
        };
        Offering { time, first: Some(first), ..Offering::new(setup, with) }
    }
}
