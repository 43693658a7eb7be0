//! What people are asked at a table.

use konoba_rules::Side;
use konoba_scene::Subject;

use super::Words;
use crate::Seat;

impl Words<'_> {
    /// What the swap is and what comes of it, for the player to whom it is offered.
    pub fn swap_offer(&self) -> String {
        let chooser = self.table.seat_of(Side::Second);
        let [first, second] = Side::BOTH.map(|side| self.side(side));
        let (who, other) = (self.who(chooser), self.who(chooser.other()));
        let may = who.does("may", "may");
        let then = who.within("then plays", "then play");
        let next = match other {
            Subject::Named(name) => format!("{name} plays {second} and moves next"),
            Subject::You => format!("you play {second} and move next"),
        };
        format!("{may} swap instead of placing: {then} {first}, and {next}.")
    }

    /// Whether a player really wants to resign.
    pub fn resignation(&self, seat: Seat) -> String {
        match self.who(seat) {
            Subject::Named(_) => {
                format!("Resign as {}?", self.player(seat, self.table.side_of(seat)))
            }
            Subject::You => "Resign this game?".to_owned(),
        }
    }

    /// Whether the same people want to play again.
    pub fn rematch(&self) -> String {
        let next = self.table.opening().rematch();
        let first = self.subject(next.first, next.player(next.first).name.as_str());
        format!("Rematch? {} first.", first.does("moves", "move"))
    }
}
