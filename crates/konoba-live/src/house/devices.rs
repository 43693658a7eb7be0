//! Going on at another device: a code that is good once makes it known as the guest.

use std::time::Duration;

use konoba_store::{DeviceLink, Guest, GuestId, NewDevice};

use super::House;
use crate::{DeviceCode, HouseError, Token};

/// How long such a code is good.
pub const DEVICE_CODE_LASTS: Duration = Duration::from_secs(10 * 60);

impl House {
    /// A code by which another device, through any door, is known as the guest. An earlier one is good for
    /// nothing then.
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
        let device = NewDevice { code: code.digest(), token: token.digest(), at: self.now() };
        if self.store().add_device(device).await?.is_none() {
            return Ok(None);
        }
        Ok(self.guest(&token).await?.map(|guest| (guest, token)))
    }
}
