//! Any legal move.

use konoba_rules::AnyPosition;
use konoba_rules::playout::{Dice, WyRand};

use crate::{Limits, Player, Thought, Watch};

/// Plays any legal move, each as likely as the next; it never swaps.
#[derive(Clone, Debug)]
pub struct Random {
    dice: WyRand,
}

impl Random {
    /// With chance that begins here.
    pub const fn new(seed: u64) -> Self {
        Self { dice: WyRand::new(seed) }
    }
}

impl Player for Random {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn think(&mut self, position: &AnyPosition, _: Limits, _: &dyn Watch) -> Thought {
        let mut moves = position.moves_of(position.to_move());
        moves.retain(|mv| *mv != konoba_rules::Move::Swap);
        Thought::only(moves[self.dice.below(moves.len() as u32) as usize])
    }
}
