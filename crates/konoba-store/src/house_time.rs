//! House time: the moments by which clocks are judged and events are dated.
//!
//! It looks like the time of day, but it runs with a steady clock that cannot be set. When the time of day is
//! set forward or back, house time goes on as before, and how far the two are apart is kept in the store, so
//! that it also goes on as before after a restart. It never begins before the last moment that the store
//! holds, unless no clock is running at a table of a file. A step that was made while no node ran cannot be
//! detected: it counts as time that has gone by.
//!
//! Nodes that share a database go by [`SharedTime`].

mod shared;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use konoba_table::Moment;

pub(crate) use self::shared::{SharedLook, SharedTime};

/// A difference of more than this between the two clocks is a step. Less is drift, and followed slowly.
const STEP: i64 = 500;
/// How far house time follows a drift at one look, in milliseconds.
const SLEW: i64 = 10;
/// How long the clock of a database may take to be read. What takes longer could be wrong by half of it, and is no
/// sign of a step.
const SLOW: Duration = Duration::from_millis(300);
/// How old a mark may become before it is written anew.
const BEAT: Duration = Duration::from_secs(60);

/// What a store keeps of house time.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct ClockMark {
    /// How far house time is ahead of the time of day, in milliseconds.
    pub(crate) ahead: i64,
    /// A moment that house time had reached.
    pub(crate) at: Moment,
}

/// What both clocks show at one instant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClockReading {
    /// The time of day.
    pub(crate) wall: Moment,
    /// The steady clock, since whatever beginning.
    pub(crate) steady: Duration,
}

/// What the clock of a database showed at some instant of a wait for its answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RemoteReading {
    pub(crate) wall: Moment,
    /// When it was asked, by the steady clock.
    pub(crate) asked: Duration,
    pub(crate) answered: Duration,
}

impl RemoteReading {
    /// The reading, which is taken to be of the middle of the wait.
    pub(crate) fn middle(self) -> ClockReading {
        ClockReading { wall: self.wall, steady: self.asked + self.wait() / 2 }
    }

    pub(crate) const fn wait(self) -> Duration {
        self.answered.saturating_sub(self.asked)
    }

    /// The same, unless the wait was so long that it tells nothing.
    pub(crate) fn exact(self) -> Option<ClockReading> {
        (self.wait() <= SLOW).then(|| self.middle())
    }
}

/// House time as it runs in one program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HouseTime {
    /// What it showed at one moment of the steady clock.
    at: Moment,
    steady: Duration,
    /// The mark as the store is known to hold it.
    mark: ClockMark,
}

/// What a look at the clocks has shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    /// Nothing has changed.
    Same,
    /// The mark has become old, and this may be kept instead.
    Old(ClockMark),
    /// The time of day was set, and this has to be kept instead.
    Stepped(ClockMark),
}

impl HouseTime {
    /// Goes on where the store left off.
    pub(crate) fn begin(mark: ClockMark, reading: ClockReading) -> Self {
        let time = Self::at(mark, reading);
        Self { at: time.at.max(mark.at), ..time }
    }

    /// Shows what the time of day and the mark say.
    fn at(mark: ClockMark, reading: ClockReading) -> Self {
        Self { at: later(reading.wall, mark.ahead), steady: reading.steady, mark }
    }

    /// What it shows.
    pub(crate) fn now(&self, steady: Duration) -> Moment {
        self.at + steady.saturating_sub(self.steady)
    }

    /// The mark as the store is known to hold it.
    pub(crate) const fn mark(&self) -> ClockMark {
        self.mark
    }

    /// Compares the clocks. Until what comes of it is kept, the next look shows the same.
    pub(crate) fn look(&mut self, reading: ClockReading) -> Look {
        let now = self.now(reading.steady);
        let off = self.off(self.mark, reading);
        if off.abs() > STEP {
            return Look::Stepped(ClockMark { ahead: between(reading.wall, now), at: now });
        }
        self.slew(off, reading.steady);
        if now.since(self.mark.at) < BEAT {
            return Look::Same;
        }
        Look::Old(ClockMark { at: now, ..self.mark })
    }

    /// The store holds this now.
    pub(crate) const fn keep(&mut self, mark: ClockMark) {
        self.mark = mark;
    }

    /// How far it is behind what the time of day and a mark say, in milliseconds.
    fn off(&self, mark: ClockMark, reading: ClockReading) -> i64 {
        between(self.now(reading.steady), later(reading.wall, mark.ahead))
    }

    /// Follows a drift.
    fn slew(&mut self, off: i64, steady: Duration) {
        self.at = later(self.now(steady), off.clamp(-SLEW, SLEW));
        self.steady = steady;
    }
}

/// How much later one moment is than another, in milliseconds.
fn between(earlier: Moment, later: Moment) -> i64 {
    let millis = |at: Moment| i64::try_from(at.as_millis()).unwrap_or(i64::MAX);
    millis(later) - millis(earlier)
}

