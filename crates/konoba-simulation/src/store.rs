//! The store that the nodes share: what is durable, and what is not yet.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use konoba_store::{
    Append, Entry, Head, Kept, KeptEvent, Predecessor, Standing, StoreError, TableId,
};
use konoba_table::{Moment, Version};

use crate::Bug;
use crate::happening::Asker;

/// How far behind a standby can be.
const MAX_BEHIND: usize = 12;

/// An append that waits for the disk.
pub(crate) type WaitingAppend = (Asker, Box<Append>);

/// What the store holds. What has been asked of it is gathered, written and synced together; whoever
/// reads sees only what is durable, and a store that dies loses the rest.
#[derive(Default)]
pub(crate) struct SimulatedStore {
    tables: BTreeMap<TableId, (Kept, Option<Moment>)>,
    /// What the tables were before the last things that were made durable, the newest last: what a
    /// standby that is behind still holds.
    before: VecDeque<(TableId, Kept, Option<Moment>)>,
    /// What has come together for the next writing.
    pub(crate) waiting: Vec<WaitingAppend>,
    /// What is being written, until the disk has it.
    pub(crate) writing: Vec<WaitingAppend>,
    /// Counts the lives of the store.
    pub(crate) life: u32,
    pub(crate) is_down: bool,
    pub(crate) full_until: Moment,
    bug: Option<Bug>,
}

impl SimulatedStore {
    pub(crate) fn new(bug: Option<Bug>) -> Self {
        Self { bug, ..Self::default() }
    }

    pub(crate) fn lay(&mut self, kept: Kept) {
        self.tables.insert(kept.entry.id, (kept, None));
    }

    /// What is durable of a table beside its events.
    pub(crate) fn entry(&self, table: TableId) -> Option<&Entry> {
        self.tables.get(&table).map(|(kept, _)| &kept.entry)
    }

    pub(crate) fn forget(&mut self, table: TableId) {
        self.tables.remove(&table);
    }

    /// The store dies, and what was not durable is gone.
    pub(crate) fn die(&mut self) {
        self.life += 1;
        self.is_down = true;
        self.waiting.clear();
        self.writing.clear();
    }

    /// Loses the last things that were durable, as many as are said. The tables that are not what they
    /// were come back.
    pub(crate) fn lose(&mut self, count: usize) -> BTreeSet<TableId> {
        let left = self.before.len().saturating_sub(count);
        let lost = self.before.split_off(left).into_iter().rev();
        let lost = lost.filter_map(|(table, kept, deadline)| {
            // A table that was cleared away stays so.
            *self.tables.get_mut(&table)? = (kept, deadline);
            Some(table)
        });
        lost.collect()
    }

    pub(crate) fn read(&self, table: TableId, after: Version) -> Option<Kept> {
        let Kept { entry, events, unread } = &self.tables.get(&table)?.0;
        let events = events.iter().filter(|kept| kept.event.version > after).cloned();
        Some(Kept { entry: entry.clone(), events: events.collect(), unread: *unread })
    }

    /// Makes something durable, or says why not. The events that were kept come back.
    pub(crate) fn keep(&mut self, news: &Append) -> Result<Vec<KeptEvent>, StoreError> {
        let (kept, deadline) = self.tables.get_mut(&news.table).ok_or(StoreError::Conflict)?;
        if let Some(origin) = &news.origin {
            let mut origins = kept.events.iter().flat_map(|kept| &kept.origin);
            if origins.any(|own| own.id == origin.id) {
                return Err(StoreError::Repeated);
            }
        }
        let seat = news.sits.as_ref().map(|(seat, _)| &kept.entry.seats[seat.index()]);
        let is_free = match kept.entry.standing {
            Standing::Waiting => seat.is_none_or(Option::is_none),
            Standing::Withdrawn => false,
            // What has no event must find nobody across the table.
            Standing::Playing | Standing::Over => seat.is_none() && !news.events.is_empty(),
        };
        if !is_free && self.bug != Some(Bug::WithdrawnUnderPlay) {
            return Err(StoreError::Conflict);
        }
        let head =
            Head { version: kept.entry.version, last: kept.events.last().map(Predecessor::from) };
        match (head.takes(news), self.bug) {
            (Ok(()), _)
            | (Err(_), Some(Bug::NoVersionCheck))
            | (Err(StoreError::Lost), Some(Bug::NoPredecessorCheck)) => {}
            (Err(why), _) => return Err(why),
        }
        self.before.push_back((news.table, kept.clone(), *deadline));
        if self.before.len() > MAX_BEHIND {
            self.before.pop_front();
        }
        let origins = [news.origin.clone()].into_iter().chain(std::iter::repeat(None));
        let events = news.events.iter().cloned().zip(origins);
        let events: Vec<_> = events.map(|(event, origin)| KeptEvent { event, origin }).collect();
        kept.events.extend(events.iter().cloned());
        kept.entry.standing = news.standing;
        kept.entry.progress = news.progress;
        if let Some((seat, holder)) = &news.sits {
            kept.entry.seats[seat.index()] = Some(holder.clone());
        }
        kept.entry.version = news.events.last().map_or(kept.entry.version, |event| event.version);
        *deadline = news.deadline;
        Ok(events)
    }

    /// Tables at which a flag has fallen.
    pub(crate) fn due(&self, now: Moment) -> Vec<TableId> {
        let is_due = |deadline: &Option<Moment>| deadline.is_some_and(|deadline| deadline <= now);
        let due = self.tables.iter().filter(|(_, (_, deadline))| is_due(deadline));
        due.map(|(id, _)| *id).collect()
    }
}
