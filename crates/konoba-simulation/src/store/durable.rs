//! What the simulated store has made durable: guests, tables with their events, jobs and presence.

mod leases;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use konoba_live::Credentials;
use konoba_store::{
    Append, Cut, DeviceLink, Digest, Entry, Fingerprint, FinishedQuery, Guest, GuestId, Head,
    Holder, Job, Kept, KeptEvent, Listing, NewDevice, NewGuest, NewTable, Opponent, OpponentQuery,
    Predecessor, ResultQuery, Secrets, Standing, StoreError, TableId,
};
use konoba_table::{Moment, Name, Seat, Version};

use crate::Mistake;
use crate::ledger::{Promise, hold, is_flag};
use crate::world::World;
use leases::{JobRow, PresenceRow};

pub(crate) use leases::Machine;

/// How far behind a standby can be, in commits.
const MAX_BEHIND: usize = 24;

/// What is durable. Every change can be undone for a while, since a standby may be behind.
pub(crate) struct Durable {
    world: Arc<World>,
    tables: BTreeMap<TableId, Row>,
    guests: BTreeMap<GuestId, GuestRow>,
    jobs: BTreeMap<TableId, JobRow>,
    presence: BTreeMap<Machine, PresenceRow>,
    /// What tables were before the last changes, the newest last; none where there was nothing.
    before: VecDeque<(TableId, Option<Row>)>,
    /// Tables that were written since this was last asked for, each with its version.
    written: Vec<(TableId, Version)>,
}

struct GuestRow {
    guest: Guest,
    /// One for each device.
    tokens: Vec<Digest>,
    /// The code for another device, and until when it is good.
    link: Option<(Digest, Moment)>,
}

#[derive(Clone)]
struct Row {
    kept: Kept,
    deadline: Option<Moment>,
    position: Option<Fingerprint>,
}

impl Durable {
    pub(super) const fn new(world: Arc<World>) -> Self {
        Self {
            world,
            tables: BTreeMap::new(),
            guests: BTreeMap::new(),
            jobs: BTreeMap::new(),
            presence: BTreeMap::new(),
            before: VecDeque::new(),
            written: Vec::new(),
        }
    }

    pub(crate) fn entry(&self, table: TableId) -> Option<&Entry> {
        self.tables.get(&table).map(|row| &row.kept.entry)
    }

    /// The jobs on the list.
    pub(crate) fn jobs(&self) -> Vec<Job> {
        let jobs = self.jobs.iter().map(|(table, row)| Job { table: *table, version: row.version });
        jobs.collect()
    }

    pub(super) fn take_written(&mut self) -> Vec<(TableId, Version)> {
        std::mem::take(&mut self.written)
    }

    /// Loses the last changes. The tables that are not what they were come back.
    pub(super) fn lose(&mut self, count: usize) -> BTreeSet<TableId> {
        let left = self.before.len().saturating_sub(count);
        let mut tables = BTreeSet::new();
        for (id, row) in self.before.split_off(left).into_iter().rev() {
            match row {
                Some(row) => drop(self.tables.insert(id, row)),
                None => drop(self.tables.remove(&id)),
            }
            tables.insert(id);
        }
        tables
    }

    /// Forgets what does not outlive a crash.
    pub(super) fn forget_leases(&mut self) {
        self.jobs.clear();
        self.presence.clear();
    }

    /// Changes a table. What it becomes is held against the promises.
    fn set(&mut self, table: TableId, row: Row, events: &[KeptEvent]) {
        let (now, version) = (self.world.now(), row.kept.entry.version);
        let standing = row.kept.entry.standing;
        let is_played = !matches!(standing, Standing::Waiting | Standing::Withdrawn);
        self.world.demand(hold(Promise::Log, is_played == (version > 0), || {
            format!("a table cannot stand so: {standing:?} at version {version}")
        }));
        if !events.is_empty() {
            self.world.check(|ledger| ledger.kept(table, events, now));
        }
        let flags = events.iter().filter(|kept| is_flag(&kept.event.fact)).count() as u64;
        self.world.count(|report| report.flags += flags);
        for KeptEvent { event, origin } in events {
            self.world.note(&[event.version, event.at.as_millis()], || {
                format!("store: {table} keeps {} by {origin:?}: {:?}", event.version, event.fact)
            });
        }
        let before = self.tables.insert(table, row);
        self.before.push_back((table, before));
        if self.before.len() > MAX_BEHIND {
            self.before.pop_front();
        }
        self.written.push((table, version));
    }

