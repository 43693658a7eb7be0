//! Questions: about a position, which leave no trace, and of one seat to the other.

use konoba_rules::{Grid, Move};
use konoba_scene::{Sentences, View};
use konoba_table::{Event, Fact, Seat, Table, Wish};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{patches_of_refusal, patches_with};
use super::{Patch, number, words_for};
use konoba_live::Seats;

/// Whether a move may be played, what it would do, or why it may not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LinesView {
    /// The points of each line.
    pub lines: Vec<Vec<String>>,
    /// The same in a sentence.
    pub says: String,
    /// How the board looks with them marked.
    pub patches: Vec<Patch>,
}

/// What one seat has asked of the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct QuestionView {
    /// The seat that asks.
    pub by: u8,
    /// `undo` or `rematch`.
    pub wish: String,
    /// The same in a sentence.
    pub says: String,
}

impl MoveAnswer {
    /// What comes of a move of a seat, were it to play it now.
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

impl QuestionView {
    /// What is asked at a table just now.
    pub(super) fn of(table: &Table, seats: Seats) -> Option<Self> {
        let question = table.open_wish()?;
        let wish = match question.wish {
            Wish::Undo => "undo",
            Wish::Rematch => "rematch",
        };
        let fact = Fact::Asked { seat: question.by, wish: question.wish };
        let asked = Event { version: table.version(), at: table.latest(), fact };
        let says = words_for(table, seats).event(&asked);
        Some(Self { by: number(question.by), wish: wish.to_owned(), says })
    }
}

/// The seat for which a client asks: its own, or the one to move for those who watch.
pub fn seat_in_question(table: &Table, seats: Seats) -> Seat {
    let to_move = table.seat_of(table.position().to_move());
    seats.only().unwrap_or(to_move)
}
