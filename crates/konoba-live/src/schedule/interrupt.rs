//! How work that runs hears that it is to end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::Instant;

/// What work asks every now and then while it runs: whether its result is still wanted, and whether its
/// time is up.
#[derive(Debug)]
pub struct Interrupt {
    is_cancelled: AtomicBool,
    queued: Instant,
    /// Microseconds after `queued`; thoughts end then with what they have found.
    ends: AtomicU64,
    /// The most time that it may take once it has begun, in microseconds.
    most: AtomicU64,
}

impl Interrupt {
    pub(super) const fn new(queued: Instant) -> Self {
        let [ends, most] = [AtomicU64::new(u64::MAX), AtomicU64::new(u64::MAX)];
        Self { is_cancelled: AtomicBool::new(false), queued, ends, most }
    }

    /// Whether the requester no longer waits for the result.
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    /// Whether to stop now: the result is not wanted any more, or the time is up.
    pub(crate) fn must_stop(&self) -> bool {
        let ends = self.ends.load(Ordering::Relaxed);
        self.is_cancelled() || (ends != u64::MAX && micros(self.queued.elapsed()) >= ends)
    }

    /// The most time that there was for it when it began.
    pub(crate) fn most(&self) -> Duration {
        Duration::from_micros(self.most.load(Ordering::Relaxed))
    }

    pub(super) fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    pub(super) fn begin(&self, most: Duration) {
        self.most.store(micros(most), Ordering::Relaxed);
    }

    /// When it ends, after it was queued.
    #[cfg(test)]
    pub(super) fn end(&self) -> Duration {
        Duration::from_micros(self.ends.load(Ordering::Relaxed))
    }

    /// It ends at this moment unless it is told otherwise.
    pub(super) fn end_at(&self, end: Instant) {
        let ends = end.saturating_duration_since(self.queued);
        self.ends.store(micros(ends), Ordering::Relaxed);
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}
