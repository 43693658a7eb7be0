//! Leaving for good, and making codes worthless that others may have.

use konoba_live::{Credentials, KeyId};
use konoba_store::Guest;

use crate::client::Client;
use crate::place::Place;
use crate::session::{Session, Stage};
use crate::stopped::Stopped;
use crate::words;

impl<C: Client> Session<C> {
    /// Gets a new code for all seats of this person. The old codes are worthless from then on.
    pub(super) async fn revoke(&mut self) -> Result<(), Stopped> {
        let known = self.proved()?.ok_or(words::NO_SEAT)?.clone();
        let guest = known.id;
        let code = match self.key {
            Some(key) => self.house.revoke_but_key(guest, key).await?,
            None => self.house.revoke(guest).await?.1,
        };
        // This conversation goes on as the guest, unlike all others.
        let since = self.house.sign_in_time();
        self.since = self.since.map(|_| since);
        if let Some(person) = &mut self.person {
            person.guest = Some(self.house.know(known, since)?);
        }
        self.say(&words::revoked(&code)).await?;
        let Stage::There(place) = &self.stage else { return Ok(()) };
        let (table, is_laid_here) = (place.entry().id, place.is_laid_here());
        // A seat that this person has by its code alone is another guest's, and keeps that code.
        let code = match place.is_held_by(guest) {
            true => Some(code),
            false => place.code().cloned(),
        };
        // The table may not know the new code yet, but it knows whose seat it is.
        let (address, digest) = (Some(self.from), code.as_ref().map(|code| code.digest()));
        let device = self.key.map(KeyId::digest);
        let who = Credentials { code: digest, address, device, ..Credentials::guest(guest) };
        let (mut place, told) = Place::at(&self.house, table, who, code, self.manner).await?;
        place.set_laid_here(is_laid_here);
        self.arrive((place, told)).await
    }

    /// Has everything deleted that is known of this person, who then has no name any more. It cannot be taken back, so it
    /// has to be asked for twice.
    pub(super) async fn forget(&mut self) -> Result<(), Stopped> {
        if let Some(guest) = self.proved()?.map(|guest| guest.id) {
            if !std::mem::replace(&mut self.is_about_to_forget, true) {
                return self.say_between(words::FORGET).await;
            }
            self.house.forget(guest).await?;
        }
        self.is_about_to_forget = false;
        self.stage = Stage::Free;
        self.person = None;
        self.challenges.clear();
        self.say(words::FORGOTTEN).await?;
        self.say(words::NAME).await
    }

    /// The guest that this person has proved to be, by a key, by a code from another device or by sitting down in this
    /// conversation. The code of a seat proves no more than the right to that seat.
    fn proved(&self) -> Result<Option<&Guest>, Stopped> {
        match (&self.stage, self.known()) {
            (Stage::There(place), None) if !place.seats().is_empty() => {
                Err(words::ONLY_THE_SEAT.into())
            }
            (_, known) => Ok(known),
        }
    }
}
