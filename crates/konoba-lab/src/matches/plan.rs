//! What a match is to be, and what came of it.

use std::path::PathBuf;

use konoba_engine::Config;
use konoba_engine::arena::{Sprt, Tally};
use konoba_rules::Setup;

use super::contestants::{Entry, Pace};

/// What is to be played.
pub(super) struct Plan {
    pub(super) entries: [Entry; 2],
    /// What there is for either of them.
    pub(super) configs: [Config; 2],
    pub(super) setup: Setup,
    pub(super) pairs: u32,
    pub(super) pace: Pace,
    pub(super) opening: usize,
    pub(super) seed: u64,
    pub(super) sprt: Option<Sprt>,
    pub(super) save: Option<PathBuf>,
}

/// What came of it.
#[derive(Clone, Default)]
pub(super) struct Outcomes {
    pub(super) tally: Tally,
    /// Games that were lost by a fault, by player.
    pub(super) faults: [u32; 2],
    /// How many games in a row each player has lost by not answering.
    pub(super) silent: [u32; 2],
    /// Games that the first side won.
    pub(super) first_side: u32,
}
