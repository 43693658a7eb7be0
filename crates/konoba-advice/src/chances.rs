//! What a thought says of who will win.

use konoba_engine::Thought;
use konoba_rules::Side;

/// How likely the player to move is to win, from 0 to 1; `None` where nothing is known. Where a swap is
/// offered, that player may win on the other side.
pub fn chances(to_move: Side, thought: &Thought) -> Option<f32> {
    if let Some(proof) = thought.proof {
        return Some(f32::from(proof.winner == to_move));
    }
    let best = thought.candidates.iter().find(|one| one.mv == thought.best)?;
    best.win_rate
}

#[cfg(test)]
mod tests {
    use konoba_engine::{Candidate, Proof};
    use konoba_rules::{Move, Point};

    use super::*;

    /// A thought that gives its only move this win rate.
    fn thought(win_rate: Option<f32>) -> Thought {
        let mv = Move::Place(Point { x: 0, y: 0 });
        let (visits, line) = (5, vec![mv]);
        let candidate = Candidate { mv, visits, win_rate, prior: None, winner: None, line };
        Thought { win_rate, visits, candidates: vec![candidate], ..Thought::only(mv) }
    }

    #[test]
    fn nothing_is_known_of_what_was_neither_proved_nor_counted() {
        assert_eq!(chances(Side::First, &thought(Some(0.3))), Some(0.3));
        assert_eq!(chances(Side::First, &thought(None)), None);
        let proof = Some(Proof { winner: Side::Second, within: None });
        let proved = Thought { proof, idea: Some("Pair.".into()), ..thought(None) };
        assert_eq!(Side::BOTH.map(|side| chances(side, &proved)), [Some(0.0), Some(1.0)]);
    }
}
