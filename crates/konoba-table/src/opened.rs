//! How a table is opened: the game, who sits where, whose keyboard it is and how much time there is.

use konoba_rules::{AnyPosition, Flaw, Record, Setup, Side, Spec};

use crate::decide::forced_passes;
use crate::live::Live;
use crate::{Event, Fact, Moment, Name, Player, Seat, Table, TimeControl};

/// Everything that is settled before the first move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opened {
    /// Where the game begins.
    pub start: Start,
    /// Who sits at seat one and at seat two.
    pub players: [Player; 2],
    /// The seat that plays the first side until a swap.
    pub first: Seat,
    /// Whether the two share a keyboard.
    pub keyboard: Keyboard,
    /// How much time they have.
    pub time: TimeControl,
    /// The day on which the game was begun, as its record says it, where that is another than the day of the opening.
    pub day: Option<String>,
}

/// Who owns the keyboard, that is, whether undo and rematch need a second person's consent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keyboard {
    /// One keyboard speaks for both seats, so whatever is asked is agreed.
    Shared,
    /// Each seat speaks for itself. An engine of the house agrees to everything.
    Apart,
}

/// The position before the first move: the empty board, or one in the middle of a game, in which
/// the swap is no longer offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start(AnyPosition);

impl Start {
    /// The empty board.
    pub fn empty(setup: Setup) -> Self {
        Self(AnyPosition::start(setup))
    }

    /// The pieces and the side to move of a position, without what came before.
    pub fn standing(position: &AnyPosition) -> Result<Self, Flaw> {
        Record::from_position(position).map(|record| Self::of(&record))
    }

    /// Where a record begins.
    pub const fn of(record: &Record) -> Self {
        Self(*record.start())
    }

    /// The position.
    pub const fn position(&self) -> &AnyPosition {
        &self.0
    }

    /// A record without moves that begins here.
    pub(crate) fn record(&self) -> Record {
        let setup = self.0.setup();
        if self.0 == AnyPosition::start(setup) {
            return Record::new(setup);
        }
        Record::from_position(&self.0).expect("it stood when it was made")
    }
}

impl Opened {
    /// A game from the empty board without clocks, between players at one keyboard; seat one plays
    /// the first side.
    pub fn new(setup: Setup, players: [Player; 2]) -> Self {
        Self {
            start: Start::empty(setup),
            players,
            first: Seat::One,
            keyboard: Keyboard::Shared,
            time: TimeControl::None,
            day: None,
        }
    }

    /// What the game says of itself.
    pub fn spec(&self) -> &'static Spec {
        self.start.position().setup().spec
    }

    /// Who sits at a seat.
    pub const fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// Calls the players by other names.
    pub fn rename(&mut self, names: &[Name; 2]) {
        for (player, name) in self.players.iter_mut().zip(names) {
            player.name.clone_from(name);
        }
    }

    /// Whether the moves of a seat come over a network: a person's, unless both share a keyboard.
    pub(crate) const fn is_far(&self, seat: Seat) -> bool {
        matches!(self.keyboard, Keyboard::Apart) && !self.player(seat).is_engine()
    }

    /// Who plays a side until a swap.
    pub const fn seat_of(&self, side: Side) -> Seat {
        match side {
            Side::First => self.first,
            Side::Second => self.first.other(),
        }
    }

    /// The same people play again: the one who moved second now moves first. Who that is does not
    /// depend on a swap, which is the second move of a game and not the first.
    pub fn rematch(&self) -> Self {
        Self { first: self.first.other(), day: None, ..self.clone() }
    }

    /// The events by which the table comes to be: the opening, and the pass of a side that has no
    /// legal point at the start.
    pub fn events(&self, now: Moment) -> Vec<Event> {
        let opened = Event { version: 1, at: now, fact: Fact::Opened(Box::new(self.clone())) };
        let passes = forced_passes(Live::new(self), now).map(Fact::Moved);
        let passes = Table::opened(self, now).following(passes, now);
        [opened].into_iter().chain(passes).collect()
    }
}
