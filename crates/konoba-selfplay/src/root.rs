//! How the moves of the root are tried and judged, by one method or the other.

use konoba_rules::Rules;
use konoba_rules::playout::WyRand;

use crate::chance::gumbel;
use crate::effort::{Effort, Noise, Root};
use crate::gumbel::GumbelRoot;
use crate::puct::{PuctRoot, temperature};
use crate::tree::{Edge, Node};

/// What is known of the root's moves.
#[derive(Clone, Debug)]
pub enum RootMoves {
    /// By Gumbel AlphaZero.
    Gumbel(GumbelRoot),
    /// By PUCT.
    Puct(PuctRoot),
}

impl RootMoves {
    /// Takes the moves of a root that has just been evaluated.
    pub fn new<R: Rules>(
        root: &Node<R>,
        edges: &[Edge],
        effort: Effort,
        dice: &mut WyRand,
    ) -> Self {
        let Effort { simulations, root: method, noise } = effort;
        let puct = match method {
            Root::Gumbel { considered } => {
                let lot = || if noise == Noise::Gumbel { gumbel(dice) } else { 0.0 };
                return Self::Gumbel(GumbelRoot::new(edges, considered, simulations, lot));
            }
            Root::Puct => PuctRoot::new(edges),
            Root::ExploringPuct => PuctRoot::new(edges).exploring(dice),
        };
        let softness = temperature(root.position.ply(), root.position.rules().size());
        Self::Puct(match noise {
            Noise::None => puct,
            Noise::Gumbel => puct.drawing(softness, dice),
        })
    }

    /// Judges the moves by the values found until now; `root_value` is what the net said of the
    /// root. Moves that are lost for certain are out of the question.
    pub fn judge(&mut self, root_value: f32, edges: &[Edge], is_lost: impl Fn(&Edge) -> bool) {
        match self {
            Self::Gumbel(moves) => moves.judge(root_value, edges, is_lost),
            Self::Puct(moves) => moves.judge(root_value, edges, is_lost),
        }
    }

    /// The move that simulation `number` tries.
    pub fn to_try(&self, edges: &[Edge], number: usize) -> usize {
        match self {
            Self::Gumbel(moves) => moves.to_try(edges, number),
            Self::Puct(moves) => moves.to_try(edges),
        }
    }

    /// The move to play.
    pub fn choice(&self, edges: &[Edge]) -> usize {
        match self {
            Self::Gumbel(moves) => moves.choice(edges),
            Self::Puct(moves) => moves.choice(edges),
        }
    }

    /// The policy that the net shall learn: probabilities that sum to 1.
    pub fn improved_policy(&self, edges: &[Edge], policy: &mut Vec<f32>) {
        match self {
            Self::Gumbel(moves) => moves.improved_policy(policy),
            Self::Puct(moves) => moves.improved_policy(edges, policy),
        }
    }
}

impl Default for RootMoves {
    fn default() -> Self {
        Self::Gumbel(GumbelRoot::default())
    }
}
