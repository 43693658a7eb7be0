//! What is promised of tables at which a seat is empty.

use konoba_store::{Standing, TableId};
use konoba_table::{Seat, Table};

use super::World;
use crate::happening::Sitting;
use crate::ledger::{Checked, Promise, hold};

impl World {
    /// Whoever is told to sit sits, and an offer that is said to be taken back is.
    pub(super) fn check_sitting(
        &self,
        table: TableId,
        sitting: &Sitting,
        own: Option<&Table>,
    ) -> Checked {
        let Some(entry) = self.store.entry(table) else { return Ok(()) };
        // The store has lost it since, and the node does not know yet.
        if self.ledger.is_lost(table, own) {
            return Ok(());
        }
        let is_kept = match sitting {
            Sitting::Sit(holder, _) => entry.seats[Seat::Two.index()].as_ref() == Some(holder),
            Sitting::Withdraw => entry.standing == Standing::Withdrawn,
        };
        hold(Promise::Acknowledged, is_kept, || {
            format!("{sitting:?} is kept as {:?}", entry.standing)
        })?;
        let is_invited = !matches!(sitting, Sitting::Sit(_, None));
        hold(Promise::Seats, is_invited, || format!("{sitting:?} had no invitation"))
    }

    /// An offer that was taken back has never been played, and a game that is played is never taken
    /// back.
    pub(super) fn check_standing(&self, table: TableId) -> Checked {
        let entry = self.store.entry(table);
        let is_played =
            |standing: Standing| !matches!(standing, Standing::Waiting | Standing::Withdrawn);
        let is_right = entry.is_none_or(|entry| is_played(entry.standing) == (entry.version > 0));
        hold(Promise::Log, is_right, || {
            let found = entry.map(|entry| (entry.standing, entry.version));
            format!("a table cannot stand so: {found:?}")
        })
    }
}
