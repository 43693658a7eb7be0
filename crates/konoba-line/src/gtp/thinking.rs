//! The commands that need a player.

use std::fmt;
use std::time::Duration;

use konoba_advice::Stopwatch;
use konoba_engine::{Limits, Player, Thought, Watch};
use konoba_rules::{Grid, Move, Setup, Side};

use super::arguments::Arguments;
use super::clock::{Clock, Settings};
use super::commands::{DONE, Outcome};
use super::vertex::written;
use super::{Failure, Files, Session};

/// Makes a player for a game.
pub type MakePlayer = Box<dyn Fn(Setup) -> Box<dyn Player> + Send>;

/// The player of a session, and its clock.
pub(super) struct SessionPlayer {
    make: MakePlayer,
    /// The player of the game at hand, made when it is first needed.
    player: Option<Box<dyn Player>>,
    pub(super) clock: Clock,
    /// The analysis that was asked for and has not begun.
    pub(super) analysis: Option<Analysis>,
}

/// An analysis that goes on until the next line comes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Analysis {
    /// How long to wait between two reports.
    pub(super) interval: Duration,
}

impl fmt::Debug for SessionPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionPlayer").field("clock", &self.clock).finish_non_exhaustive()
    }
}

impl SessionPlayer {
    pub(super) fn new(make: MakePlayer, limits: Limits) -> Self {
        Self { make, player: None, clock: Clock::new(limits), analysis: None }
    }

    /// Another game begins.
    pub(super) fn restart(&mut self) {
        self.player = None;
        self.clock.restart();
    }
}

impl<F: Files> Session<F> {
    pub(super) fn genmove(&mut self, mut arguments: Arguments<'_>) -> Outcome {
        let mv = self.choose(&mut arguments)?;
        self.game.play(mv).expect("a player plays legal moves");
        Ok(written(mv, self.setup.spec))
    }

    pub(super) fn reg_genmove(&mut self, mut arguments: Arguments<'_>) -> Outcome {
        let mv = self.choose(&mut arguments)?;
        Ok(written(mv, self.setup.spec))
    }

    fn choose(&mut self, arguments: &mut Arguments<'_>) -> Result<Move, Failure> {
        let side = arguments.side()?;
        arguments.end()?;
        self.must_be_turn_of(side)?;
        let [first, second] = self.game.position().pieces();
        let size = u32::from(self.game.position().setup().size);
        let empty = size * size - (first | second).count();
        let watch = Stopwatch::start();
        let limits = self.player.clock.limits(side, empty);
        let mv = self.think(limits, &watch).best;
        self.player.clock.spend(side, watch.elapsed());
        Ok(mv)
    }

    pub(super) fn must_be_turn_of(&self, side: Side) -> Result<(), Failure> {
        let position = self.game.position();
        if position.winner().is_some() {
            Err(Failure::GameOver)
        } else if side != position.to_move() {
            Err(Failure::NotYourTurn)
        } else {
            Ok(())
        }
    }

    /// Lets the player think about the position, whose game is not over.
    pub(super) fn think(&mut self, limits: Limits, watch: &dyn Watch) -> Thought {
        let SessionPlayer { make, player, .. } = &mut self.player;
        let position = self.game.position();
        let player = player.get_or_insert_with(|| make(position.setup()));
        player.think(position, limits, watch)
    }

    pub(super) fn time_settings(&mut self, mut arguments: Arguments<'_>) -> Outcome {
        let mut seconds = || Ok(Duration::from_secs(u64::from(arguments.count()?)));
        let (main, period) = (seconds()?, seconds()?);
        let stones = arguments.count()?;
        arguments.end()?;
        self.player.clock.set(Settings { main, period, stones });
        DONE
    }

    pub(super) fn time_left(&mut self, mut arguments: Arguments<'_>) -> Outcome {
        let side = arguments.side()?;
        let left = Duration::from_secs(u64::from(arguments.count()?));
        let stones = arguments.count()?;
        arguments.end()?;
        self.player.clock.tell(side, left, stones);
        DONE
    }

    /// Side and interval may both be left out, as some programs do.
    pub(super) fn analyze(&mut self, mut arguments: Arguments<'_>) -> Outcome {
        let to_move = self.game.position().to_move();
        let words: Vec<_> = std::iter::from_fn(|| arguments.optional_word()).collect();
        let (side, interval) = match words[..] {
            [] => (None, None),
            [word] if word.bytes().all(|byte| byte.is_ascii_digit()) => (None, Some(word)),
            [side] => (Some(side), None),
            [side, interval] => (Some(side), Some(interval)),
            _ => return Err(arguments.misused()),
        };
        let named =
            |side| self.setup.spec.side_named(side).ok_or(Failure::NotASide(self.setup.spec));
        self.must_be_turn_of(side.map_or(Ok(to_move), named)?)?;
        let centiseconds: u16 = match interval {
            Some(interval) => interval.parse().map_err(|_| arguments.misused())?,
            None => 100,
        };
        let interval = Duration::from_millis(10 * u64::from(centiseconds.max(1)));
        self.player.analysis = Some(Analysis { interval });
        DONE
    }
}
