//! The store that the nodes share: a database that groups what it writes, and can crash.

mod connection;
mod durable;
mod listening;
mod mistaken;
mod writer;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use konoba_store::{Entry, Notice, StoreError, TableId};
use konoba_table::{Moment, Version};
use tokio::sync::{Notify, oneshot};

use crate::process::Process;
use crate::world::World;
use durable::Durable;
use listening::Listener;
use writer::{Tell, Write};

pub(crate) use connection::StoreConnection;
pub(crate) use durable::Machine;

/// The most commits that are lost when a standby that was behind takes over.
const MAX_LOST: usize = 10;

/// The store. Nodes reach it through a [`StoreConnection`] each.
pub(crate) struct SimulatedStore {
    world: Arc<World>,
    state: Mutex<State>,
    /// There is something to write.
    called: Notify,
}

struct State {
    durable: Durable,
    /// What has come together for the next commit.
    waiting: Vec<Write>,
    listeners: Vec<Listener>,
    /// Counts the crashes.
    crashes: u32,
    is_down: bool,
    full_until: Moment,
}

/// The network between a node and the store.
#[derive(Default)]
pub(crate) struct Link {
    is_cut: AtomicBool,
    /// The last notice that came through it, of each table.
    heard: Mutex<BTreeMap<TableId, Version>>,
}

impl Link {
    pub(crate) fn cut(&self) {
        self.is_cut.store(true, Ordering::Relaxed);
    }

    pub(crate) fn mend(&self) {
        self.is_cut.store(false, Ordering::Relaxed);
    }

    pub(crate) fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed)
    }

    /// Whether there was a notice of this version.
    pub(crate) fn has_heard(&self, table: TableId, version: Version) -> bool {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.get(&table) == Some(&version)
    }

    fn hears(&self, notice: Notice) {
        if let Notice::Written(table, version) = notice {
            self.heard.lock().unwrap_or_else(PoisonError::into_inner).insert(table, version);
        }
    }
}

impl SimulatedStore {
    /// A store that holds nothing. Its tasks run in this process, which is never killed.
    pub(crate) fn open(world: Arc<World>, process: &Arc<Process>) -> Arc<Self> {
        let state = State {
            durable: Durable::new(world.clone()),
            waiting: Vec::new(),
            listeners: Vec::new(),
            crashes: 0,
            is_down: false,
            full_until: Moment::default(),
        };
        let store = Arc::new(Self { world, state: Mutex::new(state), called: Notify::new() });
        process.spawn(writer::run(store.clone()));
        store
    }

    /// What is durable of a table beside its events.
    pub(crate) fn entry(&self, table: TableId) -> Option<Entry> {
        self.lock().durable.entry(table).cloned()
    }

    /// What is durable, for those who check it.
    pub(crate) fn durable<T>(&self, look: impl FnOnce(&Durable) -> T) -> T {
        look(&self.lock().durable)
    }

    pub(crate) fn is_down(&self) -> bool {
        self.lock().is_down
    }

    /// The store crashes. What was not durable is lost, and so are all leases.
    pub(crate) fn crash(&self) {
        let mut state = self.lock();
        state.crashes += 1;
        state.is_down = true;
        state.waiting.clear();
        state.durable.forget_leases();
    }

    /// It crashes, and a standby that was behind takes its place: the last commits are lost, though
    /// clients may have been told of them.
    pub(crate) fn fail_over(&self) {
        self.crash();
        let count = self.world.dice(|dice| dice.index(MAX_LOST)) + 1;
        let lost = self.lock().durable.lose(count);
        for table in lost {
            let version = self.entry(table).map_or(0, |entry| entry.version);
            let now = self.world.now();
            let lost = self.world.ledger(|ledger| ledger.lose(table, version, now));
            self.world.count(|report| report.lost += lost);
            self.world.note(&[version], || format!("store: {table} is back at {version}"));
        }
    }

    /// It can be reached again, and every node hears that it has missed something.
    pub(crate) fn come_back(&self) {
        self.lock().is_down = false;
        self.tell(Notice::Missed);
    }

    /// There is no room on its disk for a while.
    pub(crate) fn fill_disk(&self, span: Duration) {
        let until = self.world.now() + span;
        self.lock().full_until = until;
    }

    fn check_room(&self) -> Result<(), StoreError> {
        let is_full = self.lock().full_until > self.world.now();
        if is_full { Err(StoreError::Full) } else { Ok(()) }
    }

    /// Has something written with the next commit.
    fn write<T: Send + 'static>(
        &self,
        write: impl FnOnce(&mut Durable) -> Result<T, StoreError> + Send + 'static,
    ) -> (oneshot::Receiver<()>, oneshot::Receiver<Result<T, StoreError>>) {
        let (begun, begins) = oneshot::channel();
        let (done, result) = oneshot::channel();
        let apply = Box::new(move |durable: &mut Durable| {
            let result = write(durable);
            let tell: Tell = Box::new(move || drop(done.send(result)));
            tell
        });
        self.lock().waiting.push(Write { begun, apply });
        self.called.notify_one();
        (begins, result)
    }

    /// Tells every node that can be reached.
    fn tell(&self, notice: Notice) {
        let mut state = self.lock();
        state.listeners.retain(Listener::is_open);
        state.listeners.iter().for_each(|listener| listener.tell(notice));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
