//! A visit at a table, and what its visitor is told.

use std::sync::Arc;

use konoba_store::{Entry, Presence};
use konoba_table::{Event, Table, Version};
use tokio::sync::mpsc;

use super::{Message, Post};
use crate::Seats;

/// What a visitor is told: the table as it is now, and what has led there.
#[derive(Clone, Debug)]
pub struct Update {
    /// What is known of the table without its events.
    pub entry: Arc<Entry>,
    /// The table, once both seats are taken.
    pub table: Option<Arc<Table>>,
    /// What has happened since the update before; nothing if only people have come or gone.
    pub events: Arc<[Event]>,
    /// How often the database has lost events of this table while it was awake here. Whoever was shown
    /// the table before the last time has to be shown the whole of it.
    pub rewinds: u32,
    /// Who is there.
    pub presence: Presence,
}

impl Update {
    /// The version of the table; 0 before it is opened.
    pub fn version(&self) -> Version {
        self.table.as_ref().map_or(0, |table| table.version())
    }

    /// Whether the database has lost some of what somebody was shown before.
    pub fn has_lost(&self, shown: &Self) -> bool {
        self.rewinds != shown.rewinds || self.version() < shown.version()
    }
}

/// A visit at a table, with or without a seat. It ends when it is dropped.
#[derive(Debug)]
pub struct Visit {
    /// The seats that the visitor may speak for.
    pub seats: Seats,
    /// The table as it is on coming in.
    pub first: Update,
    /// What has happened since the version that the visitor had seen; none where the visitor had
    /// seen nothing or too little, and has to take the table as it is.
    pub missed: Option<Vec<Event>>,
    updates: mpsc::Receiver<Update>,
    // Dropped after the receiver, so that the table sees who has left.
    _leaving: Leaving,
}

impl Visit {
    /// A visit that is told of updates, and whose end is told to the inbox of the table.
    pub(crate) fn new(
        seats: Seats,
        first: Update,
        missed: Option<Vec<Event>>,
        updates: mpsc::Receiver<Update>,
        leaving: Option<mpsc::Sender<Post>>,
    ) -> Self {
        Self { seats, first, missed, updates, _leaving: Leaving(leaving) }
    }

    /// What happens next. None means that the visitor was too slow or the house is closing: come
    /// back with the version that was seen last.
    pub async fn next(&mut self) -> Option<Update> {
        self.updates.recv().await
    }
}

/// Tells the table that somebody has left.
#[derive(Debug)]
struct Leaving(Option<mpsc::Sender<Post>>);

impl Drop for Leaving {
    fn drop(&mut self) {
        // A table that is too busy for this sees it when it next tells something.
        let _ = self.0.take().map(|inbox| inbox.try_send(Box::new(Message::Left)));
    }
}
