//! Questions of one seat to the other.

use konoba_table::{Seat, Seats, Table, Wish};
use serde::{Deserialize, Serialize};

use super::{number, words_for};

/// What one seat has asked of the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct QuestionView {
    /// The seat that asks.
    pub by: u8,
    /// `undo` or `rematch`.
    pub wish: String,
    /// The same in a sentence.
    pub says: String,
}

impl QuestionView {
    /// What is asked at a table just now.
    pub(super) fn of(table: &Table, seats: Seats) -> Option<Self> {
        let question = table.open_wish()?;
        let wish = match question.wish {
            Wish::Undo => "undo",
            Wish::Rematch => "rematch",
        };
        let says = words_for(table, seats).asked(question);
        Some(Self { by: number(question.by), wish: wish.to_owned(), says })
    }
}

/// The seat for which a client asks: its own, or the one to move for those who watch.
pub fn seat_in_question(table: &Table, seats: Seats) -> Seat {
    let to_move = table.seat_of(table.position().to_move());
    seats.only().unwrap_or(to_move)
}
