//! Those who are at a table, and what they are told.

use std::sync::Arc;
use std::time::Duration;

use konoba_store::{Entry, Presence};
use konoba_table::{Event, Table};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::{Message, Post, PresenceCount};
use crate::{HouseError, Seats};

/// How many updates may wait for a visitor. Whoever is slower is let go and comes back for what was
/// missed.
const MAX_BEHIND: usize = 32;
/// How long comings and goings are gathered before they are told.
const GATHER: Duration = Duration::from_millis(200);

/// What a visitor is told: the table as it is now, and what has led there.
#[derive(Clone, Debug)]
pub struct Update {
    /// What is known of the table without its events.
    pub entry: Arc<Entry>,
    /// The table, once both seats are taken.
    pub table: Option<Arc<Table>>,
    /// What has happened since the update before; nothing if only people have come or gone.
    pub events: Arc<[Event]>,
    /// Who is there.
    pub presence: Presence,
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

/// All visitors of a table.
pub(super) struct Visitors {
    there: Vec<(Seats, mpsc::Sender<Update>)>,
    count: Arc<PresenceCount>,
    max: usize,
    news_due: Option<Instant>,
}

impl Visitors {
    pub(super) const fn new(count: Arc<PresenceCount>, max: usize) -> Self {
        Self { there: Vec::new(), count, max, news_due: None }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.there.is_empty()
    }

    pub(super) fn presence(&self) -> Presence {
        self.count.now()
    }

    /// When comings and goings are to be told.
    pub(super) const fn news_due(&self) -> Option<Instant> {
        self.news_due
    }

    pub(super) fn welcome(
        &mut self,
        seats: Seats,
        missed: Option<Vec<Event>>,
        first: Update,
        leaving: Option<mpsc::Sender<Post>>,
    ) -> Result<Visit, HouseError> {
        // There is always room for those who play.
        if seats.is_empty() && self.there.len() >= self.max {
            return Err(HouseError::TooManyWatchers);
        }
        let (sender, updates) = mpsc::channel(MAX_BEHIND);
        self.there.push((seats, sender));
        self.count.add(seats);
        self.presence_changes();
        let first = Update { presence: self.presence(), ..first };
        Ok(Visit { seats, first, missed, updates, _leaving: Leaving(leaving) })
    }

    /// Tells everybody; those who cannot follow are let go.
    pub(super) fn tell(&mut self, update: &Update) {
        self.news_due = None;
        self.keep_those(|sender| sender.try_send(update.clone()).is_ok());
    }

    /// Sees who has left.
    pub(super) fn look_around(&mut self) {
        self.keep_those(|sender| !sender.is_closed());
    }

    fn keep_those(&mut self, mut stays: impl FnMut(&mpsc::Sender<Update>) -> bool) {
        let (before, count) = (self.there.len(), &self.count);
        self.there.retain(|(seats, sender)| {
            let stays = stays(sender);
            if !stays {
                count.subtract(*seats);
            }
            stays
        });
        if self.there.len() != before {
            self.presence_changes();
        }
    }

    /// People have come or gone, which is told soon.
    pub(super) fn presence_changes(&mut self) {
        self.news_due = self.news_due.or_else(|| Some(Instant::now() + GATHER));
    }
}

impl Drop for Visitors {
    fn drop(&mut self) {
        self.keep_those(|_| false);
    }
}
