//! What a thought says of who will win.

use konoba_engine::Thought;
use konoba_rules::Side;

/// How likely the player to move is to win, from 0 to 1; `None` where nothing is known. Where a swap is
/// offered, that player may win on the other side.
pub fn chances(to_move: Side, thought: &Thought) -> Option<f32> {
    if let Some(proof) = thought.proof {
        return Some(f32::from(proof.winner == to_move));
    }
    // A player that follows ideas counts nothing, and a move without visits has no win rate, whatever
    // number stands there.
    let best = thought.candidates.iter().find(|one| one.mv == thought.best);
    let is_counted = thought.idea.is_none() && best.is_some_and(|best| best.visits > 0);
    thought.win_rate.filter(|_| is_counted)
}

#[cfg(test)]
mod tests {
    use konoba_engine::{Candidate, Proof};
    use konoba_rules::{Move, Point};

    use super::*;

    /// A thought that gives its only move 30 of 100 after so many visits.
    fn thought(visits: u64) -> Thought {
        let mv = Move::Place(Point { x: 0, y: 0 });
        let (win_rate, line) = (0.3, vec![mv]);
        let candidate = Candidate { mv, visits, win_rate, prior: None, winner: None, line };
        let candidates = vec![candidate];
        Thought { win_rate: Some(win_rate), visits, candidates, ..Thought::only(mv) }
    }

    #[test]
    fn nothing_is_known_of_what_was_neither_proved_nor_counted() {
        assert_eq!(chances(Side::First, &thought(5)), Some(0.3));
        assert_eq!(chances(Side::First, &thought(0)), None);
        assert_eq!(
            chances(Side::First, &Thought { idea: Some("Hope.".into()), ..thought(5) }),
            None
        );
        let proof = Some(Proof { winner: Side::Second, within: None });
        let proved = Thought { proof, idea: Some("Pair.".into()), ..thought(5) };
        assert_eq!(Side::BOTH.map(|side| chances(side, &proved)), [Some(0.0), Some(1.0)]);
    }
}