    pub(super) fn lay(&mut self, new: NewTable) -> Result<(), StoreError> {
        if self.tables.contains_key(&new.id) {
            return Err(StoreError::Conflict);
        }
        let entry = Entry::from(&new);
        self.check_unfinished(new.seats.iter().flatten(), new.max_unfinished)?;
        let events = new.events.into_iter();
        let events: Vec<_> = events.map(|event| KeptEvent { event, origin: None }).collect();
        let kept = Kept { entry, events: events.clone(), unread: None };
        self.set(new.id, Row { kept, deadline: new.deadline, position: None }, &events);
        Ok(())
    }

    pub(super) fn append(&mut self, news: &Append) -> Result<(), StoreError> {
        let mut row = self.tables.get(&news.table).ok_or(StoreError::Conflict)?.clone();
        let kept = &mut row.kept;
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
            // What has no event must find the other seat empty.
            Standing::Playing | Standing::Over => seat.is_none() && !news.events.is_empty(),
        };
        if !is_free && !self.world.has(Mistake::WithdrawnUnderPlay) {
            return Err(StoreError::Conflict);
        }
        let last = kept.events.last().map(Predecessor::from);
        match (Head { version: kept.entry.version, last }.takes(news), self.world.plan().mistake) {
            (Ok(()), _)
            | (Err(_), Some(Mistake::NoVersionCheck))
            | (Err(StoreError::Lost), Some(Mistake::NoPredecessorCheck)) => {}
            (Err(why), _) => return Err(why),
        }
        let sits = news.sits.iter().map(|(_, holder)| holder);
        let again = news.next.iter().flat_map(|next| next.seats.iter().flatten());
        // A player who leaves an offer for a game has no more tables than before.
        let max = news.max_unfinished.filter(|_| news.leaves.is_none());
        self.check_unfinished(sits.chain(again), max)?;
        let left = news.leaves.map(|offer| self.left(offer, news.table)).transpose()?;
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
        kept.entry.next = news.next.as_ref().map(|next| next.id).or(kept.entry.next);
        (row.deadline, row.position) = (news.deadline, news.position);
        self.set(news.table, row, &events);
        if let Some(left) = left {
            self.set(left.kept.entry.id, left, &[]);
        }
        match &news.next {
            Some(next) => self.lay((**next).clone()),
            None => Ok(()),
        }
    }

    /// An offer as it is when its maker has left it for another table.
    fn left(&self, offer: TableId, table: TableId) -> Result<Row, StoreError> {
        let row = self.tables.get(&offer);
        let row = row.filter(|row| row.kept.entry.standing == Standing::Waiting);
        let mut row = row.ok_or(StoreError::NotWaiting)?.clone();
        let entry = &mut row.kept.entry;
        (entry.standing, entry.next) = (Standing::Withdrawn, Some(table));
        Ok(row)
    }

    /// Whether these people have room for one more table.
    fn check_unfinished<'a>(
        &self,
        mut holders: impl Iterator<Item = &'a Holder>,
        max: Option<usize>,
    ) -> Result<(), StoreError> {
        let Some(max) = max else { return Ok(()) };
        let count = |guest| self.list(Listing::UnfinishedOf(guest), max).len();
        match holders.find(|holder| count(holder.guest) >= max) {
            Some(holder) => Err(StoreError::TooManyTables(holder.guest)),
            None => Ok(()),
        }
    }

    pub(super) fn cut(&mut self, cut: &Cut) -> Result<(), StoreError> {
        let mut row = self.tables.get(&cut.table).ok_or(StoreError::Conflict)?.clone();
        if row.kept.entry.version != cut.version {
            return Err(StoreError::Conflict);
        }
        row.kept.events.retain(|kept| kept.event.version <= cut.after);
        let entry = &mut row.kept.entry;
        (entry.version, entry.standing, entry.next) = (cut.after, cut.standing, cut.next);
        entry.progress = cut.progress;
        row.deadline = cut.deadline;
        self.set(cut.table, row, &[]);
        Ok(())
    }

    pub(super) fn read(&self, table: TableId, after: Version) -> Option<Kept> {
        let Kept { entry, events, unread } = &self.tables.get(&table)?.kept;
        let events = events.iter().filter(|kept| kept.event.version > after).cloned();
        Some(Kept { entry: entry.clone(), events: events.collect(), unread: *unread })
    }

    pub(super) fn add_guest(&mut self, new: NewGuest) -> GuestId {
        let id = GuestId(self.guests.len() as i64 + 1);
        let guest = Guest { id, name: new.name };
        self.guests.insert(id, GuestRow { guest, tokens: vec![new.token], link: None });
        id
    }

    pub(super) fn guest(&self, token: Digest) -> Option<Guest> {
        let found = self.guests.values().find(|row| row.tokens.contains(&token));
        found.map(|row| row.guest.clone())
    }

    pub(super) fn link_device(&mut self, link: &DeviceLink) {
        if let Some(row) = self.guests.get_mut(&link.guest) {
            row.link = Some((link.code, link.until));
        }
    }

    pub(super) fn add_device(&mut self, device: &NewDevice) -> Option<Guest> {
        let has_code = |row: &&mut GuestRow| row.link.is_some_and(|(code, _)| code == device.code);
        let row = self.guests.values_mut().find(has_code)?;
        let (_, until) = row.link.take()?;
        if until < device.at {
            return None;
        }
        row.tokens.extend(device.token);
        let guest = row.guest.clone();
        if let Some(before) = device.before.filter(|before| *before != guest.id) {
            self.join(before, guest.id);
        }
        Some(guest)
    }

    /// Makes one guest of two. The row of the first stays, so that its number is given to no other.
    fn join(&mut self, before: GuestId, guest: GuestId) {
        let gone = self.guests.get_mut(&before).map(|row| std::mem::take(&mut row.tokens));
        if let Some(row) = self.guests.get_mut(&guest) {
            row.tokens.extend(gone.unwrap_or_default());
        }
        let holders = self.tables.values_mut().flat_map(|row| row.kept.entry.seats.iter_mut());
        for holder in holders.flatten().filter(|holder| holder.guest == before) {
            holder.guest = guest;
        }
    }

    pub(super) fn device_guest(&self, code: Digest, at: Moment) -> Option<GuestId> {
        let is_good = |(own, until)| own == code && until >= at;
        let found = self.guests.values().find(|row| row.link.is_some_and(is_good));
        found.map(|row| row.guest.id)
    }

    pub(super) fn rename(&mut self, guest: GuestId, name: &Name) {
        if let Some(row) = self.guests.get_mut(&guest) {
            row.guest.name = name.clone();
        }
    }

    /// Replaces the secrets of a guest, and the name at all seats where one is given.
    pub(super) fn renew(&mut self, secrets: &Secrets, name: Option<&Name>) {
        if let Some(row) = self.guests.get_mut(&secrets.guest) {
            (row.tokens, row.link) = (vec![secrets.token], None);
            row.guest.name = name.unwrap_or(&row.guest.name).clone();
        }
        let holders = self.tables.values_mut().flat_map(|row| row.kept.entry.seats.iter_mut());
        for holder in holders.flatten().filter(|holder| holder.guest == secrets.guest) {
            holder.code = secrets.code.unwrap_or(holder.code);
            holder.name = name.unwrap_or(&holder.name).clone();
        }
    }

    pub(super) fn seat_by_code(&self, code: Digest) -> Option<(TableId, Seat)> {
        let held = self.entries().flat_map(|entry| {
            let seats = Seat::BOTH.into_iter();
            seats.filter_map(move |seat| Some((entry, seat, entry.seats[seat.index()].as_ref()?)))
        });
        let held = held.filter(|(_, _, holder)| holder.code == code);
        held.max_by_key(|(entry, ..)| (entry.standing != Standing::Withdrawn, entry.since))
            .map(|(entry, seat, _)| (entry.id, seat))
    }

    /// Tables of one kind, the newest first.
    pub(crate) fn list(&self, listing: Listing, limit: usize) -> Vec<Entry> {
        let mut found: Vec<&Entry> = self.entries().filter(|entry| listing.holds(entry)).collect();
        found.sort_by_key(|entry| Reverse(entry.since));
        found.into_iter().take(limit).cloned().collect()
    }

    /// Finished games of a guest, the last that ended first.
    pub(super) fn finished(&self, query: &FinishedQuery) -> Vec<Entry> {
        let ended = |entry: &Entry| entry.progress.result.map_or(entry.since, |result| result.at);
        let is_found = |entry: &&Entry| {
            let seats = Credentials::guest(query.guest).seats_at(entry);
            let winner = entry.progress.result.and_then(|result| result.winner);
            let result = match (winner.map(|seat| seats.contains(seat)), seats.only()) {
                (Some(true), Some(_)) => ResultQuery::Won,
                (Some(false), Some(_)) => ResultQuery::Lost,
                _ => ResultQuery::Other,
            };
            let is_opponent =
                |wanted: &OpponentQuery| match entry.offer.opponent {
                    Opponent::Engine { level } => wanted.levels.contains(&level),
                    _ => entry.seats.iter().flatten().any(|holder| {
                        holder.guest != query.guest && wanted.fits(holder.name.as_str())
                    }),
                };
            entry.standing == Standing::Over
                && !seats.is_empty()
                && query.game.is_none_or(|spec| entry.offer.setup.spec.id == spec.id)
                && query.opponent.as_ref().is_none_or(is_opponent)
                && query.result.is_none_or(|wanted| wanted == result)
                && query
                    .before
                    .is_none_or(|(at, id)| (Reverse(at), id) < (Reverse(ended(entry)), entry.id))
        };
        let mut found: Vec<&Entry> = self.entries().filter(is_found).collect();
        found.sort_by_key(|entry| (Reverse(ended(entry)), entry.id));
        found.into_iter().take(query.limit).cloned().collect()
    }

    pub(super) fn due(&self, at: Moment, skipped: usize, limit: usize) -> Vec<TableId> {
        let is_due = |row: &Row| row.deadline.is_some_and(|deadline| deadline <= at);
        let due = self.tables.iter().filter(|(_, row)| is_due(row)).skip(skipped).take(limit);
        due.map(|(id, _)| *id).collect()
    }

    pub(super) fn awaiting_engines(&self, skipped: usize, limit: usize) -> Vec<TableId> {
        let mut awaiting: Vec<_> = self.tables.iter().collect();
        awaiting.retain(|(id, row)| row.kept.entry.awaits_engine() && !self.jobs.contains_key(id));
        awaiting.sort_by_key(|(id, row)| (row.deadline, **id));
        awaiting.into_iter().skip(skipped).take(limit).map(|(id, _)| *id).collect()
    }

    pub(super) fn is_played(&self, positions: &[Fingerprint]) -> bool {
        let mut played = self.tables.values().filter_map(|row| row.position);
        played.any(|position| positions.contains(&position))
    }

    pub(super) fn walk(&self, after: Option<TableId>, limit: usize) -> Vec<TableId> {
        let later = self.tables.keys().filter(|id| after.is_none_or(|after| **id > after));
        later.take(limit).copied().collect()
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.tables.values().map(|row| &row.kept.entry)
    }
}
