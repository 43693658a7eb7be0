//! How a guest is told outside of Konoba that a move is awaited.

use crate::{Digest, GuestId};

/// How a guest is told outside of Konoba that a move is awaited. All of it is gone when the guest logs out,
/// is given other secrets or is forgotten.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alerts {
    /// The guest.
    pub guest: GuestId,
    /// The digest of the secret in the address of a feed.
    pub feed: Option<Digest>,
    /// The address to which is posted.
    pub webhook: Option<String>,
}
