//! Being one person through every door, on the full screen: a code that is made at one of them and typed at another.

use konoba_live::{DEVICE_CODE_LASTS, DeviceCode, HouseError};
use konoba_table::Name;
use konoba_tui::HouseNews;

use crate::place::Place;
use crate::screen::FullScreen;

impl FullScreen {
    /// A code by which another device goes on as this person.
    pub(super) async fn link_code(&mut self, name: Name) -> Result<Vec<HouseNews>, HouseError> {
        let guest = self.guest(name).await?;
        let code = self.house.link_device(guest.id).await?.grouped();
        // A person who has logged out meanwhile, through another door, is shown no code.
        self.known().ok_or(HouseError::SignedOut)?;
        let minutes = DEVICE_CODE_LASTS.as_secs() / 60;
        let said = format!("On your other device, enter {code} within {minutes} minutes.");
        Ok(vec![HouseNews::Said(Ok(said))])
    }

    /// Recognises a person with a key again whose guest has logged out at another device.
    pub(super) async fn recognise_again(&mut self) -> Result<(), HouseError> {
        let was_known = self.guest.is_some() && self.known().is_none();
        let Some(key) = self.visitor.key.filter(|_| was_known) else { return Ok(()) };
        let since = self.house.sign_in_time();
        if let Some(guest) = self.house.guest_with_key(key).await? {
            (self.guest, self.since) = (Some(self.house.know(guest, since)?), Some(since));
        }
        Ok(())
    }

    /// Goes on as the person whose code for another device this is, with the games of both.
    pub(super) async fn link_by(&mut self, code: &str) -> Result<Vec<HouseNews>, HouseError> {
        if self.place.as_ref().is_some_and(Place::is_waiting) {
            let waiting =
                "Still waiting for an opponent. Esc stops waiting; then enter the code again.";
            return Ok(vec![HouseNews::Waiting(waiting.to_owned())]);
        }
        let (before, since) = (self.known().map(|guest| guest.id), self.house.sign_in_time());
        let linked = match DeviceCode::read(code) {
            Some(code) => self.house.link_person(&code, self.visitor.key, before).await?,
            None => None,
        };
        let Some(guest) = linked else {
            let no_code = "That is not the code of a seat, nor a new one of another device.";
            return Ok(vec![HouseNews::Said(Err(no_code.to_owned()))]);
        };
        self.leave().await;
        let said = format!("You are {} here too, with all your games.", guest.name);
        let named = HouseNews::Named(guest.name.clone());
        let known = self.house.know(guest, since)?;
        (self.guest, self.since, self.finished) = (Some(known), Some(since), None);
        let tables = self.tables().await?;
        self.show_all(vec![named, tables, HouseNews::Said(Ok(said))]);
        self.sit_again().await;
        Ok(Vec::new())
    }
}
