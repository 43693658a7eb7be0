//! The lobby as this node keeps it in memory: read from the store once, then brought up to date by each
//! change. Reading it does not get slower with the number of old tables in the store.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use konoba_store::{Entry, GuestId, Listing, TableId};
use konoba_table::{Moment, Seat, Version};
use tokio::time::Instant;

use crate::HouseError;
use crate::limits::counted;

/// How many tables a list shows.
pub(crate) const LONGEST: usize = 100;
/// How many open offers are kept. Those whose makers are there come first in the list, so all have to be
/// looked at; offers that were left behind end after a while.
pub(crate) const MAX_OPEN: usize = 5_000;
/// How many games that go on are kept: some more than are shown, since they end, and since those that were
/// left are not shown.
pub(crate) const MAX_LIVE: usize = 5 * LONGEST;

/// The lobby as this node keeps it. The lock is held for an instant only, never across an await.
#[derive(Default)]
pub(crate) struct KeptLobby(Mutex<State>);

#[derive(Default)]
struct State {
    open: KeptTables,
    live: KeptTables,
    /// When it was read; none if it has to be read again.
    read: Option<Instant>,
    /// What has changed since a reading was begun that is not finished.
    meanwhile: Option<Meanwhile>,
    /// Who has made the offers that were made at this node and are still open.
    makers: HashMap<TableId, Maker>,
    /// Those of them that are not stored yet.
    unstored: HashSet<TableId>,
}

/// What has changed while the lobby is read.
#[derive(Default)]
struct Meanwhile {
    changed: Vec<Arc<Entry>>,
    is_stale: bool,
    /// The offers of this node that were stored when the reading began: what is read holds those that are
    /// still open.
    stored: Vec<TableId>,
}

/// Who has made an offer.
#[derive(Clone, Copy)]
pub(crate) struct Maker {
    pub(crate) guest: GuestId,
    /// From where, if that is known.
    pub(crate) from: Option<IpAddr>,
    /// What would do instead; none where the maker wants this table and no other.
    pub(crate) seeking: Option<Seeking>,
}

/// A maker who would as well sit down at the table of another player who waits for the same.
#[derive(Clone, Copy)]
pub(crate) struct Seeking {
    /// The seat that has to play the first side, where the maker's own would be seat one; any where none is
    /// named.
    pub(crate) first: Option<Seat>,
}

/// How many offers may be open at once.
#[derive(Clone, Copy)]
pub(crate) struct MaxOffers {
    pub(crate) of_guest: usize,
    pub(crate) of_address: usize,
}

/// What is in the lobby, the newest first.
pub(crate) struct InLobby {
    pub(crate) open: Vec<Arc<Entry>>,
    pub(crate) live: Vec<Arc<Entry>>,
    /// When it was read.
    pub(crate) read: Instant,
}

/// A place for an offer that is being made. Unless the offer is made, dropping this frees the place.
pub(crate) struct Room<'a> {
    lobby: &'a KeptLobby,
    table: TableId,
    is_taken: bool,
}

/// Tables of one list, the newest first, as many as are kept.
#[derive(Default)]
struct KeptTables {
    tables: BTreeMap<(Reverse<Moment>, TableId), Arc<Entry>>,
    /// Whether the store may hold more of them.
    has_more: bool,
}

impl KeptLobby {
    /// What is in the lobby; none if that has to be read.
    pub(crate) fn get(&self) -> Option<InLobby> {
        let state = self.lock();
        let read = state.read?;
        let live = state.live.tables.values().cloned().collect();
        Some(InLobby { open: state.open.tables.values().cloned().collect(), live, read })
    }

    /// Another node may have changed it: it has to be read again.
    pub(crate) fn mark_stale(&self) {
        let mut state = self.lock();
        state.read = None;
        if let Some(meanwhile) = &mut state.meanwhile {
            meanwhile.is_stale = true;
        }
    }

    /// It is being read from now on.
    pub(crate) fn begin_reading(&self) {
        let mut state = self.lock();
        let own = state.makers.keys().filter(|table| !state.unstored.contains(table));
        let stored = own.copied().collect();
        state.meanwhile = Some(Meanwhile { stored, ..Meanwhile::default() });
    }

    /// The store has told what it holds.
    pub(crate) fn learn(&self, open: Vec<Entry>, live: Vec<Entry>) -> InLobby {
        let mut state = self.lock();
        let read = Instant::now();
        state.open = KeptTables::of(open, MAX_OPEN);
        state.live = KeptTables::of(live, MAX_LIVE);
        let Meanwhile { changed, is_stale, stored } = state.meanwhile.take().unwrap_or_default();
        state.read = Some(read);
        state.forget_ended(&stored);
        changed.iter().for_each(|entry| state.put(entry));
        if is_stale {
            state.read = None;
        }
        let live = state.live.tables.values().cloned().collect();
        InLobby { open: state.open.tables.values().cloned().collect(), live, read }
    }

