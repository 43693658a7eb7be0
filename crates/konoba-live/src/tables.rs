//! The tables that are in memory at this node, and what their tasks share.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use konoba_store::{Entry, GuestId, Presence, Store, TableId};
use konoba_table::{Moment, Version};
use tokio::sync::{Notify, mpsc, watch};

use crate::jobs::Jobs;
use crate::kept_lobby::KeptLobby;
use crate::message::{Message, Post};
use crate::presence::PresenceCount;
use crate::schedule::Scheduler;
use crate::shutdown::{Running, Shutdown};
use crate::sign_ins::SignIns;
use crate::think::Thoughts;
use crate::turns::Turns;
use crate::{Config, HostHandle};

/// How much may wait at one table before it is too busy.
const INBOX: usize = 256;

/// The tables that are awake, and what their tasks share. It starts no task itself: the house does.
pub(crate) struct Tables {
    store: Arc<dyn Store>,
    config: Config,
    scheduler: Scheduler,
    jobs: Arc<Jobs>,
    sign_ins: SignIns,
    turns: Turns,
    /// Sorted, so that two runs of a simulation with the same seed are the same.
    awake: Mutex<BTreeMap<TableId, Handle>>,
    kept_lobby: KeptLobby,
    /// Grows whenever the lobby looks different.
    lobby: watch::Sender<u64>,
    /// Grows whenever the lobby looks different, or a game in it has gone on.
    moves: watch::Sender<u64>,
    /// Whether another node may have changed the lobby, which is told once a second at most.
    is_lobby_stale: AtomicBool,
    /// Wakes the task that tells other nodes who is here, and the one that pairs players who wait.
    presence_due: Notify,
    pairing_due: Notify,
    /// How many events this node has appended to tables since it was started. Those that a table is laid with
    /// are not among them.
    kept: AtomicU64,
    /// How often the database has turned out to have lost what was known here.
    lost: AtomicU64,
    shutdown: Shutdown,
}

struct Handle {
    inbox: mpsc::Sender<Post>,
    presence: Arc<PresenceCount>,
}

/// What the task of a table is started with.
pub(crate) struct Woken {
    pub(crate) inbox: mpsc::Receiver<Post>,
    pub(crate) presence: Arc<PresenceCount>,
    /// Held until the task has ended.
    pub(crate) running: Running,
}

impl Tables {
    /// No table is awake.
    pub(crate) fn new(store: Arc<dyn Store>, config: Config) -> Arc<Self> {
        // Without an engine there is nothing to think about.
        let thinkers = config.thinker.as_ref().map_or(0, |_| config.thinking_threads);
        let host = config.host.clone();
        Arc::new(Self {
            jobs: Jobs::new(store.clone()),
            store,
            config,
            scheduler: Scheduler::new(|worker| host.start(worker), thinkers),
            sign_ins: SignIns::default(),
            turns: Turns::default(),
            awake: Mutex::default(),
            kept_lobby: KeptLobby::default(),
            lobby: watch::Sender::new(0),
            moves: watch::Sender::new(0),
            is_lobby_stale: AtomicBool::new(false),
            presence_due: Notify::new(),
            pairing_due: Notify::new(),
            kept: AtomicU64::new(0),
            lost: AtomicU64::new(0),
            shutdown: Shutdown::new(),
        })
    }

    pub(crate) fn store(&self) -> &dyn Store {
        self.store.as_ref()
    }

    pub(crate) const fn config(&self) -> &Config {
        &self.config
    }

    pub(crate) const fn host(&self) -> &HostHandle {
        &self.config.host
    }

    pub(crate) const fn scheduler(&self) -> &Scheduler {
        &self.scheduler
    }

