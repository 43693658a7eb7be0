//! Going on at another device: a code that is good once makes it known as the guest.

use std::time::Duration;

use konoba_store::{DeviceLink, Digest, Guest, GuestId, NewDevice};

use super::House;
use crate::{DeviceCode, HouseError, KeyId, Token};

/// How long such a code is good.
pub const DEVICE_CODE_LASTS: Duration = Duration::from_secs(10 * 60);

impl House {
    /// A code by which another device, through any door, is known as the guest. An earlier code is
    /// worthless then.
    pub async fn link_device(&self, guest: GuestId) -> Result<DeviceCode, HouseError> {
        let code = DeviceCode::by(self.host());
        let until = self.now() + DEVICE_CODE_LASTS;
        self.store().link_device(DeviceLink { code: code.digest(), guest, until }).await?;
        Ok(code)
    }

    /// The guest whose code this is; none where it was used before, or is too old. It stays good.
    pub async fn guest_of_device_code(
        &self,
        code: &DeviceCode,
    ) -> Result<Option<GuestId>, HouseError> {
        Ok(self.store().device_guest(code.digest(), self.now()).await?)
    }

    /// The guest whose code this is, and the token by which the device is known from now on; none where the
    /// code was used before, or is too old.
    pub async fn continue_here(
        &self,
        code: &DeviceCode,
    ) -> Result<Option<(Guest, Token)>, HouseError> {
        let token = Token::by(self.host());
        let guest = self.show_code(code, Some(token.digest()), None).await?;
        Ok(guest.map(|guest| (guest, token)))
    }

    /// The guest whose code this is, as whom a person is known from now on, by the key where there is one and else in
    /// this conversation alone; none where the code was used before, or is too old. The guest that the person was
    /// before is gone: all seats are those of the other.
    pub async fn link_person(
        &self,
        code: &DeviceCode,
        key: Option<KeyId>,
        before: Option<GuestId>,
    ) -> Result<Option<Guest>, HouseError> {
        self.show_code(code, key.map(KeyId::digest), before).await
    }

    async fn show_code(
        &self,
        code: &DeviceCode,
        token: Option<Digest>,
        before: Option<GuestId>,
    ) -> Result<Option<Guest>, HouseError> {
        let device = NewDevice { code: code.digest(), token, before, at: self.now() };
        let (house, renewal) = (self.clone(), device.renewal());
        let add = async move {
            let guest = house.store().add_device(device).await?;
            if let (Some(guest), Some(before)) = (&guest, before)
                && guest.id != before
            {
                // The tables of that guest read who holds their seats again.
                house.note_renewal(before, renewal);
            }
            Ok(guest)
        };
        self.finish(add).await
    }
}
