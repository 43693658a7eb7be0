//! The house: the one thing that every door talks to.

mod absent_makers;
mod alerts;
mod backlog;
mod boards;
mod deadlines;
mod devices;
mod doors;
mod engine_turns;
mod events;
mod fairness;
mod games;
mod guests;
mod job_queue;
mod keys;
mod lobby;
mod notices;
mod offers;
mod pairing;
mod presence;
mod questions;
mod remarks;
mod rematch;
mod rounds;
mod wake_calls;
mod work;

use std::sync::{Arc, Mutex};

use konoba_advice::Thinker;
use konoba_store::{Backlog, Store, StoreError, TableId};
use konoba_table::Moment;
use tokio::sync::{mpsc, oneshot};

use crate::keeper::{By, Credentials, Done, Order, Request, Seen};
use crate::live::Live;
use crate::message::{Message, Post, Update, Visit};
use crate::shutdown::Running;
use crate::tables::{Tables, Woken};
use crate::{Config, HostHandle, HouseError};

use rematch::begins_rematch;

pub use boards::{BoardsFeed, LiveBoard, LiveBoards};
pub use devices::DEVICE_CODE_LASTS;
pub use events::TableEvents;
pub use games::{FinishedGames, GamesQuery};
pub use keys::KeyId;
pub use lobby::{Listed, Lobby, LobbyFeed};
pub use offers::{Laid, Offering, Seated, With};
pub use questions::Hint;

/// The house, shared by all doors. Cloning it is cheap.
#[derive(Clone)]
pub struct House(Arc<Inner>);

struct Inner {
    tables: Arc<Tables>,
    last_lobby: lobby::LastLobby,
    last_boards: boards::LastBoards,
    /// How many jobs wait for engines, as last counted.
    backlog: Mutex<Backlog>,
    doors: doors::Doors,
}

impl House {
    /// Opens the house. It has to be called from within a runtime, which its tasks run on.
    pub fn open(store: Arc<dyn Store>, config: Config) -> Self {
        let house = Self(Arc::new(Inner {
            tables: Tables::new(store, config),
            last_lobby: lobby::LastLobby::default(),
            last_boards: boards::LastBoards::default(),
            backlog: Mutex::default(),
            doors: doors::Doors::default(),
        }));
        deadlines::start(&house);
        absent_makers::start(&house);
        notices::start(&house);
        pairing::start(&house);
        presence::start(&house);
        job_queue::start(&house);
        engine_turns::start(&house);
        backlog::start(&house);
        house
    }

    /// Does something in a game for the holder of a seat.
    ///
    /// The answer comes when the change is stored durably. A repeated order with the same name is
    /// answered like the first; an order for an old version is refused with what it missed.
    pub async fn order(
        &self,
        table: TableId,
        who: Credentials,
        order: Order,
    ) -> Result<Done, HouseError> {
        let no_room = match begins_rematch(order.action) {
            true => self.no_room_for_rematch(table, &who).await?,
            false => None,
        };
        let what = Request::Do { order, next: self.host().table_id(), no_room };
        self.ask(table, who, what).await
    }

    /// Comes to a table, to play or to watch. `seen` is what was seen before, if anything.
    pub async fn visit(
        &self,
        table: TableId,
        who: Credentials,
        seen: Option<Seen>,
    ) -> Result<Visit, HouseError> {
        let (answer, answered) = oneshot::channel();
        self.post(table, Message::Visit { who, seen, answer });
        let mut visit = answered.await.unwrap_or(Err(HouseError::Closing))?;
        self.sign_in(&mut visit, &who)?;
        Ok(visit)
    }

    /// Comes back to a table when a visit has ended ([`Visit::next`]). The new visit holds what was missed,
    /// unless it is by other seats: through those, other things are told. A visitor whose guest has logged out is refused,
    /// unless that was at another device.
    pub async fn visit_again(
        &self,
        visit: &mut Visit,
        table: TableId,
        who: &mut Credentials,
        seen: Option<Seen>,
    ) -> Result<(), HouseError> {
        if visit.is_signed_out() {
            self.recognise_again(who).await?;
        }
        let mut again = self.visit(table, *who, seen).await?;
        if again.seats != visit.seats {
            again.missed = None;
        }
        *visit = again;
        Ok(())
    }

