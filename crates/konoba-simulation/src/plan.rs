//! What is simulated: the seed, for how long, and the weather.

use std::time::Duration;

use crate::Bug;

/// What is simulated. The same plan leads to the same world, step by step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// From which all chance comes.
    pub seed: u64,
    /// For how long the weather is bad. Afterwards it calms down and everything must come right.
    pub span: Duration,
    /// How many nodes there are.
    pub nodes: usize,
    /// How many games go on at once, each with two players, a watcher and a cheat.
    pub games: usize,
    /// How bad it is.
    pub weather: Weather,
    /// The mistake that is planted, if any.
    pub bug: Option<Bug>,
}

impl Plan {
    /// An hour with three nodes and two games in bad weather, for every third seed in a storm.
    pub fn of_seed(seed: u64) -> Self {
        let is_storm = seed.is_multiple_of(3);
        Self {
            seed,
            span: Duration::from_secs(3600),
            nodes: 3,
            games: 2,
            weather: if is_storm { Weather::storm() } else { Weather::default() },
            bug: None,
        }
    }
}

/// How bad the weather is. Chances are in a thousand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weather {
    /// How many messages are lost.
    pub lost: u64,
    /// How many come twice.
    pub doubled: u64,
    /// How many take up to [`Weather::late_by`] instead of some milliseconds.
    pub late: u64,
    /// How late they are at most.
    pub late_by: Duration,
    /// How often, on average, something breaks: a node dies, freezes or is cut off from the store,
    /// the store dies, loses what it had kept, or its disk is full.
    pub disaster_every: Duration,
    /// How long it stays so, at most.
    pub disaster_for: Duration,
    /// How wrong the clock of a node is, at most.
    pub clock_error: Duration,
}

impl Weather {
    /// Weather in which everything takes long and much is lost.
    pub fn storm() -> Self {
        Self { lost: 40, late: 200, ..Self::default() }
    }
}

impl Default for Weather {
    fn default() -> Self {
        Self {
            lost: 10,
            doubled: 20,
            late: 30,
            late_by: Duration::from_secs(8),
            disaster_every: Duration::from_secs(60),
            disaster_for: Duration::from_secs(20),
            clock_error: Duration::from_millis(400),
        }
    }
}
