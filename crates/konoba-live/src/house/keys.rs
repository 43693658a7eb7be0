//! Guests who are known again by a public key.

use konoba_store::{Digest, Guest, GuestId, NewGuest};
use konoba_table::Name;
use sha2::{Digest as _, Sha256};

use super::House;
use crate::{HouseError, SeatCode, names};

/// A public key that a client has proved to have, as far as it is kept: a digest of its fingerprint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyId(Digest);

impl KeyId {
    /// The key with this fingerprint (SHA-256).
    pub fn of(fingerprint: &[u8; 32]) -> Self {
        // The kind is hashed with it, so that no token passes for a key.
        let hash = Sha256::new_with_prefix("PublicKey").chain_update(fingerprint);
        Self(Digest::from_bytes(hash.finalize().into()))
    }

    /// What is kept of it.
    pub const fn digest(self) -> Digest {
        self.0
    }
}

impl House {
    /// The guest with this key, if there is one.
    pub async fn guest_with_key(&self, key: KeyId) -> Result<Option<Guest>, HouseError> {
        // A key takes the place of the token: both prove who the guest is.
        Ok(self.store().guest(key.0).await?)
    }

    /// Returns the guest with this key, or makes one who is known by it from now on.
    pub async fn welcome_with_key(&self, key: KeyId, name: Name) -> Result<Guest, HouseError> {
        if let Some(guest) = self.guest_with_key(key).await? {
            return Ok(guest);
        }
        names::check(&name)?;
        let new = NewGuest { token: key.0, name: name.clone(), since: self.now() };
        match self.store().add_guest(new).await {
            Ok(id) => Ok(Guest { id, name }),
            // The same person may have come through another connection in this moment.
            Err(error) => self.guest_with_key(key).await?.ok_or(error.into()),
        }
    }

    /// Replaces all secrets of a guest but this key, and returns the one code for all seats. Tokens and codes
    /// from before are worthless then.
    pub async fn revoke_but_key(&self, guest: GuestId, key: KeyId) -> Result<SeatCode, HouseError> {
        self.replace_secrets(guest, key.0).await
    }
}
