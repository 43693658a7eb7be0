//! Random numbers from the seed of a run.

use std::time::Duration;

/// Dice that fall alike for the same seed.
pub(crate) struct Dice(fastrand::Rng);

impl Dice {
    pub(crate) fn of_seed(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// A number below another, which is not 0.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0.u64(..end)
    }

    /// One of so many places.
    pub(crate) fn index(&mut self, len: usize) -> usize {
        self.0.usize(..len)
    }

    /// True so many times in a thousand.
    pub(crate) fn chance(&mut self, per_mille: u64) -> bool {
        self.below(1000) < per_mille
    }

    /// At least a millisecond, and at most this.
    pub(crate) fn span(&mut self, most: Duration) -> Duration {
        let most = u64::try_from(most.as_millis()).unwrap_or(u64::MAX);
        Duration::from_millis(self.0.u64(1..=most.max(1)))
    }

    pub(crate) fn fill(&mut self, bytes: &mut [u8]) {
        self.0.fill(bytes);
    }
}
