//! The time that solving takes.

use std::time::{Duration, Instant};

use konoba_engine::Watch;

/// A clock that runs since it was made. It never stops a search.
pub(crate) struct Clock(Instant);

impl Clock {
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }
}

impl Watch for Clock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
