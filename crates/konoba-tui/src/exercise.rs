//! A board with a task, as it is drawn: a lesson or a puzzle.

use konoba_rules::{Piece, Point, Spec};
use konoba_scene::Scene;

/// What is on the screen.
pub(crate) struct Exercise {
    pub(crate) title: String,
    pub(crate) scene: Scene,
    /// Where a piece would be placed; none while something is shown that is no position to play in.
    pub(crate) cursor: Option<Point>,
    /// What was said to the last move.
    pub(crate) says: String,
    pub(crate) is_warning: bool,
    pub(crate) task: String,
    /// What keys do now, for the line at the bottom.
    pub(crate) keys: Vec<(&'static str, &'static str)>,
}

/// A task, with how the piece is chosen where there is a choice.
pub(crate) fn with_piece(task: String, spec: &Spec, piece: Option<Piece>) -> String {
    let Some(piece) = piece else { return task };
    let [in_hand, other] = [piece, piece.other()].map(|piece| spec.piece(piece).letter);
    format!("{task} You place {in_hand}; {} takes the other piece.", other.to_lowercase())
}
