//! Moves of a side that has won by a proof.

use std::time::Duration;

use konoba_engine::expert::{self, Skill};
use konoba_engine::{Limits, Player, Watch};
use konoba_rules::{AnyPosition, Move, Setup};

/// A move that follows a proof, and which idea it follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// The move.
    pub mv: Move,
    /// The idea, in a sentence.
    pub says: String,
}

/// Knows the proofs of the games that have one. What it has found out about a game it keeps.
#[derive(Default)]
pub struct Prover {
    experts: Vec<(Setup, Box<dyn Player>)>,
}

/// Stops at once, so that the proof is followed and no shorter win is looked for.
struct Hurry;

impl Watch for Hurry {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn must_stop(&self) -> bool {
        true
    }
}

impl Prover {
    /// What the side to move plays, which has won by the proof; none where that is not so.
    pub fn answer(&mut self, position: &AnyPosition) -> Option<Proved> {
        let setup = position.setup();
        if position.winner().is_some() || expert::pairing(setup).is_none() {
            return None;
        }
        let known = self.experts.iter().position(|(known, _)| *known == setup);
        let at = match known {
            Some(at) => at,
            None => {
                self.experts.push((setup, expert::for_setup(setup, Skill::PERFECT)?));
                self.experts.len() - 1
            }
        };
        let (_, expert) = &mut self.experts[at];
        let thought = expert.think(position, Limits::default(), &Hurry);
        thought.proof.filter(|proof| proof.winner == position.to_move())?;
        Some(Proved { mv: thought.best, says: thought.idea.unwrap_or_default() })
    }
}
