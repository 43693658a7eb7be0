//! The store of many nodes: PostgreSQL, or what speaks its protocol.
//!
//! One thread holds three connections. One writes: it takes whatever is waiting, carries it out in one
//! transaction, each piece for itself, and answers when the database has committed. One reads. One
//! listens for what other nodes write: each transaction ends with one notice that names the tables
//! and their versions and nothing else.
//!
//! The unique key (table, version) decides between nodes. A connection that is lost during a commit
//! leaves its outcome open, and so the writer ends what may be left of it at the database before it
//! answers: a read after that shows the outcome, once a later commit has confirmed that a standby has it too, where one is
//! waited for.

mod address;
mod alerts;
mod batch;
mod clock;
mod database;
mod devices;
mod failed;
mod finished;
mod forget;
mod jobs;
mod leases;
mod link;
mod listener;
mod presence;
mod questions;
mod read;
mod reader;
mod request;
mod row;
mod session;
mod tls;
mod together;
mod unfinished;
mod write;
mod writer;

pub(crate) use self::link::newest_version;
pub(crate) use self::together::forget_with_tables;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use konoba_table::{Moment, Name, Seat, Version};
use tokio::sync::mpsc;
use tokio_postgres::Client;

use self::address::Address;
use self::clock::DatabaseClock;
use self::database::{Database, NotConnected};
use self::failed::{Failed, explained};
use self::link::Link;
use self::reader::ReadRequest;
use self::request::WriteRequest;
use self::session::Purpose;
use crate::answer::Unkept;
use crate::{
    Alerts, Answer, Append, Cut, DeviceLink, Digest, Entry, FinishedQuery, Guest, GuestId, Kept,
    Leases, Listing, MachineClocks, NewDevice, NewGuest, NewTable, Notices, PositionsQuery,
    Questions, Queued, Secrets, Store, StoreError, TableId,
};

/// The most that may wait to be written, and the most that may wait to be read. More is refused at once, because
/// an answer after a minute comes too late for any client.
const MAX_WAITING: usize = 4096;

/// A connection for an operator's command, without the timeouts of the server's connections, or why there is none. It needs
/// a running runtime.
pub(crate) async fn connect(url: &str) -> Result<Client, String> {
    let connected = Database::at(url)?.try_connect(|_, _| ()).await;
    let (client, connection) =
        connected.map_err(|NotConnected { error, .. }| format!("PostgreSQL: {error}"))?;
    tokio::spawn(connection);
    Ok(client)
}

/// A store in a PostgreSQL database, which other nodes may use too.
#[derive(Debug)]
pub struct Postgres {
    /// There until the store is dropped.
    ends: Option<(mpsc::Sender<WriteRequest>, mpsc::UnboundedSender<ReadRequest>)>,
    /// What is to be read and was not.
    asked: Unkept,
    /// Whether a table may show what no standby has; see [`writer::run`].
    is_unconfirmed: Arc<AtomicBool>,
    notices: Mutex<Option<Notices>>,
    clock: Arc<DatabaseClock>,
    /// The name by which other nodes know this one, for as long as this program runs.
    node: Arc<str>,
    thread: Option<JoinHandle<()>>,
}

impl Postgres {
    /// Why this cannot be the address of a database, if it cannot.
    pub fn check_address(url: &str) -> Result<(), String> {
        Database::at(url).map(drop)
    }

    /// An address as it may be shown, without its password: the user, the hosts with their ports and the name. None where it
    /// cannot be read, and so may hold a password anywhere.
    pub fn shown_address(url: &str) -> Option<String> {
        Address::read(url).ok()?.shown()
    }

    /// Connects to the database of an address such as `postgres://user@host/name` and brings its
    /// tables up to date. With several hosts, `postgres://user@one,two/name`, the one is used that can
    /// be written to, also when that changes.
    ///
    /// # Panics
    /// If it is called from within an asynchronous task.
    pub fn open(url: &str) -> Result<Self, StoreError> {
        Self::open_by(url, MachineClocks::system())
    }

