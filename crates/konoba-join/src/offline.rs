//! How long to wait before the house is sought again.

use std::time::{Duration, Instant};

/// The longest that is waited.
const LONGEST: Duration = Duration::from_secs(10);
/// How long is waited at first.
const SHORTEST: Duration = Duration::from_millis(250);

/// That there is no connection, and when the next one is tried.
pub(crate) struct Offline {
    delay: Duration,
    pub(crate) next: Option<Instant>,
}

impl Offline {
    pub(crate) fn new() -> Self {
        Self { delay: SHORTEST, next: Some(Instant::now() + SHORTEST) }
    }

    /// It has failed once more.
    pub(crate) fn wait_longer(&mut self) {
        self.delay = (2 * self.delay).min(LONGEST);
        self.next = Some(Instant::now() + self.delay);
    }

    /// How long to wait from now on; none while a connection is being tried.
    pub(crate) fn patience(&self) -> Option<Duration> {
        self.next.map(|next| next.saturating_duration_since(Instant::now()))
    }
}
