//! The house: the one thing that every door talks to.

mod attendance;
mod backlog;
mod config;
mod desk;
mod errands;
mod guests;
mod listener;
mod lobby;
mod offering;
mod warden;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use konoba_advice::Thinker;
use konoba_store::{Backlog, Store, TableId};
use konoba_table::{Event, Moment, Version};
use tokio::sync::{Semaphore, mpsc, oneshot, watch};

use crate::HouseError;
use crate::keeper::{By, Credentials, Done, Order, Request};
use crate::live::{Live, Message, Post, PresenceCount, Update, Visit};
use crate::secret::random_table_id;
use crate::think::Pool;

use desk::Desk;

pub use config::Config;
pub(crate) use desk::Claim;
pub use lobby::{Listed, Lobby};
pub use offering::{Laid, Offering, Seated, With};

/// How much may wait at one table before it is too busy.
const INBOX: usize = 256;

/// The house, shared by all doors. Cloning it is cheap.
#[derive(Clone)]
pub struct House(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    config: Config,
    pool: Option<Pool>,
    desk: Desk,
    /// How much there is to think about, as it was last seen.
    backlog: Mutex<Backlog>,
    /// Room for what others are asked to think about.
    asked: Arc<Semaphore>,
    /// The tables that are awake.
    awake: Mutex<HashMap<TableId, Handle>>,
    /// Grows whenever the lobby looks different.
    lobby: watch::Sender<u64>,
    /// Whether another machine may have changed the lobby, which is told once a second at most.
    is_lobby_stale: AtomicBool,
    is_closing: AtomicBool,
    /// How many events have happened here since the house was opened.
    kept: AtomicU64,
    /// Every task holds a clone; when all are gone, all tasks have ended.
    alive: Mutex<Option<mpsc::Sender<()>>>,
    ended: tokio::sync::Mutex<mpsc::Receiver<()>>,
}

struct Handle {
    inbox: mpsc::Sender<Post>,
    presence: Arc<PresenceCount>,
}

impl House {
    /// Opens the house. It has to be called from within a runtime, which its tasks run on.
    pub fn open(store: Arc<dyn Store>, config: Config) -> Self {
        let pool = config.thinker.clone();
        let pool =
            pool.map(|thinker| Pool::new(thinker, config.thinking_threads, config.clock.clone()));
        let (alive, ended) = mpsc::channel(1);
        let house = Self(Arc::new(Inner {
            store,
            config,
            pool,
            desk: Desk::default(),
            backlog: Mutex::default(),
            asked: Arc::new(Semaphore::new(errands::MAX_ASKED)),
            awake: Mutex::default(),
            lobby: watch::Sender::new(0),
            is_lobby_stale: AtomicBool::new(false),
            is_closing: AtomicBool::new(false),
            kept: AtomicU64::new(0),
            alive: Mutex::new(Some(alive)),
            ended: tokio::sync::Mutex::new(ended),
        }));
        warden::start(&house);
        listener::start(&house);
        attendance::start(&house);
        desk::start(&house);
        backlog::start(&house);
        house
    }

    /// Has something done in a game by whoever holds a seat.
    ///
    /// The answer comes when what was done is kept for good. A repeat of an order with the same name
    /// is answered like the first; an order that has missed something is refused with what it missed.
    pub async fn order(
        &self,
        table: TableId,
        who: Credentials,
        order: Order,
    ) -> Result<Done, HouseError> {
        self.ask(table, who, Request::Do { order, next: random_table_id() }).await
    }

    /// Comes to a table, to play or to watch. `seen` is the version that was seen before, if any.
    pub async fn visit(
        &self,
        table: TableId,
        who: Credentials,
        seen: Option<Version>,
    ) -> Result<Visit, HouseError> {
        let (answer, answered) = oneshot::channel();
        self.post(table, Message::Visit { who, seen, answer });
        answered.await.unwrap_or(Err(HouseError::Closing))
    }

    /// Looks at a table once.
    pub async fn look(&self, table: TableId) -> Result<Update, HouseError> {
        let (answer, answered) = oneshot::channel();
        self.post(table, Message::Look { answer });
        answered.await.unwrap_or(Err(HouseError::Closing))
    }

    /// What the clock of the house shows.
    pub fn now(&self) -> Moment {
        self.0.config.clock.now()
    }

    /// The engine of the house, if there is one.
    pub fn thinker(&self) -> Option<&dyn Thinker> {
        self.0.pool.as_ref().map(Pool::thinker)
    }

    /// How many tables are awake.
    pub fn awake(&self) -> usize {
        self.lock().len()
    }

    /// How many events have been kept since the house was opened.
    pub fn kept(&self) -> u64 {
        self.0.kept.load(Ordering::Relaxed)
    }

    /// Whether the store can be written to.
    pub async fn check(&self) -> Result<(), HouseError> {
        Ok(self.0.store.check().await?)
    }

    /// Whether the house is closing. Visits end then, and clients are to come back later.
    pub fn is_closing(&self) -> bool {
        self.0.is_closing.load(Ordering::SeqCst)
    }

    /// Waits until the house begins to close.
    pub async fn closing(&self) {
        let mut lobby = self.lobby_watch();
        while !self.is_closing() {
            // Closing changes the lobby too.
            if lobby.changed().await.is_err() {
                return;
            }
        }
    }

