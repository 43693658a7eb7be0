//! Which move to try next.

use konoba_rules::Side;

use super::node::{Later, Node};

/// How the search weighs what it knows. The numbers were found by matches, at a tenth of a second a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// After how many visits of a move what was seen of it later in playouts (AMAF) counts half.
    pub amaf: f32,
    /// How much priors weigh, where there are any (PUCT's constant, for win rates from 0 to 1).
    pub prior: f32,
    /// By how much a move that was never tried is thought worse than its position, where there are priors.
    pub untried: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self { amaf: 1000.0, prior: 0.55, untried: 0.1 }
    }
}

impl Weights {
    /// The most promising of some moves by what playouts tell: the mean of the visits and of the moves
    /// played later in the game, the less of the latter the more visits there are (RAVE; Gelly and
    /// Silver, 2007). Nothing is added for moves that were tried little: what was seen of them later is
    /// enough to try them. Moves that are proven to lose are out of the question.
    #[inline(always)]
    pub(super) fn by_playouts(&self, mover: Side, moves: &[Node], later: &[Later]) -> usize {
        best(mover, moves.iter().zip(later), |(node, later)| {
            let tries = node.visits() as f32;
            let (seen, won) = later.counts();
            // Most moves were never tried: all that is known of them is what was seen later.
            let (mut wins, mut all) = (won as f32, seen as f32);
            if tries > 0.0 {
                let weight = self.amaf / (self.amaf + tries);
                wins = node.win_rate() * tries + weight * wins;
                all = tries + weight * all;
            }
            // The half of a win in one visit: what is never tried nor seen is even.
            (node, (wins + 0.5) / (all + 1.0))
        })
    }

    /// The most promising of some moves by their priors and what came of them (PUCT; Silver and others,
    /// 2017). `hope` is how likely the side to move seems to win.
    #[inline(always)]
    pub(super) fn by_priors(&self, mover: Side, hope: f32, visits: u32, moves: &[Node]) -> usize {
        let scale = self.prior * (visits.max(1) as f32).sqrt();
        best(mover, moves.iter(), |node| {
            let tries = node.visits();
            let value = if tries == 0 { hope - self.untried } else { node.win_rate() };
            (node, value + scale * node.prior() / (1.0 + tries as f32))
        })
    }
}

/// The place of the move with the highest score.
#[inline(always)]
fn best<'a, M>(
    mover: Side,
    moves: impl Iterator<Item = M>,
    score: impl Fn(M) -> (&'a Node, f32),
) -> usize {
    let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
    for (index, (node, score)) in moves.map(score).enumerate() {
        if score > best_score && node.winner_before() != Some(mover.other()) {
            (best, best_score) = (index, score);
        }
    }
    best
}
