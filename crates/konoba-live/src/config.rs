//! The settings of a house.

use std::sync::Arc;
use std::time::Duration;

use konoba_advice::Thinker;

use crate::{Clock, HostHandle};

/// The settings of a house.
#[derive(Clone)]
pub struct Config {
    /// The clock by which everything is judged.
    pub clock: Clock,
    /// From where randomness, tasks and workers come.
    pub host: HostHandle,
    /// The engine of the house, if there is one.
    pub thinker: Option<Arc<dyn Thinker>>,
    /// How many threads think. With none, and a store that nodes share, other nodes think.
    pub thinking_threads: usize,
    /// How many games that are not over a guest may have.
    pub max_tables_of_guest: usize,
    /// How many open offers a guest may have at once.
    pub max_offers_of_guest: usize,
    /// How many open offers may come from one address at this node.
    pub max_offers_of_address: usize,
    /// How long the maker of an open offer may be gone before it ends.
    pub offer_patience: Duration,
    /// How many clients may watch a table at once at this node; players are always let in.
    pub max_visitors: usize,
    /// How long a table stays in memory when no client is at it.
    pub linger: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            clock: Clock::system(),
            host: HostHandle::this_machine(),
            thinker: None,
            thinking_threads: 1,
            max_tables_of_guest: 50,
            max_offers_of_guest: 10,
            max_offers_of_address: 60,
            offer_patience: Duration::from_secs(60),
            max_visitors: 1000,
            linger: Duration::from_secs(30),
        }
    }
}
