//! Answers to questions about a position, which leave no trace.

use konoba_rules::{Grid, Move};
use konoba_scene::{Sentences, View};
use konoba_table::{Seat, Table};
use serde::{Deserialize, Serialize};

use crate::board::{Patch, patches_of_refusal, patches_with};

/// Whether a move may be played, what it would do, or why it may not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveAnswer {
    /// The move as it is written.
    pub mv: String,
    /// Whether it may be played.
    pub is_legal: bool,
    /// The id of the rule that it breaks.
    pub rule: Option<String>,
    /// What it would do, or why it may not be played, in a sentence.
    pub says: String,
    /// What to ask the player before it is played, where it may be played and needs a confirmation.
    pub asks: Option<String>,
    /// The cells to blame.
    pub blamed: Vec<String>,
    /// The points that it would fill.
    pub fills: Vec<String>,
    /// How the board looks with that shown. Undone by the patches of the next answer or news, or by
    /// remembering what was there.
    pub patches: Vec<Patch>,
}

/// Lines that are still open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LinesView {
    /// The points of each line.
    pub lines: Vec<Vec<String>>,
    /// The same in a sentence.
    pub says: String,
    /// How the board looks with them marked.
    pub patches: Vec<Patch>,
}

impl MoveAnswer {
    /// What a move of a seat would do, were it played now.
    pub fn of(table: &Table, seat: Seat, mv: Move) -> Self {
        let sentences = Sentences::of(table.setup());
        let written = mv.written(table.setup().spec).to_string();
        if let Some(refusal) = table.why_not(seat, mv) {
            return Self {
                mv: written,
                is_legal: false,
                rule: Some(refusal.why.id().to_owned()),
                says: sentences.refusal(table.position(), &refusal),
                asks: None,
                blamed: refusal.why.cells().map(|at| at.to_string()).collect(),
                fills: Vec::new(),
                patches: patches_of_refusal(table, refusal),
            };
        }
        let mut tried = *table.position();
        let played = tried.play(mv).ok();
        let view = View { preview: played, ..table.view() };
        let fills = played.map(|played| played.fills[0] | played.fills[1]);
        Self {
            mv: written,
            is_legal: true,
            rule: None,
            says: played.map(|played| sentences.considered(&played)).unwrap_or_default(),
            asks: Some(sentences.confirmation(mv)),
            blamed: Vec::new(),
            fills: fills.into_iter().flat_map(Grid::iter).map(|at| at.to_string()).collect(),
            patches: patches_with(table, &view),
        }
    }
}

impl LinesView {
    /// The lines that are open at a table.
    pub fn of(table: &Table) -> Self {
        let lines = table.position().open_lines();
        let view = View { shows_open_lines: true, ..table.view() };
        let names = |line: &konoba_rules::Points| line.iter().map(|at| at.to_string()).collect();
        Self {
            says: Sentences::of(table.setup()).open_lines(&lines),
            lines: lines.iter().map(names).collect(),
            patches: patches_with(table, &view),
        }
    }
}
