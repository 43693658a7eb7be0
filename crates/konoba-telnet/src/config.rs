//! What this door is told when it opens.

use std::time::Duration;

use konoba_live::Limits;

/// What this door is told when it opens. Whoever is over a limit is slowed down or let go, and
/// nobody else notices.
#[derive(Clone, Debug)]
pub struct Config {
    /// What holds at every door: connections in all and from one address, and how many messages may
    /// come, which are lines here. Who says more has to wait.
    pub limits: Limits,
    /// How long a client may take to receive what it is told.
    pub slowness: Duration,
    /// How long somebody may say nothing who is at no table.
    pub silence: Duration,
    /// How long somebody may say nothing at a table.
    pub silence_at_table: Duration,
}

impl Config {
    /// These limits, and patience with people who think.
    pub const fn new(limits: Limits) -> Self {
        Self {
            limits,
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