    /// The same by other clocks than those of this machine.
    ///
    /// # Panics
    /// As [`Self::open`].
    pub fn open_by(url: &str, clocks: MachineClocks) -> Result<Self, StoreError> {
        let database = Database::at(url).map_err(|error| {
            tracing::error!(%error, "this is no address of a database");
            StoreError::Gone
        })?;
        let (writes, writing) = mpsc::channel(MAX_WAITING);
        let (reads, reading) = mpsc::unbounded_channel();
        let (tells, notices) = mpsc::channel(MAX_WAITING);
        let (opened, is_open) = Answer::promised();
        let clock = Arc::new(DatabaseClock::new(clocks));
        let own_clock = clock.clone();
        let is_unconfirmed = Arc::new(AtomicBool::new(false));
        let of_writer = is_unconfirmed.clone();
        let work = async move {
            let mut link = Link::to(database.clone(), Purpose::Writing);
            let named = begin(&mut link, &own_clock).await;
            let is_usable = named.is_ok();
            opened.keep(named);
            if is_usable {
                let listening = tokio::spawn(listener::run(database.clone(), tells, own_clock));
                let reading = reader::run(Link::to(database, Purpose::Reading), reading);
                tokio::join!(writer::run(link, writing, &of_writer), reading);
                listening.abort();
            }
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let run = move || match runtime {
            Ok(runtime) => runtime.block_on(work),
            Err(error) => tracing::error!(%error, "no runtime for the store"),
        };
        let thread = thread::Builder::new().name("store-postgres".to_owned()).spawn(run);
        let thread = thread.map_err(|error| {
            tracing::error!(%error, "no thread for the store");
            StoreError::Busy
        })?;
        let node = is_open.wait()?.into();
        let notices = Mutex::new(Some(Notices::from(notices)));
        let (ends, asked, thread) = (Some((writes, reads)), Unkept::default(), Some(thread));
        Ok(Self { ends, asked, is_unconfirmed, notices, clock, node, thread })
    }

    /// House time, which all nodes share: it looks like the time that the clock of the database
    /// shows, but setting that clock does not change it.
    pub fn now(&self) -> Moment {
        self.clock.now()
    }

    /// Carries something out in the next transaction.
    fn write<T>(&self, (piece, answer): (WriteRequest, Answer<T>)) -> Answer<T> {
        match self.ends.as_ref().map(|(writes, _)| writes.try_send(piece)) {
            Some(Err(mpsc::error::TrySendError::Full(_))) => Answer::ready(Err(StoreError::Busy)),
            // A writer that has ended drops the promise, and the answer is that the store is closed.
            _ => answer,
        }
    }

    /// Looks something up.
    fn look_up<T, F>(&self, question: impl FnOnce(Arc<Client>) -> F + Send + 'static) -> Answer<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Failed>> + Send + 'static,
    {
        self.look_up_after(None, question)
    }

    /// The same, when something else is written.
    fn look_up_after<T, F>(
        &self,
        after: Option<Answer<()>>,
        question: impl FnOnce(Arc<Client>) -> F + Send + 'static,
    ) -> Answer<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Failed>> + Send + 'static,
    {
        if self.asked.count() >= MAX_WAITING {
            return Answer::ready(Err(StoreError::Busy));
        }
        let (promise, answer) = Answer::counted(&self.asked);
        self.send(reader::reading(question, promise, after));
        answer
    }

    /// Changes something that needs no transaction with others, also where the caller has left before its turn.
    fn change<T, F>(&self, change: impl FnOnce(Arc<Client>) -> F + Send + 'static) -> Answer<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Failed>> + Send + 'static,
    {
        let (promise, answer) = Answer::counted(&self.asked);
        self.send(reader::changing(change, promise));
        answer
    }

    /// A reader that has ended drops the promise, and the answer is that the store is closed.
    fn send(&self, reading: ReadRequest) {
        let _ = self.ends.as_ref().map(|(_, reads)| reads.send(reading));
    }
}

/// Brings the tables up to date, takes the time from the database, and finds a name for this node.
async fn begin(link: &mut Link, clock: &DatabaseClock) -> Result<String, StoreError> {
    let name = link.begin().await?;
    let client = link.client().await?;
    clock.begin(&client).await.map_err(|error| explained(&error))?;
    Ok(name)
}

/// Finishes what was asked.
impl Drop for Postgres {
    fn drop(&mut self) {
        self.ends = None;
        // If the thread has panicked, the panic has printed its message.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl Store for Postgres {
    fn add_guest(&self, guest: NewGuest) -> Answer<GuestId> {
        self.write(WriteRequest::guest(guest))
    }

    fn guest(&self, token: Digest) -> Answer<Option<Guest>> {
        self.look_up(move |client| async move { read::guest(&client, &token).await })
    }

    fn rename(&self, guest: GuestId, name: Name) -> Answer<()> {
        self.write(WriteRequest::name(guest, name))
    }

    fn renew(&self, secrets: Secrets) -> Answer<()> {
        self.write(WriteRequest::secrets(secrets))
    }

    fn forget_guest(&self, secrets: Secrets) -> Answer<()> {
        self.write(WriteRequest::forgetting(secrets))
    }

    fn link_device(&self, link: DeviceLink) -> Answer<()> {
        self.write(WriteRequest::link(link))
    }

    fn add_device(&self, device: NewDevice) -> Answer<Option<Guest>> {
        self.write(WriteRequest::device(device))
    }

    fn device_guest(&self, code: Digest, at: Moment) -> Answer<Option<GuestId>> {
        self.look_up(move |client| async move { devices::guest(&client, &code, at).await })
    }

    fn set_feed(&self, guest: GuestId, feed: Option<Digest>) -> Answer<()> {
        self.change(
            move |client| async move { alerts::set_feed(&client, guest, feed.as_ref()).await },
        )
    }

    fn set_webhook(&self, guest: GuestId, webhook: Option<String>) -> Answer<()> {
        self.change(move |client| async move {
            alerts::set_webhook(&client, guest, webhook.as_deref()).await
        })
    }

    fn alerts(&self, guest: GuestId) -> Answer<Option<Alerts>> {
        self.look_up(move |client| async move { alerts::of(&client, guest).await })
    }

    fn with_webhooks(&self, guests: Vec<GuestId>) -> Answer<Vec<GuestId>> {
        self.look_up(move |client| async move { alerts::with_webhooks(&client, &guests).await })
    }

    fn guest_of_feed(&self, feed: Digest) -> Answer<Option<Guest>> {
        self.look_up(move |client| async move { alerts::guest_of_feed(&client, &feed).await })
    }

    fn lay(&self, table: NewTable) -> Answer<()> {
        self.write(WriteRequest::table(table))
    }

    fn append(&self, news: Append) -> Answer<()> {
        self.write(WriteRequest::news(news))
    }

    fn cut(&self, cut: Cut) -> Answer<()> {
        self.write(WriteRequest::cut(cut))
    }

    fn read(&self, table: TableId, after: Version) -> Answer<Option<Kept>> {
        // What this shows is taken for kept, whatever was answered to the write of it.
        let is_unconfirmed = self.is_unconfirmed.load(Ordering::Relaxed);
        let confirmed = is_unconfirmed.then(|| self.check());
        let question =
            move |client: Arc<Client>| async move { read::kept(&client, table, after).await };
        self.look_up_after(confirmed, question)
    }

    fn seat_by_code(&self, code: Digest) -> Answer<Option<(TableId, Seat)>> {
        self.look_up(move |client| async move { read::seat_by_code(&client, &code).await })
    }

    fn list(&self, listing: Listing, limit: usize) -> Answer<Vec<Entry>> {
        self.look_up(move |client| async move { read::list(&client, listing, limit).await })
    }

    fn finished(&self, query: FinishedQuery) -> Answer<Vec<Entry>> {
        self.look_up(move |client| async move { finished::list(&client, &query).await })
    }

    fn count_unfinished(&self, guest: GuestId) -> Answer<usize> {
        self.look_up(move |client| async move { read::count_unfinished(&client, guest).await })
    }

    fn due(&self, at: Moment, skipped: usize, limit: usize) -> Answer<Vec<TableId>> {
        self.look_up(move |client| async move { read::due(&client, at, skipped, limit).await })
    }

    fn awaiting_engines(&self, skipped: usize, limit: usize) -> Answer<Vec<TableId>> {
        self.look_up(
            move |client| async move { read::awaiting_engines(&client, skipped, limit).await },
        )
    }

    fn is_played(&self, query: PositionsQuery) -> Answer<bool> {
        self.look_up(move |client| async move { read::is_played(&client, &query).await })
    }

    fn walk(&self, after: Option<TableId>, limit: usize) -> Answer<Vec<TableId>> {
        self.look_up(move |client| async move { read::walk(&client, after, limit).await })
    }

    fn check(&self) -> Answer<()> {
        self.write(WriteRequest::pulse())
    }

    fn queued(&self) -> Queued {
        let waiting =
            |writes: &mpsc::Sender<WriteRequest>| writes.max_capacity() - writes.capacity();
        let writes = self.ends.as_ref().map_or(0, |(writes, _)| waiting(writes));
        Queued { writes, reads: self.asked.count() }
    }

    fn is_running(&self) -> bool {
        !self.thread.as_ref().is_some_and(JoinHandle::is_finished)
    }

    fn notices(&self) -> Option<Notices> {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn leases(&self) -> Option<&dyn Leases> {
        Some(self)
    }

    fn questions(&self) -> Option<&dyn Questions> {
        Some(self)
    }
}
