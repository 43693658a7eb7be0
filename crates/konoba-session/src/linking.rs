//! Being one person through every door: a code that is made at one of them and typed at another.

use konoba_live::{DeviceCode, HouseError};

use crate::client::Client;
use crate::session::{Session, Stage};
use crate::stopped::Stopped;
use crate::words;

impl<C: Client> Session<C> {
    /// Shows a code by which another device goes on as this person, or goes on here as the person whose code is typed.
    pub(super) async fn link(&mut self, code: &str) -> Result<(), Stopped> {
        if !code.is_empty() {
            return self.link_by(code).await;
        }
        let guest = self.guest().await?;
        let code = self.house.link_device(guest.id).await?;
        // A person who has logged out meanwhile, through another door, is shown no code.
        self.known().ok_or(HouseError::SignedOut)?;
        self.say(&words::link_code(&code)).await
    }

    async fn link_by(&mut self, code: &str) -> Result<(), Stopped> {
        if let Stage::There(place) = &self.stage
            && place.is_waiting()
        {
            return Err(words::STILL_WAITING.into());
        }
        let code = DeviceCode::read(code).ok_or(words::NO_LINK)?;
        let known = self.known();
        // Without a key, a person who came back to a seat by its code is the guest who holds it.
        let held = self.own_guest().filter(|_| self.key.is_none());
        let before = known.map(|guest| guest.id).or(held);
        let since = self.house.sign_in_time();
        let guest = self.house.link_person(&code, self.key, before).await?;
        let guest = guest.ok_or(words::NO_LINK)?;
        let name = guest.name.clone();
        let known = self.house.know(guest, since)?;
        self.since = Some(since);
        if self.person.is_none() {
            self.enter(Some(name.clone()));
        }
        if let Some(person) = &mut self.person {
            person.signed_in.rename(name.clone());
            person.name = name.clone();
            person.guest = Some(known);
        }
        // The place was that of the guest from before; the game goes on as the one from now on.
        self.stage = Stage::Free;
        self.note();
        self.say(&words::linked(&name)).await?;
        self.sit_again().await
    }
}
