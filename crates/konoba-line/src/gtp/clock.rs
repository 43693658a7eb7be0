//! How long to think about a move, as the commands about time tell.

use std::time::Duration;

use konoba_engine::Limits;
use konoba_rules::Side;

/// What is kept back of every budget for the time that the answer takes through the pipe.
const LAG: Duration = Duration::from_millis(20);

/// The least time for a move, even with none left: the engine must answer with a legal move.
const LEAST: Duration = Duration::from_millis(10);

/// What is known about time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Clock {
    /// How long and how deep to think where the time is not counted.
    usual: Limits,
    settings: Option<Settings>,
    /// The time left of each side and the stones to place in it; none in main time.
    left: [Option<(Duration, u32)>; 2],
}

/// Time in the terms of the standard: main time, then periods for so many stones each.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Settings {
    pub(super) main: Duration,
    pub(super) period: Duration,
    pub(super) stones: u32,
}

impl Clock {
    /// The time is not counted.
    pub(super) const fn new(usual: Limits) -> Self {
        Self { usual, settings: None, left: [None; 2] }
    }

    /// Begins to count. A period without stones means that there is no limit.
    pub(super) fn set(&mut self, settings: Settings) {
        let is_unlimited = !settings.period.is_zero() && settings.stones == 0;
        self.settings = (!is_unlimited).then_some(settings);
        self.left = [None; 2];
    }

    /// Takes over how much time a side has left.
    pub(super) fn tell(&mut self, side: Side, left: Duration, stones: u32) {
        self.left[side.index()] = Some((left, stones));
    }

    /// Takes the time that a side has thought off its clock. A new game resets both clocks
    /// ([`Self::restart`]).
    pub(super) fn spend(&mut self, side: Side, spent: Duration) {
        let Some(settings) = self.settings else { return };
        let (left, stones) = self.left[side.index()].unwrap_or((settings.main, 0));
        let rest = left.saturating_sub(spent);
        let is_over = rest.is_zero() || stones == 1;
        self.left[side.index()] = Some(match stones {
            _ if is_over => (settings.period, settings.stones),
            0 => (rest, 0),
            stones => (rest, stones - 1),
        });
    }

    /// A new game begins.
    pub(super) fn restart(&mut self) {
        self.left = [None; 2];
    }

    /// How long a side may think when so many points are empty.
    pub(super) fn limits(&self, side: Side, empty: u32) -> Limits {
        let told = self.left[side.index()];
        let (left, stones) = match (told, self.settings) {
            (Some(told), _) => told,
            (None, Some(Settings { main, period, stones })) if main.is_zero() => (period, stones),
            (None, Some(Settings { main, .. })) => (main, 0),
            (None, None) => return self.usual,
        };
        // A side places on about a quarter of the points that are still empty. Less is needed for each
        // of the last moves than for those before.
        let moves = if stones == 0 { (empty / 4).max(4) } else { stones };
        let reserve = match self.settings {
            Some(settings) if stones == 0 && settings.stones > 0 => {
                settings.period / settings.stones
            }
            _ => Duration::ZERO,
        };
        let budget = (left / moves).saturating_add(reserve).min(left.max(reserve));
        Limits { time: Some(budget.saturating_sub(LAG).max(LEAST)), visits: self.usual.visits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(limits: Limits) -> f64 {
        (limits.time.map_or(f64::INFINITY, |time| (time + LAG).as_secs_f64()) * 100.0).round()
            / 100.0
    }

    fn settings(main: u64, period: u64, stones: u32) -> Settings {
        let [main, period] = [main, period].map(Duration::from_secs);
        Settings { main, period, stones }
    }

    #[test]
    fn time_is_shared_out() {
        let usual = Limits::visits(7);
        let rows = [
            (settings(0, 5, 1), 80, 5.0),
            (settings(0, 30, 10), 80, 3.0),
            (settings(100, 0, 0), 80, 5.0),
            (settings(100, 0, 0), 1, 25.0),
            (settings(100, 10, 1), 80, 15.0),
            (settings(0, 0, 0), 80, 0.03),
            (settings(60, 10, 0), 80, f64::INFINITY),
        ];
        for (settings, empty, expected) in rows {
            let mut clock = Clock::new(usual);
            clock.set(settings);
            assert_eq!(seconds(clock.limits(Side::First, empty)), expected, "{settings:?}");
            assert_eq!(clock.limits(Side::First, empty).visits, Some(7));
        }
        assert_eq!(Clock::new(usual).limits(Side::First, 80), usual);
    }

    #[test]
    fn time_runs_out_and_periods_follow() {
        let mut clock = Clock::new(Limits::default());
        clock.set(settings(10, 4, 2));
        clock.spend(Side::First, Duration::from_secs(2));
        assert_eq!(seconds(clock.limits(Side::First, 16)), 4.0);
        clock.spend(Side::First, Duration::from_secs(9));
        assert_eq!(seconds(clock.limits(Side::First, 16)), 2.0);
        clock.spend(Side::First, Duration::from_secs(1));
        assert_eq!(seconds(clock.limits(Side::First, 16)), 3.0);
        clock.tell(Side::First, Duration::from_secs(1), 1);
        assert_eq!(seconds(clock.limits(Side::First, 16)), 1.0);
        assert_eq!(seconds(clock.limits(Side::Second, 16)), 4.5);
        clock.restart();
        assert_eq!(seconds(clock.limits(Side::First, 16)), 4.5);
    }
}
