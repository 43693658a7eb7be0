//! What came of a simulation.

use std::fmt;
use std::ops::AddAssign;

use konoba_table::Moment;

use crate::Violation;

macro_rules! counts {
    ($($(#[$about:meta])* $name:ident,)*) => {
        /// What has happened in a run whose promises were kept.
        #[derive(Clone, PartialEq, Eq, Default, Debug)]
        pub struct Report {
            $($(#[$about])* pub $name: u64,)*
            /// A hash of everything that happened in a run, in its order; of several runs the sum.
            pub digest: u64,
        }

        impl Report {
            /// Every count with its name.
            pub fn counts(&self) -> Vec<(&'static str, u64)> {
                vec![$((stringify!($name), self.$name),)*]
            }
        }

        impl AddAssign for Report {
            fn add_assign(&mut self, other: Self) {
                $(self.$name += other.$name;)*
                self.digest = self.digest.wrapping_add(other.digest);
            }
        }
    };
}

counts! {
    /// How many steps it took: a task ran, a message came, something was kept.
    steps,
    /// How many orders were acknowledged.
    acknowledged,
    /// How many orders were refused.
    refused,
    /// How many were repeated because it was not known what had come of them.
    repeated,
    /// How many games were begun.
    games,
    /// How many of them because two players agreed to play again.
    rematches,
    /// How many ended by a fallen flag.
    flags,
    /// How many races for a version were lost.
    races,
    /// How many disasters there were.
    disasters,
    /// How many events were lost by the store after they were durable.
    lost,
    /// How many orders of cheats were seen through.
    cheats,
    /// How often what a client saw was held against the log.
    looks,
    /// How often a table was woken.
    wakes,
    /// How many visitors were dropped because they were too slow.
    slow_visitors,
    /// How many moves engines thought of.
    thoughts,
    /// How many jobs were taken over from a node whose lease had ended.
    jobs_taken_over,
    /// How many offers were ended because their makers had left.
    expired_offers,
    /// How many visits ended because the guest had logged out.
    shown_out,
    /// How many houses were closed in order.
    closed,
}

impl Report {
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
