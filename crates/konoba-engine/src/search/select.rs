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
    /// How much softer priors are taken than the net says them: they are raised to the power of one by this.
    pub softness: f32,
    /// How much the weight of priors follows how far results lie apart: not at all with 0, in proportion with 1.
    pub spread: f32,
    /// By how many standard errors the win rate of a move is taken for lower when the move to play is chosen, where
    /// there are priors; with none the move with most visits is played.
    pub caution: f32,
}

/// How far results usually lie apart (a standard deviation), and for how many visits that is believed.
const USUAL_SPREAD: f32 = 0.2;
const BELIEVED_FOR: f32 = 2.0;

impl Default for Weights {
    fn default() -> Self {
        Self { softness: 1.3, spread: 0.85, caution: 3.0, ..Self::PLAIN }
    }
}

impl Weights {
    /// Priors as the net says them, and the move with most visits. Levels below full strength play by these, but for what
    /// of the uppermost is masterly: they were measured so, and what makes full strength stronger must not shift them.
    pub(crate) const PLAIN: Self =
        Self { amaf: 1000.0, prior: 0.55, untried: 0.1, softness: 1.0, spread: 0.0, caution: 0.0 };

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

    /// The most promising of the moves from a position by their priors and what came of them (PUCT; Silver and others,
    /// 2017). Where results lie far apart there is more to find out, and priors count for more (KataGo).
    #[inline(always)]
    pub(super) fn by_priors(&self, mover: Side, from: &Node, visits: u32, moves: &[Node]) -> usize {
        let hope = 1.0 - from.win_rate();
        let scale = self.prior * (visits.max(1) as f32).sqrt() * self.exploration(from, visits);
        best(mover, moves.iter(), |node| {
            let tries = node.visits();
            let value = if tries == 0 { hope - self.untried } else { node.win_rate() };
            (node, value + scale * node.prior() / (1.0 + tries as f32))
        })
    }

    /// How much more than usual there is to find out below a node.
    #[inline(always)]
    fn exploration(&self, from: &Node, visits: u32) -> f32 {
        let visits = visits as f32;
        let usual = BELIEVED_FOR * USUAL_SPREAD * USUAL_SPREAD;
        let variance = (from.variance() * visits + usual) / (visits + BELIEVED_FOR);
        1.0 + self.spread * (variance.sqrt() / USUAL_SPREAD - 1.0)
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
