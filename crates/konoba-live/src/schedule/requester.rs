//! For whom work is done.

use std::net::IpAddr;

use konoba_store::{Asker, GuestId, QuestionId};
use sha2::{Digest, Sha256};

use crate::limits::counted;

/// For whom work is done, as turns are counted: first by address, then by person.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Requester {
    pub(super) group: Group,
    pub(super) person: Option<GuestId>,
}

/// A unit that takes turns with all others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Group {
    /// All people at one address, as limits count it.
    Address(IpAddr),
    /// A guest whose address is not known here: the guest is connected to another node than the one
    /// that thinks.
    Person(GuestId),
    /// A question of another node, which limits how often each client may ask.
    Question(QuestionId),
    /// The house itself, and clients without any address, as in tests.
    House,
}

impl Requester {
    /// A guest at an address, as far as either is known.
    pub fn new(address: Option<IpAddr>, person: Option<GuestId>) -> Self {
        let group = match (address, person) {
            (Some(address), _) => Group::Address(counted(address)),
            (None, Some(person)) => Group::Person(person),
            (None, None) => Group::House,
        };
        Self { group, person }
    }

    /// The same in the form in which nodes that share a store write it to jobs.
    pub(crate) fn asker(&self) -> Asker {
        let address = match self.group {
            Group::Address(address) => Some(number_of(address)),
            Group::Person(_) | Group::Question(_) | Group::House => None,
        };
        Asker { address, guest: self.person }
    }

    /// The house itself.
    pub const fn house() -> Self {
        Self { group: Group::House, person: None }
    }

    /// A question of another node.
    pub(crate) const fn question(id: QuestionId) -> Self {
        Self { group: Group::Question(id), person: None }
    }
}

/// A number for an address, the same at every node, for counting turns. It hides nothing: the hash has no key, and there
/// are so few IPv4 addresses that all can be tried. It is stored with a job and deleted with it.
fn number_of(address: IpAddr) -> i64 {
    let digest = Sha256::digest(address.to_string());
    i64::from_le_bytes(*digest.first_chunk().expect("a digest has 32 bytes"))
}
