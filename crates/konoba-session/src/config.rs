//! The settings of a door.

use std::sync::Arc;
use std::time::Duration;

use konoba_live::Limits;

use crate::people::People;

/// The settings of a door. A client over a limit is slowed down or disconnected, and
/// the others do not notice.
#[derive(Clone, Debug)]
pub struct Config {
    /// What holds at every door: connections in all and from one address, and how many messages may
    /// come, which are lines here. A client that sends more is slowed down.
    pub limits: Limits,
    /// The people in line sessions. Doors that share this have one list.
    pub people: Arc<People>,
    /// How long a client may take to receive what it is told.
    pub slowness: Duration,
    /// How long a person at no table may type nothing.
    pub silence: Duration,
    /// How long a person at a table may type nothing.
    pub silence_at_table: Duration,
}

impl Config {
    /// These limits, with the usual times.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            people: Arc::default(),
            slowness: Duration::from_secs(10),
            silence: Duration::from_secs(10 * 60),
            silence_at_table: Duration::from_secs(4 * 60 * 60),
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::new(Limits::default())
    }
}
