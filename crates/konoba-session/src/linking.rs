//! Being one person through every door: a code that is made at one of them and typed at another.

use konoba_live::{DeviceCode, HouseError, SeatCode};
use konoba_store::{GuestId, TableId};

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
        let before = self.known().map(|guest| guest.id);
        let since = self.house.sign_in_time();
        let guest = self.house.link_person(&code, self.key, before).await?;
        let guest = guest.ok_or(words::NO_LINK)?;
        let (id, name) = (guest.id, guest.name.clone());
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
        let apart = self.seat_apart([before, Some(id)]);
        // The place was that of the guest from before; the game goes on as the one from now on.
        self.stage = Stage::Free;
        self.note();
        match apart {
            Some((table, code)) => {
                self.say(&words::linked_apart(&name)).await?;
                self.come_by(table, code).await
            }
            None => {
                self.say(&words::linked(&name)).await?;
                self.sit_again().await
            }
        }
    }

    /// The seat here that this person has by its code alone, and is none of these guests': its code proves nothing for the
    /// other games of its guest, so that it stays what it is.
    fn seat_apart(&self, own: [Option<GuestId>; 2]) -> Option<(TableId, SeatCode)> {
        let Stage::There(place) = &self.stage else { return None };
        let is_own = own.into_iter().flatten().any(|guest| place.is_held_by(guest));
        let code = place.code().filter(|_| place.is_in_play() && !is_own)?;
        Some((place.entry().id, code.clone()))
    }
}