    /// The engine of the house with the threads of this node, where there is one and it has any.
    pub(crate) fn thoughts(&self) -> Option<Thoughts<'_>> {
        let thinker = self.config.thinker.as_ref().filter(|_| self.scheduler.thinkers() > 0)?;
        Some(Thoughts { thinker, scheduler: &self.scheduler })
    }

    /// The connections that act for guests at this node.
    pub(crate) const fn sign_ins(&self) -> &SignIns {
        &self.sign_ins
    }

    /// The moves that have come to be awaited by what this node has written.
    pub(crate) const fn turns(&self) -> &Turns {
        &self.turns
    }

    pub(crate) const fn jobs(&self) -> &Arc<Jobs> {
        &self.jobs
    }

    pub(crate) fn now(&self) -> Moment {
        self.config.clock.now()
    }

    /// The inbox of a table. Where no task keeps the table, `wake` starts one; none once the house is
    /// closing.
    pub(crate) fn inbox_or_wake(
        &self,
        table: TableId,
        wake: impl FnOnce(Woken),
    ) -> Option<mpsc::Sender<Post>> {
        let mut awake = self.lock();
        let running = self.shutdown.running()?;
        if let Some(handle) = awake.get(&table).filter(|handle| !handle.inbox.is_closed()) {
            return Some(handle.inbox.clone());
        }
        let (inbox, messages) = mpsc::channel(INBOX);
        let presence = Arc::new(PresenceCount::default());
        awake.insert(table, Handle { inbox: inbox.clone(), presence: presence.clone() });
        wake(Woken { inbox: messages, presence, running });
        Some(inbox)
    }

    /// The inbox of a table that is awake.
    pub(crate) fn inbox_of(&self, table: TableId) -> Option<mpsc::Sender<Post>> {
        self.lock().get(&table).map(|handle| handle.inbox.clone())
    }

    /// The inboxes of the tables that are awake at which a guest holds a seat, and of those of which that
    /// is not known yet.
    pub(crate) fn inboxes_of(&self, guest: GuestId) -> Vec<mpsc::Sender<Post>> {
        let awake = self.lock();
        let own = awake.values().filter(|handle| handle.presence.may_have_seat(guest));
        own.map(|handle| handle.inbox.clone()).collect()
    }

    /// The inboxes of all tables that are awake.
    pub(crate) fn inboxes(&self) -> Vec<mpsc::Sender<Post>> {
        self.lock().values().map(|handle| handle.inbox.clone()).collect()
    }

    /// How many tables are awake.
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    /// The task of a table ends.
    pub(crate) fn forget(&self, table: TableId) {
        self.lock().remove(&table);
    }

    pub(crate) const fn shutdown(&self) -> &Shutdown {
        &self.shutdown
    }

    /// Begins to close: no table is woken any more. The inboxes of those that are awake.
    pub(crate) fn close(&self) -> Vec<mpsc::Sender<Post>> {
        // With this lock held, no table can be woken that would be missed here.
        let awake = self.lock();
        self.shutdown.begin();
        awake.values().map(|handle| handle.inbox.clone()).collect()
    }

    /// The maker of an open offer has come to its table: another player may wait for the same. Where nodes
    /// share a store, the others are told first, so that one of two nodes at least sees both players.
    pub(crate) fn maker_arrives(&self) {
        match self.store.leases() {
            Some(_) => self.presence_due.notify_one(),
            None => self.pairing_due.notify_one(),
        }
    }

    /// Wakes the task that tells other nodes who is here.
    pub(crate) const fn presence_due(&self) -> &Notify {
        &self.presence_due
    }

    /// Wakes the task that pairs players who wait.
    pub(crate) const fn pairing_due(&self) -> &Notify {
        &self.pairing_due
    }

    /// So many events were appended to a table.
    pub(crate) fn count_events(&self, count: usize) {
        self.kept.fetch_add(count as u64, Ordering::Relaxed);
    }

    /// The database has lost events that were known here, those after the common version.
    pub(crate) fn note_loss(&self, table: TableId, known: Version, common: Version) {
        self.lost.fetch_add(1, Ordering::Relaxed);
        tracing::error!(%table, known, common, "the database has lost acknowledged moves of a table");
        self.lobby_changes();
    }

    /// How often the database has lost events that were known here.
    pub(crate) fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }

    /// How many events this node has appended to tables since it was started. Those that a table is laid with
    /// are not among them.
    pub(crate) fn kept(&self) -> u64 {
        self.kept.load(Ordering::Relaxed)
    }

    /// Changes whenever the lobby may look different.
    pub(crate) fn lobby_watch(&self) -> watch::Receiver<u64> {
        self.lobby.subscribe()
    }

    /// The lobby as this node keeps it.
    pub(crate) const fn kept_lobby(&self) -> &KeptLobby {
        &self.kept_lobby
    }

    /// A table was opened, or moves to the other list of the lobby, or leaves it.
    pub(crate) fn put_in_lobby(&self, entry: Entry) {
        self.kept_lobby.put(entry);
        self.tell_lobby();
    }

    /// The lobby looks different, and only the store knows how.
    pub(crate) fn lobby_changes(&self) {
        self.kept_lobby.mark_stale();
        self.tell_lobby();
    }

    fn tell_lobby(&self) {
        for changes in [&self.lobby, &self.moves] {
            changes.send_modify(|version| *version += 1);
        }
    }

    /// A game has come to a version; its place in the lobby is what it was.
    pub(crate) fn game_goes_on(&self, entry: &Entry, version: Version) {
        if self.kept_lobby.comes_to(entry, version) {
            self.moves.send_modify(|version| *version += 1);
        }
    }

    /// Changes whenever the lobby may look different, or a game in it has gone on.
    pub(crate) fn moves_watch(&self) -> watch::Receiver<u64> {
        self.moves.subscribe()
    }

    /// Another node may have changed the lobby.
    pub(crate) fn mark_lobby_stale(&self) {
        self.is_lobby_stale.store(true, Ordering::Relaxed);
    }

    /// Tells of it, if another node may have changed the lobby.
    pub(crate) fn refresh_lobby(&self) {
        if self.is_lobby_stale.swap(false, Ordering::Relaxed) {
            self.lobby_changes();
        }
    }

    /// Who is at a table, as far as this node knows while no task here keeps it.
    pub(crate) fn presence(&self, table: TableId) -> Presence {
        self.lock().get(&table).map_or_else(Presence::default, |handle| handle.presence.now())
    }

    /// Who is at a table at this node.
    pub(crate) fn presence_here(&self, table: TableId) -> Presence {
        self.lock().get(&table).map_or_else(Presence::default, |handle| handle.presence.here())
    }

    /// Who is at each of these tables at this node.
    pub(crate) fn presence_of(&self, tables: impl Iterator<Item = TableId>) -> Vec<Presence> {
        let awake = self.lock();
        let here = |table: TableId| awake.get(&table).map(|handle| handle.presence.here());
        tables.map(|table| here(table).unwrap_or_default()).collect()
    }

    /// Every table that is awake, and who is at it here.
    pub(crate) fn all_presence(&self) -> Vec<(TableId, Presence)> {
        self.lock().iter().map(|(table, handle)| (*table, handle.presence.here())).collect()
    }

    /// Who is, at other nodes, at the tables that are in memory here; none at those that are not
    /// named.
    pub(crate) fn learn_presence(&self, elsewhere: Vec<(TableId, Presence)>) {
        let elsewhere: HashMap<TableId, Presence> = elsewhere.into_iter().collect();
        for (table, handle) in self.lock().iter() {
            let there = elsewhere.get(table).copied().unwrap_or_default();
            if handle.presence.learn(there) {
                // A table whose inbox is full tells it with the next update.
                let _ = handle.inbox.try_send(Box::new(Message::Elsewhere));
            }
        }
    }

    /// The lock is held for an instant only, never across an await.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<TableId, Handle>> {
        self.awake.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
