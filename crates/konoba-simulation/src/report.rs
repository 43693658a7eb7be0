//! What came of a simulation.

use std::fmt;

use konoba_table::Moment;

use crate::Violation;

/// What has happened in a world whose promises were kept.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// How many steps it took.
    pub steps: u64,
    /// How many orders were acknowledged.
    pub acknowledged: u64,
    /// How many orders were refused.
    pub refused: u64,
    /// How many were repeated because nobody knew what had come of them.
    pub repeated: u64,
    /// How many games came to their end.
    pub games: u64,
    /// How many of them by a fallen flag.
    pub flags: u64,
    /// How many races for a version were lost.
    pub races: u64,
    /// How many disasters there were.
    pub disasters: u64,
    /// How many events were lost by the store after they were durable.
    pub lost: u64,
    /// How many orders of cheats were seen through.
    pub cheats: u64,
    /// How often what a client saw was held against the log.
    pub looks: u64,
    /// A hash of everything that happened in a world, in its order; of several worlds the sum.
    pub digest: u64,
}

impl Report {
    /// The sum of two worlds, in whichever order.
    pub fn and(&self, other: &Self) -> Self {
        Self {
            steps: self.steps + other.steps,
            acknowledged: self.acknowledged + other.acknowledged,
            refused: self.refused + other.refused,
            repeated: self.repeated + other.repeated,
            games: self.games + other.games,
            flags: self.flags + other.flags,
            races: self.races + other.races,
            disasters: self.disasters + other.disasters,
            lost: self.lost + other.lost,
            cheats: self.cheats + other.cheats,
            looks: self.looks + other.looks,
            digest: self.digest.wrapping_add(other.digest),
        }
    }

    /// Mixes something that happened into the digest (FNV-1a, a word at a time).
    pub(crate) const fn note(&mut self, word: u64) {
        self.digest = (self.digest ^ word).wrapping_mul(0x0100_0000_01b3);
    }
}

/// A promise was broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The seed with which it breaks again.
    pub seed: u64,
    /// When.
    pub at: Moment,
    /// At which step.
    pub step: u64,
    /// Which promise.
    pub violation: Violation,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, at, step, violation } = self;
        let millis = at.as_millis();
        write!(f, "seed {seed}, step {step}, {millis} ms: {violation}")
    }
}

impl std::error::Error for Failure {}
