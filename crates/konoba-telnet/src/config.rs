//! What this door is told when it opens.

use std::time::Duration;

use konoba_live::Limits;

/// What this door is told when it opens. A client over a limit is slowed down or disconnected, and
/// the others do not notice.
#[derive(Clone, Debug)]
pub struct Config {
    /// What holds at every door: connections in all and from one address, and how many messages may
    /// come, which are lines here. Who says more has to wait.
    pub limits: Limits,
    /// How long a client may take to receive what it is told.
    pub slowness: Duration,
    /// How long a person at no table may type nothing.
    pub silence: Duration,
    /// How long a person at a table may type nothing.
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
