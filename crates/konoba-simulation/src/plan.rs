//! What is simulated: the seed, for how long, and how much goes wrong.

use std::time::Duration;

use crate::Mistake;

/// What is simulated. The same plan leads to the same run, step by step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// All chance comes from it.
    pub seed: u64,
    /// How long things go wrong. Afterwards nothing does, and everything has to come right.
    pub span: Duration,
    /// How many nodes there are.
    pub nodes: usize,
    /// How many games go on at once, each with two players, a watcher and a cheat.
    pub games: usize,
    /// How much goes wrong.
    pub conditions: Conditions,
    /// The mistake that is planted, if any.
    pub mistake: Option<Mistake>,
    /// Whether every step is printed.
    pub is_verbose: bool,
}

impl Plan {
    /// An hour with three nodes and two games; for every third seed much more is lost and late.
    pub fn of_seed(seed: u64) -> Self {
        let is_bad = seed.is_multiple_of(3);
        Self {
            seed,
            span: Duration::from_secs(3600),
            nodes: 3,
            games: 2,
            conditions: if is_bad { Conditions::bad() } else { Conditions::default() },
            mistake: None,
            is_verbose: false,
        }
    }
}

/// How much goes wrong. Chances are in a thousand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// How many messages are lost.
    pub lost: u64,
    /// How many messages come twice.
    pub doubled: u64,
    /// How many take up to [`Conditions::late_by`] instead of some milliseconds.
    pub late: u64,
    /// How late they are at most.
    pub late_by: Duration,
    /// How often, on average, something breaks: a node is killed, restarted, frozen or cut off from the
    /// store, the store crashes, loses what it had kept, or its disk is full.
    pub disaster_every: Duration,
    /// How long it stays so, at most.
    pub disaster_for: Duration,
    /// How wrong the clock of a node is, at most.
    pub clock_error: Duration,
}

impl Conditions {
    /// Everything takes long, and much is lost.
    pub fn bad() -> Self {
        Self { lost: 40, late: 200, ..Self::default() }
    }

    /// Nothing goes wrong.
    pub fn good() -> Self {
        let never = Duration::from_secs(1_000_000_000);
        Self { lost: 0, doubled: 0, late: 0, disaster_every: never, ..Self::default() }
    }
}

impl Default for Conditions {
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
