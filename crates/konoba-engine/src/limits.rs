//! How long a player may think.

use std::time::Duration;

/// How long a player may think about a move. Whichever limit is reached first ends it; without any,
/// it ends when the watch says so, or when there is nothing left to find out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// How many positions it may visit.
    pub visits: Option<u64>,
    /// How much time it may take by the watch.
    pub time: Option<Duration>,
}

impl Limits {
    /// So many visits and as much time as they take.
    pub const fn visits(visits: u64) -> Self {
        Self { visits: Some(visits), time: None }
    }

    /// So much time and as many visits as fit.
    pub const fn time(time: Duration) -> Self {
        Self { visits: None, time: Some(time) }
    }
}
