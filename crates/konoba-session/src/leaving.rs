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
        let known = self.known().filter(|known| known.id == guest).cloned();
        let code = match self.key.filter(|_| known.is_some()) {
            Some(key) => self.house.revoke_but_key(guest, key).await?,
            None => self.house.revoke(guest).await?.1,
        };
        // This conversation goes on as the guest, unlike all others.
        let since = self.house.sign_in_time();
        self.since = self.since.map(|_| since);
        if let (Some(known), Some(person)) = (known, &mut self.person) {
            person.guest = Some(self.house.know(known, since)?);
        }
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
        at_table.map(|holder| holder.guest).or_else(|| self.known().map(|guest| guest.id))
    }
}
