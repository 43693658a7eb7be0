//! What the log is told of something that fails again and again: that it began, now and then how often it has failed, and that
//! it is over.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often an outage that lasts is told.
const OFTEN: Duration = Duration::from_secs(60);
/// How long after a line the next outage is told. One that is over by then is not told: what fails every other time would fill
/// the log.
const PAUSE: Duration = Duration::from_secs(10);

/// Something that may fail again and again. It says when a line is due, and its user writes the line.
#[derive(Default, Debug)]
pub struct Outage {
    is_there: AtomicBool,
    state: Mutex<State>,
}

#[derive(Default, Debug)]
struct State {
    since: Option<Instant>,
    failures: u64,
    is_told: bool,
    last_line: Option<Instant>,
}

/// How long an outage has lasted, for a line of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lasted {
    /// How often it has failed.
    pub failures: u64,
    /// Since the first failure.
    pub seconds: u64,
}

impl Outage {
    /// Notes a failure. Returns how long it has lasted if a line is due.
    pub fn failed(&self) -> Option<Lasted> {
        self.failed_at(Instant::now())
    }

    /// Notes a success. Returns how long it had failed if the log was told of that.
    pub fn worked(&self) -> Option<Lasted> {
        // It works nearly always, and then this costs nothing.
        self.is_there.load(Ordering::Relaxed).then(|| self.worked_at(Instant::now())).flatten()
    }

    fn failed_at(&self, now: Instant) -> Option<Lasted> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_there.store(true, Ordering::Relaxed);
        state.since.get_or_insert(now);
        state.failures += 1;
        let silence = if state.is_told { OFTEN } else { PAUSE };
        if state.last_line.is_some_and(|last| now.duration_since(last) < silence) {
            return None;
        }
        (state.is_told, state.last_line) = (true, Some(now));
        Some(state.lasted(now))
    }

    fn worked_at(&self, now: Instant) -> Option<Lasted> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_there.store(false, Ordering::Relaxed);
        let (lasted, is_told) = (state.lasted(now), state.is_told);
        let last_line = if is_told { Some(now) } else { state.last_line };
        *state = State { last_line, ..State::default() };
        is_told.then_some(lasted)
    }
}

impl State {
    fn lasted(&self, now: Instant) -> Lasted {
        let seconds = self.since.map_or(0, |since| now.duration_since(since).as_secs());
        Lasted { failures: self.failures, seconds }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outage_is_told_when_it_begins_now_and_then_and_when_it_is_over() {
        let (outage, begin) = (Outage::default(), Instant::now());
        let at = |seconds| begin + Duration::from_secs(seconds);
        let lasted = |failures, seconds| Some(Lasted { failures, seconds });
        assert_eq!(outage.worked(), None);
        assert_eq!(outage.failed_at(at(0)), lasted(1, 0));
        assert!((1..60).all(|second| outage.failed_at(at(second)).is_none()));
        assert_eq!(outage.failed_at(at(60)), lasted(61, 60));
        assert_eq!(outage.worked_at(at(70)), lasted(61, 70));
        assert_eq!(outage.worked(), None, "it is told once that it is over");
        // What fails every other time is not told each time.
        assert_eq!(outage.failed_at(at(71)), None);
        assert_eq!(outage.worked_at(at(72)), None);
        assert_eq!(outage.failed_at(at(75)), None);
        assert_eq!(outage.failed_at(at(85)), lasted(2, 10));
    }
}
