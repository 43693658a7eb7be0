//! Two players who want the same game need not both wait: the second sits down at the table of the first.

use konoba_store::{Entry, Guest, Opponent, TableId};
use konoba_table::Seat;

use super::House;
use super::offers::{Offering, Seated, With};
use crate::HouseError;

impl House {
    /// Sits down at a public table that offers just what is wanted, with its maker there; none where
    /// there is no such table. Offers of all nodes are looked at. If another player is faster, the
    /// next one is tried.
    pub async fn pair(
        &self,
        guest: &Guest,
        wanted: &Offering,
    ) -> Result<Option<(TableId, Seated)>, HouseError> {
        if !matches!(wanted.with, With::Anyone) {
            return Ok(None);
        }
        let offers = self.attended_offers(|entry| fits(entry, guest, wanted)).await?;
        for table in offers.into_iter().rev() {
            match self.sit(guest, table, None).await {
                Ok(seated) => return Ok(Some((table, seated))),
                Err(
                    HouseError::SeatTaken
                    | HouseError::Withdrawn
                    | HouseError::NoTable
                    | HouseError::SitsAlready,
                ) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }
}

/// Whether an open table is what the guest would otherwise offer.
fn fits(entry: &Entry, guest: &Guest, wanted: &Offering) -> bool {
    let offer = &entry.offer;
    let is_own = entry.seats.iter().flatten().any(|holder| holder.guest == guest.id);
    !is_own
        && offer.opponent == Opponent::Anyone
        && offer.setup == wanted.setup
        && offer.time == wanted.time
        && sides_fit(offer.first, wanted.first)
}

/// Whether both get the side that they want. Each says which seat plays the first side, counting the own
/// seat as seat one. A player who wants a certain side is not paired with an offer that draws lots.
fn sides_fit(offered: Option<Seat>, wanted: Option<Seat>) -> bool {
    match (offered, wanted) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(offered), Some(wanted)) => offered != wanted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_who_want_the_same_side_are_not_paired() {
        let [first, second] = [Some(Seat::One), Some(Seat::Two)];
        assert!(sides_fit(None, None) && sides_fit(first, None) && sides_fit(first, second));
        assert!(!sides_fit(first, first) && !sides_fit(second, second) && !sides_fit(None, first));
    }
}
