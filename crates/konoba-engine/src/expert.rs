//! Players of games that are solved, and the proofs that they are.

pub mod order_and_chaos;

use konoba_rules::games::OrderAndChaos;
use konoba_rules::{Rules, Setup};

use crate::Player;

pub use order_and_chaos::{Pair, PairReply, Pairing, Proven, Refuted, Skill};

/// The expert for a game, if there is one.
pub fn for_setup(setup: Setup, skill: Skill) -> Option<Box<dyn Player>> {
    has_expert(setup).then(|| Box::new(order_and_chaos::Expert::new(skill)) as Box<dyn Player>)
}

/// Derives again who wins a game, or says why that fails; `None` for a game without a proof.
pub fn prove(setup: Setup) -> Option<Result<Proven, Refuted>> {
    has_expert(setup).then(|| order_and_chaos::prove(setup))
}

/// The cells that the winner fills in pairs: what is played into one is answered in the other.
/// `None` for a game without a proof.
pub fn pairing(setup: Setup) -> Option<Pairing> {
    has_expert(setup).then(|| Pairing::of(setup))
}

fn has_expert(setup: Setup) -> bool {
    setup.spec.id == OrderAndChaos::SPEC.id
}
