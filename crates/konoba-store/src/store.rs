//! What every store can do.

use konoba_table::{Moment, Name, Seat, Version};

use crate::{
    Alerts, Answer, Append, Cut, DeviceLink, Digest, Entry, FinishedQuery, Guest, GuestId, Kept,
    Leases, Listing, NewDevice, NewGuest, NewTable, Notices, PositionsQuery, Questions, Secrets,
    StoreError, TableId,
};

/// Durable storage. Once an answer of [`Store::append`] is `Ok`, what was appended survives a power cut.
///
/// Every question is answered later, so that a store may be a thread, a task or a simulation.
pub trait Store: Send + Sync + 'static {
    /// Writes a guest down.
    fn add_guest(&self, guest: NewGuest) -> Answer<GuestId>;
    /// The guest whose token has this digest.
    fn guest(&self, token: Digest) -> Answer<Option<Guest>>;
    /// Gives a guest another name; tables that the guest sits at keep the old one.
    fn rename(&self, guest: GuestId, name: Name) -> Answer<()>;
    /// Gives a guest other secrets.
    fn renew(&self, secrets: Secrets) -> Answer<()>;
    /// Forgets a guest: the name is gone from the seats too and from events that an earlier program wrote,
    /// and the secrets are replaced by these, which must be random and shown nowhere. The games stay. It is
    /// one of the few changes to events that there are, and is logged.
    fn forget_guest(&self, secrets: Secrets) -> Answer<()>;
    /// Keeps a code by which another device is known as a guest.
    fn link_device(&self, link: DeviceLink) -> Answer<()>;
    /// Makes a device known as the guest whose code it shows, and returns that guest. The code is worthless
    /// afterwards. None where the code is unknown or too old. The guest as whom the device was known before
    /// becomes the same guest.
    fn add_device(&self, device: NewDevice) -> Answer<Option<Guest>>;
    /// The guest whose code for another device this is, if it is good at that moment. It stays good.
    fn device_guest(&self, code: Digest, at: Moment) -> Answer<Option<GuestId>>;
    /// Gives a guest a feed with a secret of this digest, or takes it away.
    fn set_feed(&self, guest: GuestId, feed: Option<Digest>) -> Answer<()>;
    /// Has a guest told by messages to this address, or no more.
    fn set_webhook(&self, guest: GuestId, webhook: Option<String>) -> Answer<()>;
    /// How a guest is told outside of Konoba.
    fn alerts(&self, guest: GuestId) -> Answer<Option<Alerts>>;
    /// Those of these guests who are told by messages to an address.
    fn with_webhooks(&self, guests: Vec<GuestId>) -> Answer<Vec<GuestId>>;
    /// The guest whose feed has a secret of this digest.
    fn guest_of_feed(&self, feed: Digest) -> Answer<Option<Guest>>;
    /// Lays a table.
    fn lay(&self, table: NewTable) -> Answer<()>;
    /// Keeps what was decided at a table, or answers [`StoreError::Conflict`] if its version has
    /// been written, [`StoreError::Repeated`] if its command has, and [`StoreError::Lost`] if the
    /// event that it follows is not there.
    fn append(&self, news: Append) -> Answer<()>;
    /// Takes away what follows a gap in the log of a table, or answers [`StoreError::Conflict`] if the
    /// table is not what the caller thought.
    fn cut(&self, cut: Cut) -> Answer<()>;
    /// A table with its events after a version; after 0 all of them.
    fn read(&self, table: TableId, after: Version) -> Answer<Option<Kept>>;
    /// The newest table at which a seat is held by the code with this digest; a withdrawn offer only where there is
    /// no other.
    fn seat_by_code(&self, code: Digest) -> Answer<Option<(TableId, Seat)>>;
    /// Tables of one kind, the newest first.
    fn list(&self, listing: Listing, limit: usize) -> Answer<Vec<Entry>>;
    /// Games that a guest has finished, the last that ended first.
    fn finished(&self, query: FinishedQuery) -> Answer<Vec<Entry>>;
    /// How many tables of a guest wait for an opponent or are played at, those among them that only a later
    /// program can read.
    fn count_unfinished(&self, guest: GuestId) -> Answer<usize>;
    /// Tables at which a clock runs out at a moment or before it, the longest ago first, without the first so many.
    fn due(&self, at: Moment, skipped: usize, limit: usize) -> Answer<Vec<TableId>>;
    /// Tables at which the move of an engine is awaited and no job for it is written, those whose clocks run out first,
    /// without the first so many.
    fn awaiting_engines(&self, skipped: usize, limit: usize) -> Answer<Vec<TableId>>;
    /// Whether a game between people goes on in one of these positions.
    fn is_played(&self, query: PositionsQuery) -> Answer<bool>;
    /// Every table in the order of names, after one of them.
    fn walk(&self, after: Option<TableId>, limit: usize) -> Answer<Vec<TableId>>;
    /// Whether the store can be written to just now.
    fn check(&self) -> Answer<()>;
    /// How much it has been asked and has not answered.
    fn queued(&self) -> Queued {
        Queued::default()
    }
    /// Whether its threads run, as they do until it is dropped. One that has panicked leaves a store that answers
    /// [`StoreError::Closed`] for ever.
    fn is_running(&self) -> bool {
        true
    }
    /// What other nodes write, where others write to this store. The receiver can be taken once.
    fn notices(&self) -> Option<Notices> {
        None
    }
    /// What nodes let one another know beside events; none where the store belongs to one node.
    fn leases(&self) -> Option<&dyn Leases> {
        None
    }
    /// What nodes ask one another; none where the store belongs to one node.
    fn questions(&self) -> Option<&dyn Questions> {
        None
    }
}

/// How much a store has been asked and has not answered.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Queued {
    /// What is to be written.
    pub writes: usize,
    /// What is to be read.
    pub reads: usize,
}

/// What a store answers.
pub(crate) type Result<T> = std::result::Result<T, StoreError>;
