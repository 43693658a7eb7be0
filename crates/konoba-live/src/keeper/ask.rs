//! What a keeper is asked, and by whom.

use std::net::IpAddr;

use konoba_store::{Digest, Entry, GuestId, Holder, MoveId, TableId};
use konoba_table::{Action, Moment, Seat, Table, Version};

use crate::secret::is_same;
use crate::sign_ins::SignInTime;
use crate::{HouseError, Seats};

/// The number of something that was asked, by which its answer is known.
pub type Ticket = u64;

/// Something that was asked of a table.
#[derive(Clone, Debug)]
pub struct Asked {
    /// By which the answer will be known.
    pub ticket: Ticket,
    /// Who asks.
    pub by: By,
    /// When it was received, by the clock of the house.
    pub at: Moment,
    /// What is wanted.
    pub what: Request,
}

/// Who asks.
#[derive(Clone, Debug)]
pub enum By {
    /// A client, with the proof that it has shown.
    Outside(Credentials),
    /// The engine of the house that sits at this seat.
    Engine(Seat),
    /// The house itself, which ends offers whose makers are gone.
    House,
}

/// What a client shows as proof of holding a seat: a guest's own identity, the code of a seat, both
/// or neither.
#[derive(Clone, Copy, Default, Debug)]
pub struct Credentials {
    /// Who it is, known by the token.
    pub guest: Option<GuestId>,
    /// The digest of a code.
    pub code: Option<Digest>,
    /// The client's address. It proves nothing; the engine's work is shared out by it.
    pub address: Option<IpAddr>,
    /// When the guest was recognised by the token, where that matters: a guest may log out meanwhile.
    pub since: Option<SignInTime>,
    /// The digest of the token or key by which the guest was recognised, where the client may be recognised by it again
    /// when the guest has logged out at another device.
    pub device: Option<Digest>,
}

impl Credentials {
    /// A guest without a code.
    pub const fn guest(id: GuestId) -> Self {
        Self { guest: Some(id), code: None, address: None, since: None, device: None }
    }

    /// The seats of a table that they are good for.
    pub fn seats_at(&self, entry: &Entry) -> Seats {
        Seats::of(Seat::BOTH.map(|seat| {
            entry.seats[seat.index()].as_ref().is_some_and(|holder| {
                let has_code = self.code.is_some_and(|code| is_same(&code, &holder.code));
                has_code || self.guest == Some(holder.guest)
            })
        }))
    }
}

/// What a client asks of a table.
#[derive(Clone, Debug)]
pub enum Request {
    /// To do something in the game.
    Do {
        /// What to do.
        order: Order,
        /// The name that the next table gets, should the players agree to play again.
        next: TableId,
        /// Why they cannot play again, where one of them has too many games. An order that was carried out before
        /// is answered as it was then.
        no_room: Option<HouseError>,
    },
    /// To take the empty seat.
    Sit {
        /// Who sits down.
        holder: Holder,
        /// The digest of the invitation that was shown.
        invitation: Option<Digest>,
        /// The seat that plays the first side, if that is left to the lot.
        first: Seat,
        /// The open offer that the player leaves for this seat.
        leaves: Option<TableId>,
    },
    /// To withdraw the offer before a second player has sat down.
    Withdraw,
}

/// Something to be done in a game, with what its seat had seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// What to do.
    pub action: Action,
    /// The version of the table that was seen. An order that has missed something is refused.
    pub seen: Option<Version>,
    /// When the last event that was seen happened, where that is said: an order for a version that the
    /// database has lost and got another one in its place is refused.
    pub latest: Option<Moment>,
    /// The client's name for this order. A repeat of it is answered and not carried out again.
    pub id: Option<MoveId>,
    /// The seat it is for, where one person holds both; the seat to move unless given.
    pub seat: Option<Seat>,
}

impl Order {
    /// An order that says nothing of what was seen.
    pub const fn new(action: Action) -> Self {
        Self { action, seen: None, latest: None, id: None, seat: None }
    }
}

/// What a client has seen of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The version of the last event that was seen.
    pub version: Version,
    /// When that event happened, where it is known. The database may have lost the event that was seen
    /// and hold another one of the same version, which happened at another moment.
    pub at: Option<Moment>,
}

impl Seen {
    /// A table as a client has seen it.
    pub const fn of(table: &Table) -> Self {
        Self { version: table.version(), at: Some(table.latest()) }
    }
}

impl From<Version> for Seen {
    fn from(version: Version) -> Self {
        Self { version, at: None }
    }
}

/// What has been done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// The version of the first event that came of it; 0 if none did.
    pub version: Version,
    /// The seat for which it was done.
    pub seat: Option<Seat>,
}
