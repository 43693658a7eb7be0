//! Playing again begins a game for both, so both must have room for one. The store counts when the game
//! begins; the check here tells the player who asks at once.

use konoba_store::{Entry, GuestId, TableId};
use konoba_table::{Action, Seat, Wish};

use super::House;
use crate::HouseError;
use crate::keeper::Credentials;

/// Whether an order may begin another game.
pub(super) const fn begins_rematch(action: Action) -> bool {
    matches!(action, Action::Ask(Wish::Rematch) | Action::Accept(Wish::Rematch))
}

impl House {
    /// Why the players of a table cannot have another game, if one of them has no room for it.
    pub(super) async fn no_room_for_rematch(
        &self,
        table: TableId,
        who: &Credentials,
    ) -> Result<Option<HouseError>, HouseError> {
        let entry = self.look(table).await?.entry;
        let own = who.seats_at(&entry);
        // A rematch that was agreed already begins no further game.
        if entry.next.is_some() || own.is_empty() {
            return Ok(None);
        }
        let max = self.config().max_tables_of_guest;
        for seat in Seat::BOTH {
            let Some(holder) = &entry.seats[seat.index()] else { continue };
            if self.store().count_unfinished(holder.guest).await? >= max {
                return Ok(Some(match own.contains(seat) {
                    true => HouseError::TooManyTables(max),
                    false => HouseError::OpponentHasTooManyTables(max),
                }));
            }
        }
        Ok(None)
    }

    /// Why no game begins at a table: the caller or the opponent has too many games.
    pub(super) async fn too_many_tables(
        &self,
        guest: GuestId,
        who: &Credentials,
        table: TableId,
    ) -> HouseError {
        let max = self.config().max_tables_of_guest;
        let is_own = |entry: &Entry| {
            let own = who.seats_at(entry);
            let mut holders = own.iter().filter_map(|seat| entry.seats[seat.index()].as_ref());
            holders.any(|holder| holder.guest == guest)
        };
        match self.look(table).await {
            _ if who.guest == Some(guest) => HouseError::TooManyTables(max),
            Ok(found) if !is_own(&found.entry) => HouseError::OpponentHasTooManyTables(max),
            Ok(_) | Err(_) => HouseError::TooManyTables(max),
        }
    }
}
