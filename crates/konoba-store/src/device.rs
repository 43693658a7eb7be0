//! How a guest goes on at another device: by a code that is good once.

use konoba_table::Moment;

use crate::{Digest, GuestId};

/// At how many further devices a guest is known. The one that came first is forgotten for one more.
pub(crate) const MAX_DEVICES: i64 = 10;

/// A code by which another device is known as a guest, once. A guest has one at a time: a new one makes
/// those before worthless.
#[derive(Clone, Debug)]
pub struct DeviceLink {
    /// The digest of the code.
    pub code: Digest,
    /// The guest.
    pub guest: GuestId,
    /// Until when it is good.
    pub until: Moment,
}

/// A device that shows such a code.
#[derive(Clone, Debug)]
pub struct NewDevice {
    /// The digest of the code.
    pub code: Digest,
    /// The digest of the secret by which the device will be known; none where it keeps no secret and is known for
    /// this once.
    pub token: Option<Digest>,
    /// As whom the device was known before: a guest who is the guest of the code from then on, with all seats and by
    /// all secrets, and is gone as a guest.
    pub before: Option<GuestId>,
    /// When it shows it.
    pub at: Moment,
}

impl NewDevice {
    /// By which it is known again that two guests became one by this code: a node hears of its own writing too.
    /// Nothing can be made of it.
    pub fn renewal(&self) -> u64 {
        let bytes = self.code.as_bytes().first_chunk().expect("a digest has 32 bytes");
        u64::from_le_bytes(*bytes)
    }
}
