//! The simplest player that tries to win.

use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Move, Side};

use crate::{Limits, Player, Thought, Watch};

/// Wins at once if it can; else takes a point where the opponent would win at once, if it may; else
/// plays any legal move. It never swaps.
#[derive(Clone, Debug)]
pub struct OnePly {
    dice: WyRand,
}

impl OnePly {
    /// With chance that begins here.
    pub const fn new(seed: u64) -> Self {
        Self { dice: WyRand::new(seed) }
    }
}

impl Player for OnePly {
    fn name(&self) -> String {
        "oneply".to_owned()
    }

    fn think(&mut self, position: &AnyPosition, _: Limits, _: &dyn Watch) -> Thought {
        let side = position.to_move();
        let mut moves = position.moves_of(side);
        moves.retain(|mv| *mv != Move::Swap);
        let winner_by = |mv: Move| winner_by(position, mv);
        if let Some(win) = moves.iter().find(|mv| winner_by(**mv) == Some(side)) {
            return Thought::only(*win);
        }
        let dangers = dangers(position, &moves);
        let blocks: Vec<_> = moves.iter().filter(|mv| dangers.contains(mv)).collect();
        let mut any = |count: usize| self.dice.below(count as u32) as usize;
        Thought::only(match blocks.len() {
            0 => moves[any(moves.len())],
            count => *blocks[any(count)],
        })
    }
}

fn winner_by(position: &AnyPosition, mv: Move) -> Option<Side> {
    let mut next = *position;
    next.play(mv).ok()?;
    next.winner()
}

/// The placements by which the opponent would win at once, were it to move now.
fn dangers(position: &AnyPosition, moves: &[Move]) -> Vec<Move> {
    let (setup, other) = (position.setup(), position.to_move().other());
    // A position in which no move was played is neither won nor ill-formed, so it stands for the other
    // side as well.
    let Ok(theirs) = AnyPosition::standing(setup, position.pieces(), other) else {
        return Vec::new();
    };
    moves.iter().copied().filter(|mv| winner_by(&theirs, *mv) == Some(other)).collect()
}
