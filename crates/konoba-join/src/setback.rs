//! That the house is not reached or cannot do something now, and when it is tried again.

use std::time::{Duration, Instant};

/// The longest that is waited.
const LONGEST: Duration = Duration::from_secs(10);
/// How long is waited at first.
const SHORTEST: Duration = Duration::from_millis(250);

/// What has failed and is tried again, at longer and longer intervals until it has succeeded.
pub(crate) struct Setback {
    delay: Duration,
    pub(crate) next: Option<Instant>,
    /// Whether there was no connection.
    pub(crate) was_offline: bool,
    /// What the person was told about it.
    told: Vec<String>,
}

impl Setback {
    pub(crate) fn new() -> Self {
        let next = Some(Instant::now() + SHORTEST);
        Self { delay: SHORTEST, next, was_offline: false, told: Vec::new() }
    }

    /// It has failed once more.
    pub(crate) fn wait_longer(&mut self) {
        self.delay = (2 * self.delay).min(LONGEST);
        self.next = Some(Instant::now() + self.delay);
    }

    /// How long to wait from now on; none while it is being tried.
    pub(crate) fn patience(&self) -> Option<Duration> {
        self.next.map(|next| next.saturating_duration_since(Instant::now()))
    }

    /// Whether the person does not know this yet. From now on it is known.
    pub(crate) fn note(&mut self, says: &str) -> bool {
        let is_new = self.told.iter().all(|told| told != says);
        if is_new {
            self.told.push(says.to_owned());
        }
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_time_is_longer_and_every_reason_is_told_once() {
        let mut setback = Setback::new();
        for _ in 0..5 {
            let before = setback.delay;
            setback.wait_longer();
            assert!(setback.delay > before);
        }
        (0..9).for_each(|_| setback.wait_longer());
        assert_eq!(setback.delay, LONGEST);
        assert!(setback.patience().unwrap() <= LONGEST);
        assert!(setback.note("The disk is full.") && setback.note("No connection."));
        assert!(!setback.note("The disk is full."));
    }
}
