//! The clock of the house, as far as it is known here.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use konoba_table::Moment;

/// What the clock of the house has shown, and when. It goes on by a steady clock from then on: setting the time of day here must
/// not change the clocks of a game.
#[derive(Clone)]
pub(crate) struct HouseClock(Arc<Mutex<(Moment, Instant)>>);

impl Default for HouseClock {
    /// Until the house has told its time, this machine's is taken for it.
    fn default() -> Self {
        Self(Arc::new(Mutex::new((konoba_tui::now(), Instant::now()))))
    }
}

impl HouseClock {
    /// The house's clock shows this now, in milliseconds.
    pub(crate) fn set(&self, now: u64) {
        let shown = (Moment::from_millis(now), Instant::now());
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = shown;
    }

    pub(crate) fn now(&self) -> Moment {
        let (shown, since) = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown + since.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn it_goes_on_from_what_the_house_has_told() {
        let clock = HouseClock::default();
        let seen = clock.clone();
        clock.set(1_000);
        let told = Moment::from_millis(1_000);
        std::thread::sleep(Duration::from_millis(20));
        let now = seen.now();
        assert!(now >= told + Duration::from_millis(20) && now < told + Duration::from_secs(60));
    }
}