    /// Looks at a table once.
    pub async fn look(&self, table: TableId) -> Result<Update, HouseError> {
        let (answer, answered) = oneshot::channel();
        self.post(table, Message::Look { answer });
        answered.await.unwrap_or(Err(HouseError::Closing))
    }

    /// What the clock of the house shows.
    pub fn now(&self) -> Moment {
        self.tables().now()
    }

    /// The engine of the house, if there is one.
    pub fn thinker(&self) -> Option<&dyn Thinker> {
        self.config().thinker.as_deref()
    }

    /// How many tables are awake.
    pub fn awake(&self) -> usize {
        self.tables().count()
    }

    /// How many events this node has appended to tables since it was started. Those that a table is laid with
    /// are not among them.
    pub fn kept(&self) -> u64 {
        self.tables().kept()
    }

    /// How many times a table has turned out to hold less in the database than was known here, since
    /// the house was opened.
    pub fn lost(&self) -> u64 {
        self.tables().lost()
    }

    /// Whether the store can be written to and read.
    pub async fn check(&self) -> Result<(), HouseError> {
        // Stores read and write over different connections, of which either can be lost.
        let (written, read) = (self.store().check(), self.store().walk(None, 1));
        written.await?;
        read.await?;
        Ok(())
    }

    /// Whether the house is closing. Visits end then, and clients are to come back later.
    pub fn is_closing(&self) -> bool {
        self.tables().shutdown().is_closing()
    }

    /// Waits until the house begins to close.
    pub async fn closing(&self) {
        self.tables().shutdown().begun().await;
    }

    /// Closes the house: nothing new is begun, what is under way is finished, visits end. It returns
    /// when all of that has happened.
    pub async fn close(&self) {
        for inbox in self.tables().close() {
            // If the inbox is closed, the task has ended by itself.
            let _ = inbox.send(Box::new(Message::Close)).await;
        }
        self.tables().shutdown().ended().await;
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
        // The task of a table answers every request unless it dies; then the outcome is unknown.
        match answered.await.unwrap_or(Err(HouseError::Closing)) {
            Err(HouseError::Store(StoreError::TooManyTables(guest))) => {
                Err(self.too_many_tables(guest, &who, table).await)
            }
            answer => answer,
        }
    }

    /// Does something to its end, also if the caller no longer waits: the request of a client that leaves is
    /// dropped, and what follows from a write must not be dropped with it.
    async fn finish<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, HouseError>> + Send + 'static,
    ) -> Result<T, HouseError> {
        let (done, answered) = oneshot::channel();
        self.host().spawn(async move { drop(done.send(work.await)) });
        answered.await.unwrap_or(Err(HouseError::Closing))
    }

    /// Sends a message to the task of a table, which is started if there is none.
    fn post(&self, table: TableId, message: Message) {
        if self.is_closing() {
            return message.refuse(&HouseError::Closing);
        }
        let Some(inbox) = self.inbox_or_wake(table) else {
            return message.refuse(&HouseError::Closing);
        };
        match inbox.try_send(Box::new(message)) {
            Ok(()) => {}
            Err(mpsc::error::TrySendError::Full(message)) => message.refuse(&HouseError::Busy),
            // Its task has ended just now and is off the list: a new one is started.
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
        let house = self.clone();
        self.tables().inbox_or_wake(table, move |Woken { inbox, presence, running }| {
            let host = house.host().clone();
            host.spawn(async move {
                let waking = house.clone();
                let wake = Box::new(move |next, address| waking.post(next, Message::Wake(address)));
                let tables = house.0.tables.clone();
                let late = Live::run(tables, table, inbox, presence, wake).await;
                late.into_iter().for_each(|message| house.post(table, *message));
                drop(running);
            });
        })
    }

    /// A guard for a task that [`House::close`] waits for; none once the house is closing.
    fn running(&self) -> Option<Running> {
        self.tables().shutdown().running()
    }

    fn tables(&self) -> &Tables {
        &self.0.tables
    }

    fn store(&self) -> &dyn Store {
        self.tables().store()
    }

    fn config(&self) -> &Config {
        self.tables().config()
    }

    fn host(&self) -> &HostHandle {
        self.tables().host()
    }
}
