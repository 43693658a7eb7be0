//! The list of moves, of which only what is new is sent.

use konoba_table::{Moved, Table};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::number;

/// The moves: so many are as they were, and these come after them. What stood there before has been
/// taken back.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct MovesView {
    /// How many of the moves that were shown before stay.
    pub keep: usize,
    /// The moves after them.
    pub then: Vec<MoveView>,
}

/// A move in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MoveView {
    /// Its number, from 1.
    pub number: usize,
    /// The seat that played it.
    pub seat: u8,
    /// The class of its side: `first` or `second`.
    pub side: String,
    /// The move as it is written.
    #[schema(example = "c4")]
    pub mv: String,
    /// What it did, in a sentence.
    pub says: String,
    /// The points that it filled.
    pub fills: Vec<String>,
}

impl MovesView {
    pub(super) fn of(table: Option<&Table>, before: Option<&Table>) -> Self {
        let Some(table) = table else { return Self::default() };
        let seen = before.map(Table::history).unwrap_or_default();
        let history = table.history();
        let keep = history.iter().zip(seen).take_while(|(now, then)| now == then).count();
        let then = history.iter().enumerate().skip(keep);
        Self { keep, then: then.map(|(ply, moved)| MoveView::of(table, ply, moved)).collect() }
    }
}

impl MoveView {
    fn of(table: &Table, ply: usize, moved: &Moved) -> Self {
        use konoba_rules::Grid;
        let [first, second] = moved.played.fills;
        Self {
            number: ply + 1,
            seat: number(moved.seat),
            side: super::seat::class_of(moved.played.side).to_owned(),
            mv: moved.played.mv.written(table.setup().spec).to_string(),
            says: table.words().moved(moved),
            fills: (first | second).iter().map(|at| at.to_string()).collect(),
        }
    }
}
