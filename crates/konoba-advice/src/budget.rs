//! How long to think.

use std::time::Duration;

use konoba_engine::{Limits, Watch};
use konoba_table::{Moment, Table};

/// The most that a move takes of the time that is left on a clock.
const SHARE_OF_CLOCK: u32 = 20;

/// How long to think, and who tells the time.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The most time that may be taken.
    pub time: Duration,
    /// Tells how much time has gone by, and whether to stop at once.
    pub watch: &'a dyn Watch,
}

impl<'a> Budget<'a> {
    /// So much time.
    pub const fn new(time: Duration, watch: &'a dyn Watch) -> Self {
        Self { time, watch }
    }

    /// At most so much time, and not much of what is left on the clock of the table.
    pub fn at(table: &Table, now: Moment, most: Duration, watch: &'a dyn Watch) -> Self {
        let left = table.deadline().map(|deadline| deadline.since(now) / SHARE_OF_CLOCK);
        Self::new(left.map_or(most, |left| left.min(most)), watch)
    }

    /// Whether the caller no longer wants the answer.
    pub fn must_stop(&self) -> bool {
        self.watch.must_stop()
    }

    pub(crate) const fn limits(&self) -> Limits {
        Limits::time(self.time)
    }
}
