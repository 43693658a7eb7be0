//! The clock of this machine, for players.

use std::time::{Duration, Instant};

use konoba_engine::Watch;

/// Tells a player the time since it began, and interrupts it when the caller wants that.
#[derive(Clone, Copy)]
pub struct Stopwatch<'a> {
    start: Instant,
    must_stop: &'a (dyn Fn() -> bool + Sync),
}

impl Stopwatch<'static> {
    /// Begins now, and interrupts never.
    pub fn start() -> Self {
        Self::until(&|| false)
    }
}

impl<'a> Stopwatch<'a> {
    /// Begins now, and interrupts when this says so. It is asked often.
    pub fn until(must_stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { start: Instant::now(), must_stop }
    }
}

impl Watch for Stopwatch<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn must_stop(&self) -> bool {
        (self.must_stop)()
    }
}
