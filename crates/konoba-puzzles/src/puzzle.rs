//! What a puzzle is.

use std::fmt;

use konoba_rules::{AnyPosition, Move, Record, Setup, Side};

use crate::Theme;

/// Up to how many plies the length of a defence is counted. Of two replies that both last longer neither is the better defence.
pub const HORIZON: u8 = 7;

/// If more moves than this win, and none of them at once, the position is settled and the puzzle over.
pub const MOST_SOLUTIONS: usize = 4;

/// How many plies of a refutation are kept at most.
pub const REFUTATION: usize = 9;

/// A position in which one move wins and every other loses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The game, without a swap.
    pub setup: Setup,
    /// How the position came about: in the game it comes from, but for the last move perhaps.
    pub moves: Vec<Move>,
    /// How soon the side to move wins if both sides play their best.
    pub plies: Plies,
    /// What is to be found, one after the other.
    pub steps: Vec<Step>,
    /// What it is about, in the order of [`Theme::ALL`].
    pub themes: Vec<Theme>,
    /// How hard it was found to be.
    pub measured: Measured,
    /// The game that it comes from.
    pub source: Source,
}

/// A turn of the person who solves, and the answer to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Every move that wins; the first one is that of the main line.
    pub wins: Vec<Move>,
    /// What the other side plays then: the reply that lasts longest. None when the game is over.
    pub answer: Option<Move>,
    /// Why every other move loses.
    pub refutations: Vec<Refutation>,
}

/// Moves that lose, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// Moves that are refuted in the same way.
    pub wrong: Vec<Move>,
    /// What is played after any of them, beginning with the reply. The game is over after the last one, unless there
    /// are [`REFUTATION`] of them. Empty where the game is over at once.
    pub line: Vec<Move>,
}

/// How many plies a win takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Plies {
    /// So many.
    Exactly(u8),
    /// More than [`HORIZON`].
    Beyond,
}

/// How hard a puzzle was found to be when it was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measured {
    /// Whether the net wants to play the right move at first sight, where there is a net.
    pub net_sees_it: Option<bool>,
    /// How often `uct:1000` missed it, and in how many tries.
    pub quick_misses: [u8; 2],
    /// The same of `uct:10000`.
    pub slow_misses: [u8; 2],
    /// How many positions the solver looked at to prove all of it.
    pub nodes: u64,
    /// How many the plain solver looked at.
    pub plain_nodes: u64,
}

/// The game that a puzzle comes from: the same seed and number play it again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Source {
    /// The seed of the making.
    pub seed: u64,
    /// The number of the game.
    pub game: u32,
}

/// How hard a puzzle is, from 1 to 5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Grade(u8);

impl Grade {
    /// The easiest.
    pub const EASIEST: Self = Self(1);
    /// The hardest.
    pub const HARDEST: Self = Self(5);
    /// From here on a puzzle is hard.
    pub const HARD: Self = Self(4);

    /// The number, from 1 to 5.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Puzzle {
    /// The position that is to be won by the side to move.
    pub fn position(&self) -> AnyPosition {
        let mut position = AnyPosition::start(self.setup);
        for mv in &self.moves {
            position.play(*mv).expect("the moves were read by the rules");
        }
        position
    }

    /// The game up to that position.
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.setup);
        let mut at = record.last();
        for mv in &self.moves {
            at = record.play(at, *mv).expect("the moves were read by the rules");
        }
        record
    }

    /// The side that wins.
    pub fn side(&self) -> Side {
        self.position().to_move()
    }

    /// How hard it is. What ends the game at once is the easiest; of the others it counts how far ahead one has to look,
    /// who fails to see it, and how long the proof took.
    pub fn grade(&self) -> Grade {
        if self.plies == Plies::Exactly(1) {
            return Grade::EASIEST;
        }
        match self.difficulty() {
            0..=1 => Grade(2),
            2..=3 => Grade(3),
            4..=5 => Grade(4),
            _ => Grade::HARDEST,
        }
    }

    /// The points that the grade is made of.
    pub fn difficulty(&self) -> u32 {
        let Measured { net_sees_it, quick_misses, slow_misses, nodes, .. } = self.measured;
        u32::from(quick_misses[0])
            + 2 * u32::from(slow_misses[0])
            + u32::from(net_sees_it == Some(false))
            + u32::from(self.plies > Plies::Exactly(4))
            + u32::from(nodes > 50_000)
    }
}
