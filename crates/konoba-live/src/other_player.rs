//! Whether the opponent is connected, as a client is told of it.

use konoba_store::Presence;
use konoba_table::{Name, Table};

use crate::Seats;

/// What a player was last told of the opponent's connection, so that only changes are told.
#[derive(Default, Debug)]
pub struct OtherPlayer {
    has_gone: bool,
}

impl OtherPlayer {
    /// Whether the client was told that the opponent's connection is gone.
    pub const fn has_gone(&self) -> bool {
        self.has_gone
    }

    /// The opponent's name and whether the connection is gone now, where that is not what was told last.
    /// A client with both seats or none has no opponent, and an engine is always there.
    pub fn change<'a>(
        &mut self,
        own: Seats,
        table: &'a Table,
        presence: Presence,
    ) -> Option<(&'a Name, bool)> {
        let seat = own.only()?.other();
        let other = table.player(seat);
        let has_gone = !presence.seats[seat.index()] && !other.is_engine();
        let is_news = std::mem::replace(&mut self.has_gone, has_gone) != has_gone;
        is_news.then_some((&other.name, has_gone))
    }
}
