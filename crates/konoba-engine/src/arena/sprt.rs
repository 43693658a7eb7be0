//! When a match has shown enough: the sequential probability ratio test (Wald, 1945).

use super::tally::Spread;
use super::{Tally, score_of_elo};

/// Tests whether the first player is stronger by `elo[1]` rather than by `elo[0]`, with a chance of 5 %
/// to conclude either wrongly.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The two differences in Elo, the smaller first.
    pub elo: [f64; 2],
}

/// What such a test concludes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The difference is rather the smaller one.
    Refused,
    /// More games are needed.
    GoesOn,
    /// The difference is rather the larger one.
    Accepted,
}

impl Sprt {
    /// The logarithm of the likelihood ratio at which the test ends, 2.94.
    pub fn bound() -> f64 {
        (0.95_f64 / 0.05).ln()
    }

    /// The logarithm of the likelihood ratio, for pairs with normally distributed results (the
    /// generalised test of Van den Bergh).
    pub fn log_likelihood(&self, tally: &Tally) -> f64 {
        self.of_counts(&tally.pairs)
    }

    fn of_counts(&self, counts: &[u32]) -> f64 {
        let Spread { count, mean, variance } = Spread::of(counts);
        if count == 0.0 {
            return 0.0;
        }
        let [low, high] = self.elo.map(score_of_elo);
        // Few pairs may all be alike, which must not count as certainty.
        let variance = (variance * count + 0.125) / (count + 1.0);
        count * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// What the pairs conclude.
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let found = self.log_likelihood(tally);
        if found >= Self::bound() {
            Verdict::Accepted
        } else if found <= -Self::bound() {
            Verdict::Refused
        } else {
            Verdict::GoesOn
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratios_are_those_that_stockfish_published() {
        // Pull requests 2493, 3209, 3098 (twice), 2971 and 2951 of official-stockfish/Stockfish: the bounds in
        // Elo, pairs with 0, 1/2, 1, 3/2 and 2 points, and the ratio.
        let rows = [
            ([-1.0, 3.0], [424, 2948, 5832, 3045, 460], 2.94),
            ([-0.25, 1.25], [253, 4282, 17604, 4431, 286], 2.94),
            ([-0.25, 1.25], [491, 7345, 29693, 7670, 465], 2.96),
            ([0.25, 1.25], [53, 2220, 21459, 2445, 47], 2.97),
            ([0.25, 1.75], [11, 407, 3238, 513, 11], 2.93),
            ([-0.5, 1.5], [59, 754, 2467, 865, 75], 2.95),
        ];
        for (elo, counts, expected) in rows {
            let found = Sprt { elo }.of_counts(&counts);
            assert!((found - expected).abs() < 0.02, "{found}, not {expected}");
        }
        assert!((Sprt::bound() - 2.94).abs() < 0.005);
    }

    #[test]
    fn a_test_concludes_either_way_or_not_yet() {
        let verdict = |pairs| Sprt { elo: [0.0, 50.0] }.verdict(&Tally { pairs });
        assert_eq!(verdict([0, 0, 0]), Verdict::GoesOn);
        assert_eq!(verdict([0, 0, 1]), Verdict::GoesOn);
        assert_eq!(verdict([10, 60, 60]), Verdict::Accepted);
        assert_eq!(verdict([60, 60, 10]), Verdict::Refused);
    }
}
