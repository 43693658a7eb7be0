//! Two players who want the same game need not both wait: the second sits down at the table of the first.
//!
//! Two who ask in the same moment find no table of each other, and both make an offer. So a player who seeks
//! goes on seeking while waiting: whenever the maker of an open offer comes to the table, the offers are held
//! against each other. A player who is found an opponent leaves the own offer for the other table in one
//! transaction of the store, which takes both offers as they are or neither: no player sits at two tables,
//! and no offer is left for two others. The withdrawn offer leads its maker on ([`Entry::led_to`]).

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use konoba_rules::Setup;
use konoba_store::{Entry, Guest, GuestId, Opponent, Standing, StoreError, TableId};
use konoba_table::{Seat, TimeControl};
use tokio::time::sleep;

use super::House;
use super::offers::{Laid, Offering, Seated, With};
use crate::HouseError;
use crate::keeper::{Credentials, Request};
use crate::kept_lobby::{Maker, Seeking};
use crate::message::Message;

/// After this time it is tried again to pair players, where it failed because another player was faster or the
/// store did not answer.
const RETRY: Duration = Duration::from_millis(250);

/// Pairs players who wait, as long as the house is open.
pub(super) fn start(house: &House) {
    let house = house.clone();
    let host = house.host().clone();
    host.spawn(async move {
        loop {
            tokio::select! {
                biased;
                () = house.closing() => break,
                () = house.tables().pairing_due().notified() => {}
            }
            if !matches!(house.pair_seekers().await, Ok(true)) {
                tokio::select! {
                    biased;
                    () = house.closing() => break,
                    () = sleep(RETRY) => house.tables().pairing_due().notify_one(),
                }
            }
        }
    });
}

impl House {
    /// Sits down at a public table that offers just what is wanted, with its maker there, or else offers it.
    /// Offers of all nodes are looked at. A guest who then waits is seated elsewhere as soon as another player
    /// waits for the same: the offer leads there ([`Entry::led_to`]). `first` is what the guest insists on,
    /// counted as in [`Offering::first`]; an offer may say more than that.
    pub async fn seek(
        &self,
        from: Option<IpAddr>,
        guest: &Guest,
        offering: Offering,
        first: Option<Seat>,
    ) -> Result<Laid, HouseError> {
        let Offering { setup, time, .. } = offering;
        let wanted = SoughtGame { guest: guest.id, setup, time, first };
        if offering.with == With::Anyone
            && let Some((table, seated)) = self.sit_where(guest, |entry| wanted.fits(entry)).await?
        {
            return Ok(Laid { table, code: seated.code, invitation: None });
        }
        let maker = Maker { guest: guest.id, from, seeking: Some(Seeking { first }) };
        self.offer_by(maker, guest, offering).await
    }

    /// Sits down with the player who has waited longest for any game; none where no player waits.
    pub async fn sit_anywhere(
        &self,
        guest: &Guest,
    ) -> Result<Option<(TableId, Seated)>, HouseError> {
        self.sit_where(guest, |_| true).await
    }

    /// Sits down at the oldest of the wanted offers. If another player is faster, the next one is tried.
    async fn sit_where(
        &self,
        guest: &Guest,
        is_wanted: impl Fn(&Entry) -> bool,
    ) -> Result<Option<(TableId, Seated)>, HouseError> {
        for offer in self.attended_offers(is_wanted).await?.into_iter().rev() {
            match self.sit(guest, offer.id, None).await {
                Ok(seated) => return Ok(Some((offer.id, seated))),
                Err(error) if is_gone(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Seats the players who seek at this node and wait with other players who wait. Whether all that were found
    /// are seated.
    async fn pair_seekers(&self) -> Result<bool, HouseError> {
        let kept = self.tables().kept_lobby();
        let seekers = kept.seekers();
        if seekers.is_empty() {
            return Ok(true);
        }
        if self.store().leases().is_some() {
            // What was read before this node told others of its players may lack players who have come since.
            kept.mark_stale();
        }
        let couples = couples(self.attended_offers(|_| true).await?, &seekers);
        let seated = couples.iter().map(|[mover, host]| self.move_to(mover, host));
        Ok(join_all(seated).await.into_iter().all(|is_seated| is_seated))
    }

    /// Seats the maker of an offer at the table of another. Whether that has happened.
    async fn move_to(&self, offer: &Entry, host: &Entry) -> bool {
        let Some(holder) = offer.seats[Seat::One.index()].clone() else { return false };
        let who = Credentials::guest(holder.guest);
        let (first, leaves) = (self.host().seat(), Some(offer.id));
        let what = Request::Sit { holder, invitation: None, first, leaves };
        let seated = self.ask(host.id, who, what).await;
        match &seated {
            Ok(_) => {
                let standing = Standing::Withdrawn;
                self.tables().put_in_lobby(Entry { standing, ..offer.clone() });
            }
            // It was withdrawn, or another player has sat down there: then it is a game that goes on.
            Err(HouseError::Store(StoreError::NotWaiting)) => self.tables().lobby_changes(),
            Err(_) => return false,
        }
        // The task of the table, where there is one here, reads what has become of the offer.
        if let Some(inbox) = self.tables().inbox_of(offer.id) {
            let _ = inbox.send(Box::new(Message::Heard(0))).await;
        }
        seated.is_ok()
    }
}

/// Whether a seat is not to be had any more.
const fn is_gone(error: &HouseError) -> bool {
    matches!(
        error,
        HouseError::SeatTaken
            | HouseError::Withdrawn
            | HouseError::NoTable
            | HouseError::SitsAlready
    )
}

/// Who leaves which offer for which: the newest go to the oldest. The offers come newest first.
fn couples(
    mut open: Vec<Arc<Entry>>,
    seekers: &BTreeMap<TableId, Seeking>,
) -> Vec<[Arc<Entry>; 2]> {
    let (mut couples, mut at) = (Vec::new(), 0);
    while at < open.len() {
        let wanted =
            seekers.get(&open[at].id).and_then(|seeking| SoughtGame::of(&open[at], *seeking));
        let found = wanted.and_then(|wanted| open.iter().rposition(|entry| wanted.fits(entry)));
        let Some(found) = found else {
            at += 1;
            continue;
        };
        let [later, earlier] = [found.max(at), found.min(at)];
        let (host, mover) = (open[found].clone(), open[at].clone());
        open.remove(later);
        open.remove(earlier);
        at -= usize::from(found < at);
        couples.push([mover, host]);
    }
    couples
}

/// What a guest wants to play.
struct SoughtGame {
    guest: GuestId,
    setup: Setup,
    time: TimeControl,
    first: Option<Seat>,
}

impl SoughtGame {
    /// What the maker of an offer would accept instead.
    fn of(entry: &Entry, Seeking { first }: Seeking) -> Option<Self> {
        let guest = entry.seats[Seat::One.index()].as_ref()?.guest;
        let (setup, time) = (entry.offer.setup, entry.offer.time);
        Some(Self { guest, setup, time, first })
    }

    /// Whether an open table is what the guest would otherwise offer.
    fn fits(&self, entry: &Entry) -> bool {
        let offer = &entry.offer;
        let is_own = entry.seats.iter().flatten().any(|holder| holder.guest == self.guest);
        !is_own
            && offer.opponent == Opponent::Anyone
            && offer.setup == self.setup
            && offer.time == self.time
            && sides_fit(offer.first, self.first)
    }
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