fn later(at: Moment, millis: i64) -> Moment {
    Moment::from_millis(at.as_millis().saturating_add_signed(millis))
}

/// The two clocks of a machine.
#[derive(Clone)]
pub struct MachineClocks {
    wall: Arc<dyn Fn() -> Moment + Send + Sync>,
    steady: Arc<dyn Fn() -> Duration + Send + Sync>,
}

impl MachineClocks {
    /// Those of the machine that this runs on.
    pub fn system() -> Self {
        let begin = Instant::now();
        let wall = || {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            Moment::from_millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
        };
        Self::of(wall, move || begin.elapsed())
    }

    /// A time of day and a steady clock that show what they are told, for tests.
    pub fn of(
        wall: impl Fn() -> Moment + Send + Sync + 'static,
        steady: impl Fn() -> Duration + Send + Sync + 'static,
    ) -> Self {
        Self { wall: Arc::new(wall), steady: Arc::new(steady) }
    }

    pub(crate) fn steady(&self) -> Duration {
        (self.steady)()
    }

    pub(crate) fn read(&self) -> ClockReading {
        ClockReading { wall: (self.wall)(), steady: self.steady() }
    }
}

impl fmt::Debug for MachineClocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MachineClocks({:?})", self.read())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u64 = 3_600_000;
    const NOON: u64 = 1_700_000_000_000;

    fn at(wall: u64, steady: u64) -> ClockReading {
        ClockReading { wall: Moment::from_millis(wall), steady: Duration::from_millis(steady) }
    }

    fn now(time: &HouseTime, steady: u64) -> u64 {
        time.now(Duration::from_millis(steady)).as_millis()
    }

    fn begin(mark: ClockMark, reading: ClockReading) -> HouseTime {
        HouseTime::begin(mark, reading)
    }

    #[test]
    fn a_step_of_the_time_of_day_changes_nothing_now_or_after_a_restart() {
        for wall in [NOON + HOUR + 1_000, NOON - HOUR + 1_000] {
            let mut time = begin(ClockMark::default(), at(NOON, 0));
            let Look::Stepped(mark) = time.look(at(wall, 1_000)) else {
                panic!("a step is noticed")
            };
            assert_eq!(now(&time, 1_000), NOON + 1_000);
            time.keep(mark);
            assert_eq!(time.look(at(wall + 500, 1_500)), Look::Same);
            assert_eq!(now(&time, 1_500), NOON + 1_500);
            let restarted = begin(mark, at(wall + 9_000, 77));
            assert_eq!(now(&restarted, 77), NOON + 10_000);
        }
    }

    #[test]
    fn house_time_does_not_begin_before_the_last_moment_that_is_kept() {
        let mark = ClockMark { ahead: 0, at: Moment::from_millis(NOON) };
        let mut time = begin(mark, at(NOON - 50 * HOUR, 0));
        assert_eq!(now(&time, 5), NOON + 5);
        // What is kept does not fit any more, and is written.
        let fits = ClockMark { ahead: 50 * HOUR.cast_signed(), at: Moment::from_millis(NOON + 5) };
        assert_eq!(time.look(at(NOON - 50 * HOUR + 5, 5)), Look::Stepped(fits));
    }

    #[test]
    fn a_mark_is_renewed_when_it_is_old() {
        let mark = ClockMark { ahead: 0, at: Moment::from_millis(NOON) };
        let mut time = begin(mark, at(NOON, 0));
        assert_eq!(time.look(at(NOON + 59_999, 59_999)), Look::Same);
        let renewed = ClockMark { ahead: 0, at: Moment::from_millis(NOON + 60_000) };
        assert_eq!(time.look(at(NOON + 60_000, 60_000)), Look::Old(renewed));
        let later = ClockMark { at: Moment::from_millis(NOON + 61_000), ..renewed };
        assert_eq!(time.look(at(NOON + 61_000, 61_000)), Look::Old(later), "it was not kept");
        time.keep(later);
        assert_eq!(time.look(at(NOON + 62_000, 62_000)), Look::Same);
    }

    #[test]
    fn drift_is_followed_slowly() {
        let mut time = begin(ClockMark::default(), at(NOON, 0));
        time.look(at(NOON + 1_100, 1_000));
        assert_eq!(now(&time, 1_000), NOON + 1_010);
        time.look(at(NOON + 1_990, 2_000));
        assert_eq!(now(&time, 2_000), NOON + 2_000);
    }

    #[test]
    fn an_answer_that_took_long_tells_nothing() {
        let read = |asked, answered| {
            let [asked, answered] = [asked, answered].map(Duration::from_millis);
            RemoteReading { wall: Moment::from_millis(NOON), asked, answered }
        };
        assert_eq!(read(1_000, 1_300).exact().unwrap().steady, Duration::from_millis(1_150));
        assert!(read(1_000, 1_301).exact().is_none());
        assert_eq!(read(1_000, 6_000).middle().steady, Duration::from_millis(3_500));
    }
}
