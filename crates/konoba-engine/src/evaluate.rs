//! The seam to whatever has learned to judge positions: several positions in, and for each of them how
//! likely the side to move is to win and how likely each placement is to be the best.
//!
//! The search works without any of this. An evaluator knows nothing of the search: it answers for
//! the board as it stands, without a swap, and only where the side to move can place.

use std::fmt::Debug;

use konoba_rules::{Grid, Points, Position, Rules, Side};

use crate::calls::legal_points;

/// What an evaluator is shown of a position, whatever the width of its board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The size of the board.
    pub size: u8,
    /// Whose turn it is; this side can place.
    pub to_move: Side,
    /// The pieces on the board, the two kinds apart.
    pub pieces: [Points; 2],
    /// Where each side may place, were it to move.
    pub legal: [Points; 2],
}

impl Seen {
    /// What is seen of a position.
    pub fn of<R: Rules>(position: &Position<R>) -> Self {
        Self {
            size: position.rules().size(),
            to_move: position.to_move(),
            pieces: position.rules().pieces().map(Grid::to_points),
            legal: Side::BOTH.map(|side| legal_points(position, side).to_points()),
        }
    }
}

/// What is thought of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// How likely the side to move is to win, from 0 to 1.
    pub win_rate: f32,
    /// For each point of the board, row by row from a1 (as [`konoba_rules::Point::all`] goes), the logarithm
    /// of how likely a placement there is to be the best, up to a constant. Where the side to move may
    /// not place it can be anything.
    pub logits: Vec<f32>,
}

/// Evaluates positions of one game, such as a net does. It is shared between threads.
pub trait Evaluator: Send + Sync + Debug {
    /// An evaluation for each of the positions, in their order. They are of one size.
    fn evaluate(&self, positions: &[Seen]) -> Vec<Evaluation>;
}
