//! What a move was worth, as far as an engine has looked at the positions before and after it.

use konoba_rules::{AnyPosition, Move, Side};

use super::Evaluation;

/// What is said of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It cost little or nothing.
    Fine,
    /// It cost a tenth of the chance to win or more.
    Mistake,
    /// It cost a fifth of the chance to win or more.
    Blunder,
}

impl Verdict {
    /// What is said of a move that made winning less likely by so much.
    pub fn of_cost(cost: f32) -> Self {
        if cost >= 0.2 {
            Self::Blunder
        } else if cost >= 0.1 {
            Self::Mistake
        } else {
            Self::Fine
        }
    }

    /// The word for it, if there is anything to say.
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Self::Fine => None,
            Self::Mistake => Some("mistake"),
            Self::Blunder => Some("blunder"),
        }
    }
}

/// A position of a game with how an engine sees it, if it was asked.
#[derive(Clone, Copy, Debug)]
pub struct Assessed<'a> {
    /// The position.
    pub position: &'a AnyPosition,
    /// How an engine sees it.
    pub evaluation: Option<&'a Evaluation>,
}

impl Assessed<'_> {
    /// How likely the first side is to win, from 0 to 1, whichever seat plays it; `None` where nothing is
    /// known.
    pub fn first_wins(&self) -> Option<f32> {
        if let Some(winner) = self.position.winner() {
            return Some(f32::from(winner == Side::First));
        }
        let rate = self.evaluation?.first_wins;
        Some(f32::from(rate) / f32::from(Evaluation::CERTAIN))
    }

    /// By how much a move in this position made its player less likely to win, from -1 to 1; `None` where one of
    /// the two positions is not known.
    pub fn cost(&self, mv: Move, after: Assessed<'_>) -> Option<f32> {
        let side = self.position.to_move();
        let spec = self.position.setup().spec;
        let best = self.evaluation.and_then(|seen| seen.best_line.split_whitespace().next());
        let (before, later) = (self.first_wins()?, after.first_wins()?);
        // The best move is no mistake, whatever a second look thinks of it.
        if best.and_then(|best| Move::read(best, spec).ok()) == Some(mv) {
            return Some(0.0);
        }
        let swap_is_offered = after.position.swap_is_offered();
        let before = for_person(before, side, swap_is_offered || self.position.swap_is_offered());
        // Who swaps sits on the other side afterwards.
        let side_after = if mv == Move::Swap { side.other() } else { side };
        Some(before - for_person(later, side_after, swap_is_offered))
    }
}

/// How likely the person who sits on a side now is to win. As long as a swap is ahead the second player gets the
/// better side, and a first move is the better the nearer it is to even.
fn for_person(first_wins: f32, side: Side, is_swap_ahead: bool) -> f32 {
    let first = if is_swap_ahead { first_wins.min(1.0 - first_wins) } else { first_wins };
    if side == Side::First { first } else { 1.0 - first }
}

#[cfg(test)]
mod tests {
    use konoba_rules::Setup;

    use super::*;

    /// What the last of some moves cost, with so many in a hundred for the first side before and after it.
    fn cost(setup: &str, moves: &str, best_line: &str, [before, after]: [u16; 2]) -> Option<f32> {
        let setup: Setup = setup.parse().unwrap();
        let moves: Vec<_> =
            moves.split(' ').map(|mv| Move::read(mv, setup.spec).unwrap()).collect();
        let (last, earlier) = moves.split_last().unwrap();
        let mut position = AnyPosition::start(setup);
        for mv in earlier {
            position.play(*mv).unwrap();
        }
        let mut next = position;
        next.play(*last).unwrap();
        let seen = |rate, best_line: &str| {
            (rate <= 100)
                .then(|| Evaluation { first_wins: rate * 100, best_line: best_line.to_owned() })
        };
        let (before, after) = (seen(before, best_line), seen(after, ""));
        let before = Assessed { position: &position, evaluation: before.as_ref() };
        let after = Assessed { position: &next, evaluation: after.as_ref() };
        before.cost(*last, after)
    }

    fn is_near(cost: Option<f32>, expected: f32) -> bool {
        cost.is_some_and(|cost| (cost - expected).abs() < 0.001)
    }

    #[test]
    fn a_move_costs_its_own_side_what_the_other_gains() {
        let game = "konobi:5,nopie";
        assert!(is_near(cost(game, "c3", "b2", [60, 35]), 0.25));
        assert!(is_near(cost(game, "c3 a1", "b2", [60, 85]), 0.25));
        assert!(is_near(cost(game, "c3 a1", "b2", [60, 35]), -0.25));
        assert!(is_near(cost(game, "c3 a1", "a1 b2", [60, 85]), 0.0), "it was the best move");
    }

    #[test]
    fn what_is_not_known_costs_nothing() {
        assert_eq!(cost("konobi:5,nopie", "c3", "", [60, 101]), None);
        assert_eq!(cost("konobi:5,nopie", "c3", "", [101, 60]), None);
        // The end of a game needs no engine.
        assert!(is_near(cost("konobi:1,nopie", "a1", "", [60, 101]), -0.4));
    }

    #[test]
    fn with_a_swap_ahead_an_uneven_first_move_is_the_mistake() {
        let game = "konobi:5";
        assert!(is_near(cost(game, "c3", "a1", [50, 90]), 0.4));
        assert!(is_near(cost(game, "c3", "a1", [50, 10]), 0.4));
        // Not to take the better side, and to give it away.
        assert!(is_near(cost(game, "c3 b1", "swap", [90, 90]), 0.8));
        assert!(is_near(cost(game, "c3 swap", "b1", [10, 10]), 0.8));
        assert!(is_near(cost(game, "c3 swap", "swap b1", [90, 90]), 0.0));
    }

    #[test]
    fn costs_have_words() {
        let words = [0.0, 0.0999, 0.1, 0.1999, 0.2, 1.0].map(|cost| Verdict::of_cost(cost).word());
        let (mistake, blunder) = (Some("mistake"), Some("blunder"));
        assert_eq!(words, [None, None, mistake, mistake, blunder, blunder]);
    }
}