    /// Closes the house: nothing new is begun, what is under way is finished, visits end. It returns
    /// when all of that has happened.
    pub async fn close(&self) {
        self.0.is_closing.store(true, Ordering::SeqCst);
        self.lobby_changes();
        let inboxes: Vec<_> = {
            // Under the same lock no table can be woken and be missed here.
            let awake = self.lock();
            self.0.alive.lock().unwrap_or_else(PoisonError::into_inner).take();
            awake.values().map(|handle| handle.inbox.clone()).collect()
        };
        for inbox in inboxes {
            // One that cannot be reached has ended by itself.
            let _ = inbox.send(Box::new(Message::Close)).await;
        }
        let mut ended = self.0.ended.lock().await;
        while ended.recv().await.is_some() {}
    }

    async fn ask(
        &self,
        table: TableId,
        who: Credentials,
        what: Request,
    ) -> Result<Done, HouseError> {
        let (answer, answered) = oneshot::channel();
        let (by, at) = (By::Outside(who), self.now());
        self.post(table, Message::Ask { by, at, what, answer });
        // The task of a table answers everything unless it dies; then nobody knows.
        answered.await.unwrap_or(Err(HouseError::Closing))
    }

    /// Gives a message to the task of a table, which is woken for it if need be.
    pub(crate) fn post(&self, table: TableId, message: Message) {
        if self.is_closing() {
            return message.refuse(&HouseError::Closing);
        }
        let Some(inbox) = self.inbox_or_wake(table) else {
            return message.refuse(&HouseError::Closing);
        };
        match inbox.try_send(Box::new(message)) {
            Ok(()) => {}
            Err(mpsc::error::TrySendError::Full(message)) => message.refuse(&HouseError::Busy),
            // It has gone to sleep just now, and is gone from the list.
            Err(mpsc::error::TrySendError::Closed(message)) => {
                match self.inbox_or_wake(table).map(|inbox| inbox.try_send(message)) {
                    Some(Ok(())) => {}
                    Some(Err(error)) => error.into_inner().refuse(&HouseError::Busy),
                    None => {}
                }
            }
        }
    }

    fn inbox_or_wake(&self, table: TableId) -> Option<mpsc::Sender<Post>> {
        let mut awake = self.lock();
        let alive = self.staying()?;
        if let Some(handle) = awake.get(&table).filter(|handle| !handle.inbox.is_closed()) {
            return Some(handle.inbox.clone());
        }
        let (inbox, messages) = mpsc::channel(INBOX);
        let presence = Arc::new(PresenceCount::default());
        awake.insert(table, Handle { inbox: inbox.clone(), presence: presence.clone() });
        let house = self.clone();
        tokio::spawn(async move {
            Live::run(house, table, messages, presence).await;
            drop(alive);
        });
        Some(inbox)
    }

    /// What a task holds that the house waits for on closing; none once it is closing.
    fn staying(&self) -> Option<mpsc::Sender<()>> {
        self.0.alive.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The way to the task of a table that is awake.
    pub(crate) fn inbox_of(&self, table: TableId) -> Option<mpsc::Sender<Post>> {
        self.lock().get(&table).map(|handle| handle.inbox.clone())
    }

    /// The ways to the tasks of all tables that are awake.
    fn inboxes(&self) -> Vec<mpsc::Sender<Post>> {
        self.lock().values().map(|handle| handle.inbox.clone()).collect()
    }

    /// The task of a table ends.
    pub(crate) fn forget(&self, table: TableId) {
        self.lock().remove(&table);
    }

    /// Something has happened at a table, of which the lobby may want to know.
    pub(crate) fn has_happened(&self, events: &[Event]) {
        use konoba_table::Fact;
        self.0.kept.fetch_add(events.len() as u64, Ordering::Relaxed);
        let is_of_note = |event: &Event| {
            matches!(event.fact, Fact::Opened(_) | Fact::Ended { .. } | Fact::Rematched { .. })
                || matches!(&event.fact, Fact::Moved(moved) if moved.outcome.is_some())
        };
        // Without events somebody has sat down or taken an offer back.
        if events.is_empty() || events.iter().any(is_of_note) {
            self.lobby_changes();
        }
    }

    pub(crate) fn store(&self) -> &dyn Store {
        self.0.store.as_ref()
    }

    pub(crate) fn config(&self) -> &Config {
        &self.0.config
    }

    pub(crate) fn pool(&self) -> Option<&Pool> {
        self.0.pool.as_ref()
    }

    /// Another machine may have changed the lobby.
    fn lobby_is_stale(&self) {
        self.0.is_lobby_stale.store(true, Ordering::Relaxed);
    }

    /// Tells of it, if another machine may have changed the lobby.
    fn refresh_lobby(&self) {
        if self.0.is_lobby_stale.swap(false, Ordering::Relaxed) {
            self.lobby_changes();
        }
    }

    fn lobby_changes(&self) {
        self.0.lobby.send_modify(|version| *version += 1);
    }

    /// The list is touched for an instant only, never while waiting.
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<TableId, Handle>> {
        self.0.awake.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
