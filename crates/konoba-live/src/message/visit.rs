//! A visit at a table, and what its visitor is told.

use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use konoba_store::{Entry, Presence};
use konoba_table::{Event, Seat, Table, Version};
use tokio::sync::mpsc;

use super::{Message, Post};
use crate::Seats;
use crate::remarks::Remark;
use crate::sign_ins::SignIn;

/// What visitors are told: the table as it is now, and what has led there. All visitors share one
/// update.
#[derive(Debug)]
pub struct Update {
    /// What is known of the table without its events.
    pub entry: Arc<Entry>,
    /// The table, once both seats are taken.
    pub table: Option<Arc<Table>>,
    /// What has happened since the update before.
    pub events: Vec<Event>,
    /// How often the database has lost events of this table while it was in memory here. A client that
    /// was shown the table before the last time has to be shown the whole of it.
    pub rewinds: u32,
    /// Who is there.
    pub presence: Presence,
    /// How it differs from the update before.
    pub kind: UpdateKind,
    pub(crate) texts: Texts,
}

/// How an update differs from the one before it.
#[derive(Clone, Debug)]
pub enum UpdateKind {
    /// Only people have come or gone.
    Presence,
    /// Only a remark was made, by the holder of this seat.
    Remark(Seat, Remark),
    /// The events have led from this table to the one that is now.
    Events(Arc<Table>),
    /// Anything else: it is the first update, a seat was taken, an offer was withdrawn, or what is now
    /// does not follow from what was. The whole table has to be looked at.
    Whole,
}

impl Update {
    /// The version of the table; 0 before both seats are taken.
    pub fn version(&self) -> Version {
        self.table.as_ref().map_or(0, |table| table.version())
    }

    /// Whether the database has lost some of what the client was shown before.
    pub fn has_lost(&self, shown: &Self) -> bool {
        self.rewinds != shown.rewinds || self.version() < shown.version()
    }

    /// What a door says of this update to visitors with these seats. It is made by the first of them
    /// who needs it, and the others share its bytes. There is room for the words of one protocol: a
    /// second door that wants to share text needs room of its own.
    pub fn text(&self, seats: Seats, make: impl FnOnce() -> Bytes) -> Bytes {
        self.texts.0[seats.index()].get_or_init(make).clone()
    }
}

/// What is said of an update to each role: those who watch, either seat, and both seats.
#[derive(Default, Debug)]
pub(crate) struct Texts([OnceLock<Bytes>; Seats::COUNT]);

/// A visit at a table, with or without a seat. It ends when it is dropped.
#[derive(Debug)]
pub struct Visit {
    /// The seats for which the visitor may act.
    pub seats: Seats,
    /// The table as it is on coming in.
    pub first: Arc<Update>,
    /// What has happened since the version that the visitor had seen; none where the visitor had
    /// seen nothing or too little, and has to take the table as it is.
    pub missed: Option<Vec<Event>>,
    updates: mpsc::Receiver<Arc<Update>>,
    /// For whom the visitor acts, seat by seat.
    signed_in: [Option<SignIn>; 2],
    /// As whom the visitor was recognised who holds no seat as that guest, and may come to hold one.
    watches_as: Option<SignIn>,
    // Dropped after the receiver, so that the table sees who has left.
    _leaving: Leaving,
}

impl Visit {
    /// A visit that is told of updates, and whose end is told to the inbox of the table.
    pub(crate) fn new(
        seats: Seats,
        first: Update,
        missed: Option<Vec<Event>>,
        updates: mpsc::Receiver<Arc<Update>>,
        leaving: Option<mpsc::Sender<Post>>,
    ) -> Self {
        let (first, signed_in, watches_as) = (Arc::new(first), [None, None], None);
        Self { seats, first, missed, updates, signed_in, watches_as, _leaving: Leaving(leaving) }
    }

    /// The visitor acts for the holder of a seat, until that guest logs out.
    pub(crate) fn speaks_for(&mut self, seat: Seat, signed_in: SignIn) {
        self.signed_in[seat.index()] = Some(signed_in);
    }

    /// The visitor was recognised as this guest and holds no seat as such, until that guest logs out.
    pub(crate) fn watches_as(&mut self, signed_in: SignIn) {
        self.watches_as = Some(signed_in);
    }

    /// Whether a guest for whom the visitor acts, or as whom the visitor was recognised, has logged out. The visitor
    /// then holds no seat any more, and gets none.
    pub fn is_signed_out(&self) -> bool {
        self.signed_in.iter().chain([&self.watches_as]).flatten().any(SignIn::is_over)
    }

    /// What happens next. None means that the visitor was signed out ([`Visit::is_signed_out`]), was too
    /// slow or the house is closing: in the last two cases come back with the version that was seen last.
    pub async fn next(&mut self) -> Option<Arc<Update>> {
        let [first, second] = &mut self.signed_in;
        tokio::select! {
            biased;
            () = over(first) => None,
            () = over(second) => None,
            () = over(&mut self.watches_as) => None,
            update = self.updates.recv() => update,
        }
    }

    /// What has happened already and was not taken yet, if anything.
    pub fn waiting(&mut self) -> Option<Arc<Update>> {
        self.updates.try_recv().ok()
    }
}

/// Waits until the guest has signed out; for ever where there is none.
async fn over(signed_in: &mut Option<SignIn>) {
    match signed_in {
        Some(signed_in) => signed_in.over().await,
        None => std::future::pending().await,
    }
}

/// Tells the table that a client has left.
#[derive(Debug)]
struct Leaving(Option<mpsc::Sender<Post>>);

impl Drop for Leaving {
    fn drop(&mut self) {
        // If the inbox is full, the table notices when it next sends an update.
        let _ = self.0.take().map(|inbox| inbox.try_send(Box::new(Message::Left)));
    }
}
