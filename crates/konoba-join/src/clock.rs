//! The clock of the house, as far as it is known here.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use konoba_table::Moment;

/// How far the time of day may leave the steady clock until the house is asked for its time.
const APART: Duration = Duration::from_secs(5);

/// What the clock of the house has shown, and when. It goes on by a steady clock from then on: setting the time of day here must
/// not change the clocks of a game.
#[derive(Clone)]
pub(crate) struct HouseClock(Arc<Mutex<ShownTime>>);

/// What the clock of the house has shown, and what the clocks here showed then.
#[derive(Clone, Copy)]
struct ShownTime {
    shown: Moment,
    steady: Instant,
    day: SystemTime,
}

impl Default for HouseClock {
    /// Until the house has told its time, this machine's is taken for it.
    fn default() -> Self {
        Self(Arc::new(Mutex::new(ShownTime::now(konoba_tui::now()))))
    }
}

impl HouseClock {
    /// The house's clock shows this now, in milliseconds.
    pub(crate) fn set(&self, now: u64) {
        *self.time() = ShownTime::now(Moment::from_millis(now));
    }

    pub(crate) fn now(&self) -> Moment {
        let ShownTime { shown, steady, .. } = *self.time();
        shown + steady.elapsed()
    }

    /// Whether the steady clock may have stood still since this was asked last, as it does on many systems while the machine sleeps.
    pub(crate) fn may_have_slept(&self) -> bool {
        let mut time = self.time();
        let steady = time.steady.elapsed();
        let is_apart = is_apart(steady, time.day);
        if is_apart {
            time.day = SystemTime::now().checked_sub(steady).unwrap_or(time.day);
        }
        is_apart
    }

    fn time(&self) -> MutexGuard<'_, ShownTime> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ShownTime {
    fn now(shown: Moment) -> Self {
        Self { shown, steady: Instant::now(), day: SystemTime::now() }
    }
}

/// Whether the time of day has gone another way than the steady clock since then.
fn is_apart(steady: Duration, day: SystemTime) -> bool {
    day.elapsed().map_or(true, |day| day.abs_diff(steady) > APART)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sleep_is_noticed_once() {
        let clock = HouseClock::default();
        assert!(!clock.may_have_slept());
        clock.time().day -= Duration::from_secs(600);
        assert!(clock.may_have_slept());
        assert!(!clock.may_have_slept());
        // The time of day may be set back, too.
        clock.time().day += Duration::from_secs(600);
        assert!(clock.may_have_slept());
        assert!(!clock.may_have_slept());
    }

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
