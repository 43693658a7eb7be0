//! What players say at a table. It is no event, and nothing is kept of it.

use konoba_table::Seat;

use super::Live;
use crate::HouseError;
use crate::fair_play::is_between_people;
use crate::keeper::Credentials;
use crate::message::UpdateKind;
use crate::remarks::Remark;

impl Live {
    /// Lets a player say something; the seat from which it is said. Where nodes share a store, all of
    /// them hear of it from there, so no client is told here yet.
    pub(super) fn say(&mut self, who: &Credentials, remark: Remark) -> Result<Seat, HouseError> {
        let seats = self.keeper.seats_of(who);
        if seats.is_empty() {
            return Err(HouseError::NotSeated);
        }
        let seat = seats.only().filter(|_| is_between_people(self.keeper.entry()));
        let seat = seat.ok_or(HouseError::NoListener)?;
        if self.keeper.table().is_none() {
            return Err(HouseError::NotBegun);
        }
        if !self.remarks.count(seat) {
            return Err(HouseError::TooManyRemarks);
        }
        if self.tables.store().leases().is_none() {
            self.tell_remark(seat, remark);
        }
        Ok(seat)
    }

    /// Tells all who are here what was said.
    pub(super) fn tell_remark(&mut self, seat: Seat, remark: Remark) {
        let update = self.update(UpdateKind::Remark(seat, remark), Vec::new());
        self.visitors.tell(update);
    }
}
