//! What came of the orders of one step.

use std::time::{Duration, Instant};

use serde::Serialize;

/// What came of the orders of one step, as they are answered.
#[derive(Default)]
pub(crate) struct Tally {
    /// How long it took until an order was known to be kept, in milliseconds.
    acknowledged: Vec<f64>,
    /// How long it took until the other player was told of it.
    told: Vec<f64>,
    pub(crate) refused: u64,
    /// How much was heard, in bytes.
    pub(crate) heard: usize,
    last: Option<Instant>,
}

/// What came of one step.
#[derive(Serialize)]
pub(crate) struct RateResult {
    /// Moves that were acknowledged, for each second until the last of them was.
    pub(crate) reached: f64,
    pub(crate) moves: usize,
    /// Orders that were refused.
    pub(crate) refused: u64,
    /// Turns that went by since the order before in that game was not answered yet.
    pub(crate) skipped: u64,
    /// Orders that were not answered at all.
    pub(crate) open: usize,
    /// What was heard by both players, in bytes for each move.
    pub(crate) bytes_a_move: f64,
    pub(crate) acknowledged: Spread,
    pub(crate) told: Spread,
}

/// How long something took, in milliseconds.
#[derive(Serialize, PartialEq, Debug)]
pub(crate) struct Spread {
    p50: f64,
    p99: f64,
    p999: f64,
}

impl Tally {
    pub(crate) fn acknowledge(&mut self, since: Instant) {
        self.acknowledged.push(millis(since.elapsed()));
        self.last = Some(Instant::now());
    }

    pub(crate) fn tell(&mut self, since: Instant) {
        self.told.push(millis(since.elapsed()));
    }

    /// Sums the step up. It took `seconds`, or longer if answers came later.
    pub(crate) fn sum(self, begin: Instant, seconds: f64, skipped: u64, open: usize) -> RateResult {
        let last = self.last.map_or(0.0, |last| last.duration_since(begin).as_secs_f64());
        RateResult {
            reached: self.acknowledged.len() as f64 / seconds.max(last),
            moves: self.acknowledged.len(),
            refused: self.refused,
            skipped,
            open,
            bytes_a_move: self.heard as f64 / self.acknowledged.len().max(1) as f64,
            acknowledged: Spread::of(self.acknowledged),
            told: Spread::of(self.told),
        }
    }
}

impl Spread {
    pub(crate) fn of(mut took: Vec<f64>) -> Self {
        took.sort_by(f64::total_cmp);
        let last = took.len().saturating_sub(1) as f64;
        let at = |share: f64| took.get((last * share).round() as usize).copied().unwrap_or(0.0);
        Self { p50: at(0.5), p99: at(0.99), p999: at(0.999) }
    }
}

fn millis(took: Duration) -> f64 {
    took.as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_names_the_slow_ones() {
        let took: Vec<f64> = (0..=1000).rev().map(f64::from).collect();
        assert_eq!(Spread::of(took), Spread { p50: 500.0, p99: 990.0, p999: 999.0 });
        assert_eq!(Spread::of(Vec::new()), Spread { p50: 0.0, p99: 0.0, p999: 0.0 });
    }
}
