//! What people are asked at a table.

use konoba_rules::Side;

use super::Words;
use crate::Seat;

impl Words<'_> {
    /// What the swap is and what comes of it, for the player to whom it is offered.
    pub fn swap_offer(&self) -> String {
        let chooser = self.table.seat_of(Side::Second);
        let [name, other] = [chooser, chooser.other()].map(|seat| self.name(seat));
        let [first, second] = Side::BOTH.map(|side| self.side(side));
        format!(
            "{name} may swap instead of placing: {name} would then play {first} and own what is on \
             the board, and {other} would play {second} and move next."
        )
    }

    /// Whether a player really wants to give up.
    pub fn resignation(&self, seat: Seat) -> String {
        let player = self.player(seat, self.table.side_of(seat));
        format!("Does {player} give the game up?")
    }

    /// Whether the same people want to play again.
    pub fn rematch(&self) -> String {
        let next = self.table.opening().rematch();
        format!("Play again, with {} moving first?", next.player(next.first).name)
    }
}
