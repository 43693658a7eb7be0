//! What the pairs of a match come to: score, Elo, and how sure that is.

/// The quantile of the normal distribution beyond which lies a fortieth: 95 % lie within.
const NORMAL_95: f64 = 1.959_963_985;

/// The pairs of a match by what the first player made of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Pairs in which the first player lost both games, one, and none.
    pub pairs: [u32; 3],
}

/// A value and the interval that contains the truth in 95 of 100 matches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// The best guess.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Tally {
    /// Adds a pair in which the first player won so many of the two games.
    pub fn add(&mut self, won: u32) {
        self.pairs[won.min(2) as usize] += 1;
    }

    /// How many games were played.
    pub fn games(&self) -> u32 {
        2 * self.pairs.iter().sum::<u32>()
    }

    /// How many of them the first player won.
    pub fn won(&self) -> u32 {
        self.pairs[1] + 2 * self.pairs[2]
    }

    /// The share of games that the first player wins. Without any game nothing is known.
    pub fn score(&self) -> Bounds {
        let Spread { count, mean, variance } = Spread::of(&self.pairs);
        if count == 0.0 {
            return Bounds { value: 0.5, low: 0.0, high: 1.0 };
        }
        // As many single games would tell as much. Pairs can tell more than their games, because an
        // opening that decides the game cancels out; but by luck they can seem to tell everything, so
        // no more than twice the games are believed.
        let most = 4.0 * count;
        let games = if variance > 0.0 { mean * (1.0 - mean) * count / variance } else { f64::MAX };
        let is_extreme = mean == 0.0 || mean == 1.0;
        let games = if is_extreme { 2.0 * count } else { games.min(most) };
        wilson(mean, games)
    }

    /// By how much the first player is stronger, in Elo; infinite if one of them won everything.
    pub fn elo(&self) -> Bounds {
        let Bounds { value, low, high } = self.score();
        Bounds { value: elo_of_score(value), low: elo_of_score(low), high: elo_of_score(high) }
    }
}

/// Counts of results that lie evenly between 0 and 1.
pub(super) struct Spread {
    pub(super) count: f64,
    pub(super) mean: f64,
    pub(super) variance: f64,
}

impl Spread {
    pub(super) fn of(counts: &[u32]) -> Self {
        let value = |place: usize| place as f64 / (counts.len() - 1) as f64;
        let sum = |term: &dyn Fn(usize) -> f64| -> f64 {
            counts.iter().enumerate().map(|(place, &n)| f64::from(n) * term(place)).sum()
        };
        let count = sum(&|_| 1.0);
        let mean = sum(&value) / count;
        let variance = sum(&|place| (value(place) - mean).powi(2)) / count;
        Self { count, mean, variance }
    }
}

/// The interval of Wilson (1927), which stays honest where one side wins nearly everything.
fn wilson(share: f64, games: f64) -> Bounds {
    let z = NORMAL_95 * NORMAL_95 / games;
    let middle = (share + z / 2.0) / (1.0 + z);
    let half = (z * (share * (1.0 - share) + z / 4.0)).sqrt() / (1.0 + z);
    Bounds { value: share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// The difference in Elo at which this share of the games is won.
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The share of the games that is won at a difference in Elo.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found}, not {expected}");
    }

    #[test]
    fn wilson_intervals_are_those_of_the_textbooks() {
        // Newcombe (1998), table I, method 3.
        let rows = [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ];
        for (won, games, low, high) in rows {
            let bounds = wilson(f64::from(won) / f64::from(games), f64::from(games));
            assert_near(bounds.low, low, 5e-5);
            assert_near(bounds.high, high, 5e-5);
        }
    }

    #[test]
    fn elo_and_its_error_are_those_that_fastchess_prints() {
        // Counts of pairs with 0, 1/2, 1, 3/2 and 2 points, the Elo and the half of its interval, from
        // published results. Theirs is a normal interval, to which Wilson's comes close.
        let rows = [
            ([307, 619, 1202, 725, 353], 10.73, 6.70),
            ([84, 124, 343, 125, 164], 33.40, 14.24),
            ([11, 1, 32, 8, 48], 149.26, 55.24),
        ];
        for (counts, elo, error) in rows {
            let Spread { count, mean, variance } = Spread::of(&counts);
            let bounds = wilson(mean, mean * (1.0 - mean) * count / variance);
            assert_near(elo_of_score(bounds.value), elo, 0.005);
            assert_near(
                (elo_of_score(bounds.high) - elo_of_score(bounds.low)) / 2.0,
                error,
                error * 0.03,
            );
        }
    }

    #[test]
    fn elo_is_logistic() {
        assert_eq!(format!("{:+.0}", elo_of_score(0.5)), "+0");
        assert_eq!([0.0, 1.0].map(elo_of_score), [f64::NEG_INFINITY, f64::INFINITY]);
        for (elo, score) in [(0.0, 0.5), (100.0, 0.6401), (200.0, 0.7597), (400.0, 0.9091)] {
            assert_near(score_of_elo(elo), score, 5e-5);
            assert_near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
    }

    #[test]
    fn few_pairs_prove_little() {
        let score = |pairs| Tally { pairs }.score();
        assert_eq!(score([0, 0, 0]), Bounds { value: 0.5, low: 0.0, high: 1.0 });
        assert!(score([0, 5, 0]).low < 0.35, "all shared");
        let all = score([0, 0, 50]);
        assert_near(all.low, 0.963, 5e-4);
        assert_near(all.high, 1.0, 1e-9);
        assert_eq!(Tally { pairs: [0, 0, 50] }.elo().value, f64::INFINITY);
        assert_eq!((Tally { pairs: [1, 2, 3] }.won(), Tally { pairs: [1, 2, 3] }.games()), (8, 12));
    }
}
