//! What the page does for a session.

use std::fmt::Debug;
use std::time::Duration;

use konoba_engine::net::{Backend, NetOutput};
use konoba_engine::{Thought, Watch};

/// What the page does for a session.
pub trait Page: Send + Sync + Debug {
    /// Milliseconds since 1970.
    fn now(&self) -> f64;
    /// What the net that the page has loaded says of a packed position on a board of this size.
    fn evaluate(&self, packed: &[u8], size: u8) -> NetOutput;
}

/// The net of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageNet(pub(crate) &'static dyn Page);

impl Backend for PageNet {
    fn answer(&self, packed: &[u8], size: u8) -> NetOutput {
        self.0.evaluate(packed, size)
    }
}

/// Tells a player the time by the clock of the page.
pub(crate) struct PageClock {
    page: &'static dyn Page,
    start: f64,
}

impl PageClock {
    /// Begins now.
    pub(crate) fn start(page: &'static dyn Page) -> Self {
        Self { page, start: page.now() }
    }
}

impl Watch for PageClock {
    fn elapsed(&self) -> Duration {
        // Clocks of pages may be set back.
        Duration::from_secs_f64((self.page.now() - self.start).max(0.0) / 1000.0)
    }

    fn see(&self, _thought: &Thought) {}
}
