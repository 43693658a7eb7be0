//! Leaving for good, and making codes worthless that others may have.

use konoba_live::Credentials;
use konoba_store::GuestId;

use crate::client::Client;
use crate::place::Place;
use crate::session::{Session, Stage};
use crate::stopped::Stopped;
use crate::words;

impl<C: Client> Session<C> {
    /// Gets a new code for all seats of this person. The old codes are worthless from then on.
    pub(super) async fn revoke(&mut self) -> Result<(), Stopped> {
        let guest = self.own_guest().ok_or(words::NO_SEAT)?;
        // A person who came to this seat by its code may be known by the key as another guest.
        let known = self.person.as_ref().and_then(|person| person.guest.as_ref());
        let is_known = known.is_some_and(|known| known.id == guest);
        let code = match self.key.filter(|_| is_known) {
            Some(key) => {
                let code = self.house.revoke_but_key(guest, key).await?;
                self.since = Some(self.house.sign_in_time());
                code
            }
            None => self.house.revoke(guest).await?.1,
        };
        self.say(&words::revoked(&code)).await?;
        let seated = match &self.stage {
            Stage::There(place) if !place.seats().is_empty() => Some(place.entry().id),
            Stage::There(_) | Stage::Free | Stage::Asked(_) | Stage::Solving(_) => None,
        };
        let Some(table) = seated else { return Ok(()) };
        // The table may not know the new code yet, but it knows whose seat it is.
        let (address, digest) = (Some(self.from), Some(code.digest()));
        let who = Credentials { code: digest, address, ..Credentials::guest(guest) };
        let arrival = Place::at(&self.house, table, who, Some(code), self.manner).await?;
        self.arrive(arrival).await
    }

    /// Has everything deleted that is known of this person, who then has no name any more.
    pub(super) async fn forget(&mut self) -> Result<(), Stopped> {
        if let Some(guest) = self.own_guest() {
            self.house.forget(guest).await?;
        }
        self.stage = Stage::Free;
        self.person = None;
        self.challenges.clear();
        self.say(words::FORGOTTEN).await?;
        self.say(words::NAME).await
    }

    /// The guest of this session: the holder of the seat here, or the guest who sat down earlier in
    /// this session.
    pub(super) fn own_guest(&self) -> Option<GuestId> {
        let at_table = match &self.stage {
            Stage::There(place) => {
                let seat = place.seats().iter().next();
                seat.and_then(|seat| place.entry().seats[seat.index()].as_ref())
            }
            Stage::Free | Stage::Asked(_) | Stage::Solving(_) => None,
        };
        let known = self.person.as_ref().and_then(|person| person.guest.as_ref());
        at_table.map(|holder| holder.guest).or_else(|| known.map(|guest| guest.id))
    }
}
