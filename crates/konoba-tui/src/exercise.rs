//! A board with a task, as it is drawn: a lesson or a puzzle.

use konoba_rules::{Move, Piece, Point, Spec};
use konoba_scene::Scene;

use crate::keys::{Act, KEYS};

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
    /// The move that is being typed, with its caret.
    pub(crate) typed: Option<String>,
    /// What keys do now, for the line at the bottom.
    pub(crate) keys: Vec<(&'static str, &'static str)>,
    /// All that keys do at such a board, for the help.
    pub(crate) help: Vec<(&'static str, &'static str)>,
}

/// Where the cursor is at first: in a corner, because the middle is often what is looked for, and in no corner that solves.
pub(crate) fn first_cursor(size: u8, solutions: &[Move]) -> Point {
    let last = size.saturating_sub(1);
    let corners = [(0, 0), (0, last), (last, last), (last, 0)].map(|(x, y)| Point::new(x, y));
    let solves = |at: &Point| solutions.iter().any(|mv| mv.point() == Some(*at));
    corners.into_iter().find(|at| !solves(at)).unwrap_or(corners[0])
}

/// The keys that do the same at every such board, with those of this one.
pub(crate) fn help_with(own: &[(&'static str, &'static str)]) -> Vec<(&'static str, &'static str)> {
    let of = |acts: &'static [Act]| {
        let bindings = KEYS.iter().filter(move |binding| acts.contains(&binding.act));
        bindings.map(|binding| (binding.shown, binding.about))
    };
    let around = [("Space Enter", "place at the cursor"), ("u Backspace", "start over")];
    of(&[Act::Left, Act::Down, Act::Up, Act::Right, Act::Type])
        .chain(around)
        .chain(own.iter().copied())
        .chain(of(&[Act::Theme, Act::Help, Act::Leave, Act::Repaint, Act::Suspend]))
        .chain([("Q Ctrl-C", "quit")])
        .collect()
}

/// A task, with how the piece is chosen where there is a choice.
pub(crate) fn with_piece(task: String, spec: &Spec, piece: Option<Piece>) -> String {
    let Some(piece) = piece else { return task };
    let [in_hand, other] = [piece, piece.other()].map(|piece| spec.piece(piece).letter);
    format!("{task} You place {in_hand}; {} takes the other piece.", other.to_lowercase())
}