    /// A table was opened, or moves to the other list of the lobby, or leaves it.
    pub(crate) fn put(&self, entry: Entry) {
        let (mut state, entry) = (self.lock(), Arc::new(entry));
        if let Some(meanwhile) = &mut state.meanwhile {
            meanwhile.changed.push(entry.clone());
        }
        state.put(&entry);
    }

    /// A game has come to a version; whether it is among those that are kept.
    pub(crate) fn comes_to(&self, entry: &Entry, version: Version) -> bool {
        let mut state = self.lock();
        let Some(kept) = state.live.tables.get_mut(&key(entry)) else { return false };
        let kept = Arc::make_mut(kept);
        (kept.version, kept.progress) = (version, entry.progress);
        true
    }

    /// Reserves a place for an offer, unless its maker or the address that it comes from has too many.
    pub(crate) fn make_room(
        &self,
        table: TableId,
        maker: Maker,
        max: MaxOffers,
    ) -> Result<Room<'_>, HouseError> {
        let mut state = self.lock();
        let maker = Maker { from: maker.from.map(counted), ..maker };
        let Maker { guest, from, .. } = maker;
        let elsewhere = state.open.tables.values().filter(|entry| {
            let is_own = entry.seats[0].as_ref().is_some_and(|maker| maker.guest == guest);
            is_own && !state.makers.contains_key(&entry.id)
        });
        let here = state.makers.values().filter(|maker| maker.guest == guest);
        let of_guest = elsewhere.count() + here.count();
        let of_address = state.makers.values().filter(|maker| maker.from == from).count();
        if of_guest >= max.of_guest {
            return Err(HouseError::TooManyOffers);
        }
        if from.is_some() && of_address >= max.of_address {
            return Err(HouseError::TooManyOffersOfAddress);
        }
        state.makers.insert(table, maker);
        state.unstored.insert(table);
        Ok(Room { lobby: self, table, is_taken: false })
    }

    /// The offers made at this node whose makers would as well sit down elsewhere.
    pub(crate) fn seekers(&self) -> BTreeMap<TableId, Seeking> {
        let state = self.lock();
        let makers = state.makers.iter();
        makers.filter_map(|(table, maker)| Some((*table, maker.seeking?))).collect()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Of these offers of this node, those that are not in the list have ended at another node. A list that is cut
    /// off does not tell.
    fn forget_ended(&mut self, stored: &[TableId]) {
        if self.open.has_more {
            return;
        }
        let open: HashSet<TableId> = self.open.tables.values().map(|entry| entry.id).collect();
        for table in stored.iter().filter(|table| !open.contains(table)) {
            self.makers.remove(table);
        }
    }

    fn put(&mut self, entry: &Arc<Entry>) {
        let key = key(entry);
        self.open.tables.remove(&key);
        self.live.tables.remove(&key);
        if Listing::Open.holds(entry) {
            self.open.put(key, entry.clone(), MAX_OPEN);
        } else {
            self.makers.remove(&entry.id);
        }
        if Listing::Live.holds(entry) {
            self.live.put(key, entry.clone(), MAX_LIVE);
        }
        if self.open.lacks() || self.live.lacks() {
            self.read = None;
        }
    }
}

impl KeptTables {
    fn of(entries: Vec<Entry>, most: usize) -> Self {
        let has_more = entries.len() >= most;
        let tables = entries.into_iter().map(|entry| (key(&entry), Arc::new(entry))).collect();
        Self { tables, has_more }
    }

    fn put(&mut self, key: (Reverse<Moment>, TableId), entry: Arc<Entry>, most: usize) {
        self.tables.insert(key, entry);
        if self.tables.len() > most {
            self.tables.pop_last();
            self.has_more = true;
        }
    }

    /// Whether so few are left that more must be read from the store.
    fn lacks(&self) -> bool {
        self.has_more && self.tables.len() < LONGEST
    }
}

fn key(entry: &Entry) -> (Reverse<Moment>, TableId) {
    (Reverse(entry.since), entry.id)
}

impl Room<'_> {
    /// The offer is stored; its place is freed when it ends.
    pub(crate) fn take(mut self) {
        self.is_taken = true;
    }
}

impl Drop for Room<'_> {
    fn drop(&mut self) {
        let mut state = self.lobby.lock();
        state.unstored.remove(&self.table);
        if !self.is_taken {
            state.makers.remove(&self.table);
        }
    }
}
