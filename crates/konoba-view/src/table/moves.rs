//! The list of moves, of which only what is new is sent.

use konoba_rules::Grid;
use konoba_table::{Moved, Table};
use serde::{Deserialize, Serialize};

/// The moves: so many are as they were, and these come after them. What stood there before has been
/// taken back.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MovesView {
    /// How many of the moves that were shown before stay.
    pub keep: usize,
    /// The moves after them.
    pub then: Vec<MoveView>,
}

/// A move in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveView {
    /// The class of its side: `first` or `second`.
    pub side: String,
    /// The move as it is written.
    #[cfg_attr(feature = "schema", schema(example = "c4"))]
    pub mv: String,
    /// What it did, in a sentence. News leaves it out: there it is the sentence at the same place in
    /// `says`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// The points that it filled, if any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fills: Vec<String>,
}

impl MovesView {
    /// All moves of a table.
    pub(super) fn all(table: &Table) -> Self {
        let says = |moved: &Moved| Some(table.words().moved(moved));
        let then = table.history().iter();
        Self { keep: 0, then: then.map(|moved| MoveView::of(table, moved, says(moved))).collect() }
    }

    /// That all moves are as they were.
    pub(super) fn same(table: &Table) -> Self {
        Self { keep: table.history().len(), then: Vec::new() }
    }

    /// What is different from the table as it was before; none if nothing is. Since then moves were made or
    /// taken back, but not both, so that the shorter list is how the longer one begins.
    pub(super) fn since(before: &Table, table: &Table) -> Option<Self> {
        let (seen, history) = (before.history(), table.history());
        let keep = seen.len().min(history.len());
        debug_assert!(seen[..keep] == history[..keep], "moves were made or taken back");
        let then = history[keep..].iter().map(|moved| MoveView::of(table, moved, None)).collect();
        (keep < seen.len() || keep < history.len()).then_some(Self { keep, then })
    }
}

impl MoveView {
    fn of(table: &Table, moved: &Moved, says: Option<String>) -> Self {
        let [first, second] = moved.played.fills;
        Self {
            side: super::seat::class_of(moved.played.side).to_owned(),
            mv: moved.played.mv.written(table.setup().spec).to_string(),
            says,
            fills: (first | second).iter().map(|at| at.to_string()).collect(),
        }
    }
}
