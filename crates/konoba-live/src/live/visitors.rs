//! The clients at a table, and what they are told.

use std::sync::Arc;
use std::time::Duration;

use konoba_store::{Entry, Presence};
use konoba_table::Event;
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::message::{Post, Update, UpdateKind, Visit};
use crate::presence::PresenceCount;
use crate::{HouseError, Seats};

/// How many updates may wait for a visitor. A slower one is dropped and comes back for what it
/// missed: that many events and some more are kept for this (`keeper::TAIL`).
const MAX_BEHIND: usize = 16;
/// How long arrivals and departures are gathered before the clients are told.
const GATHER: Duration = Duration::from_millis(200);

/// All visitors of a table.
pub(super) struct Visitors {
    there: Vec<(Seats, mpsc::Sender<Arc<Update>>)>,
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

    /// Makes known outside this task who holds the seats.
    pub(super) fn learn_holders(&self, entry: &Entry) {
        self.count.learn_holders(entry);
    }

    pub(super) fn presence(&self) -> Presence {
        self.count.now()
    }

    /// When arrivals and departures are to be told.
    pub(super) const fn news_due(&self) -> Option<Instant> {
        self.news_due
    }

    pub(super) fn welcome(
        &mut self,
        seats: Seats,
        missed: Option<Vec<Event>>,
        mut first: Update,
        leaving: Option<mpsc::Sender<Post>>,
    ) -> Result<Visit, HouseError> {
        // The limit is for watchers; players always get in.
        let watchers = self.count.here().watchers as usize;
        if seats.is_empty() && watchers >= self.max {
            return Err(HouseError::TooManyWatchers);
        }
        let (sender, updates) = mpsc::channel(MAX_BEHIND);
        self.there.push((seats, sender));
        self.count.add(seats);
        self.presence_changes();
        first.presence = self.presence();
        Ok(Visit::new(seats, first, missed, updates, leaving))
    }

    /// Tells all clients at the table and drops those that read too slowly. An update with events
    /// or a remark does not say who is there.
    pub(super) fn tell(&mut self, update: Update) {
        if matches!(update.kind, UpdateKind::Presence | UpdateKind::Whole) {
            self.news_due = None;
        }
        let update = Arc::new(update);
        self.keep_those(|sender| sender.try_send(update.clone()).is_ok());
    }

    /// Removes the visitors that have left.
    pub(super) fn look_around(&mut self) {
        self.keep_those(|sender| !sender.is_closed());
    }

    fn keep_those(&mut self, mut stays: impl FnMut(&mpsc::Sender<Arc<Update>>) -> bool) {
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
