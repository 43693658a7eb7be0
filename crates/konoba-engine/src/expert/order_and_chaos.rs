//! Order and Chaos, which is solved: the proof, and a player that knows it.

mod centre;
mod hunt;
mod lines;
mod pairs;
mod player;
mod proof;
mod theory;
mod trial;

pub use pairs::{Pair, PairReply, Pairing};
pub use player::{Expert, Skill};
pub use proof::{CheckedClaim, Proven, Refuted, prove, prove_centre, prove_pairing};
pub use trial::{Adversary, Trial, trial};
