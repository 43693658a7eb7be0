//! The store of one node: SQLite, with a log that is written ahead and flushed at every commit.
//!
//! One thread writes. It takes whatever is waiting, carries it out in one transaction, each piece
//! for itself, and answers when all of it is on the disk. Another thread reads, which never waits
//! for the writer. Both look before they work whether the file is still where it was, since SQLite
//! would go on writing to a file that has been taken away.

mod alerts;
mod clock;
mod damaged;
mod database_file;
mod devices;
mod finished;
mod forget;
mod read;
mod reader;
mod request;
mod row;
mod write;
mod writer;

pub(crate) use self::database_file::newest_version;
pub(crate) use self::forget::forget_with_tables;

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender, SyncSender, TrySendError};
use std::thread::{self, JoinHandle};

use konoba_table::{Moment, Name, Seat, Version};
use rusqlite::Connection;

use self::clock::FileClock;
use self::damaged::DamagedTable;
use self::database_file::{DatabaseFile, explained};
use self::reader::ReadRequest;
use self::request::{Write, WriteRequest};
use crate::answer::Unkept;
use crate::{
    Alerts, Answer, Append, Cut, DeviceLink, Digest, Entry, FinishedQuery, Guest, GuestId, Kept,
    Listing, MachineClocks, NewDevice, NewGuest, NewTable, PositionsQuery, Queued, Secrets, Store,
    StoreError, TableId,
};

/// The most that may wait to be written, and the most that may wait to be read. More is refused at once,
/// because an answer after a minute comes too late for any client.
const MAX_WAITING: usize = 4096;

/// A store in one file.
#[derive(Debug)]
pub struct Sqlite {
    /// There until the store is dropped.
    ends: Option<(SyncSender<WriteRequest>, Sender<ReadRequest>)>,
    writes: Unkept,
    reads: Unkept,
    damaged: DamagedTable,
    clock: Arc<FileClock>,
    threads: Vec<JoinHandle<()>>,
}

impl Sqlite {
    /// Opens the file, creates it if it is not there, and brings its tables up to date.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_by(path, MachineClocks::system())
    }

    /// The same by other clocks than those of this machine.
    pub fn open_by(path: &Path, clocks: MachineClocks) -> Result<Self, StoreError> {
        let mut file = DatabaseFile::at(path);
        file.create()?;
        let clock = FileClock::begin(file.connection()?, clocks);
        let clock = Arc::new(clock.map_err(|error| explained(&error))?);
        let (writes, writing) = mpsc::sync_channel(MAX_WAITING);
        let (reads, reading) = mpsc::channel();
        let reader_file = DatabaseFile::at(path);
        let own_clock = clock.clone();
        let write = move || writer::run(file, &writing, &own_clock);
        let read = move || reader::run(reader_file, &reading);
        let spawned = [
            thread::Builder::new().name("store-writer".to_owned()).spawn(write),
            thread::Builder::new().name("store-reader".to_owned()).spawn(read),
        ];
        let threads = spawned.into_iter().collect::<Result<_, _>>().map_err(|error| {
            tracing::error!(%error, "no thread for the store");
            StoreError::Busy
        })?;
        Ok(Self {
            ends: Some((writes, reads)),
            writes: Unkept::default(),
            reads: Unkept::default(),
            damaged: DamagedTable::default(),
            clock,
            threads,
        })
    }

    /// House time: it looks like the time of day, but setting the clock does not change it.
    pub fn now(&self) -> Moment {
        self.clock.now()
    }

    /// Carries something out in the next transaction, all of it or nothing.
    fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, request::Failure> + Send + 'static,
    ) -> Answer<T> {
        self.write_unguarded(move |connection| writer::all_or_nothing(connection, work))
    }

    /// The same for work that is never refused after it has changed something.
    fn write_unguarded<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, request::Failure> + Send + 'static,
    ) -> Answer<T> {
        let (promise, answer) = Answer::counted(&self.writes);
        let write = Write::new(work, promise);
        match self.ends.as_ref().map(|(writes, _)| writes.try_send(Box::new(write))) {
            Some(Err(TrySendError::Full(_))) => Answer::ready(Err(StoreError::Busy)),
            // A writer that has ended drops the promise, and the answer is that the store is closed.
            _ => answer,
        }
    }

    /// Looks something up.
    fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Answer<T> {
        if self.reads.count() >= MAX_WAITING {
            return Answer::ready(Err(StoreError::Busy));
        }
        let (promise, answer) = Answer::counted(&self.reads);
        let reading = reader::reading(question, promise);
        // A reader that has ended drops the promise, and the answer is that the store is closed.
        let _ = self.ends.as_ref().map(|(_, reads)| reads.send(reading));
        answer
    }
}

/// Finishes what was asked and closes the file.
impl Drop for Sqlite {
    fn drop(&mut self) {
        self.ends = None;
        for thread in self.threads.drain(..) {
            // A thread that has panicked has told why.
            let _ = thread.join();
        }
    }
}

impl Store for Sqlite {
    fn add_guest(&self, guest: NewGuest) -> Answer<GuestId> {
        self.write(move |connection| write::guest(connection, &guest))
    }

    fn guest(&self, token: Digest) -> Answer<Option<Guest>> {
        self.ask(move |connection| read::guest(connection, &token))
    }

    fn rename(&self, guest: GuestId, name: Name) -> Answer<()> {
        self.write(move |connection| write::name(connection, guest, &name))
    }

    fn renew(&self, secrets: Secrets) -> Answer<()> {
        self.write(move |connection| forget::renew(connection, &secrets))
    }

    fn forget_guest(&self, secrets: Secrets) -> Answer<()> {
        self.write(move |connection| forget::guest(connection, &secrets))
    }

    fn link_device(&self, link: DeviceLink) -> Answer<()> {
        self.write(move |connection| devices::link(connection, &link))
    }

    fn add_device(&self, device: NewDevice) -> Answer<Option<Guest>> {
        self.write(move |connection| devices::add(connection, &device))
    }

    fn device_guest(&self, code: Digest, at: Moment) -> Answer<Option<GuestId>> {
        self.ask(move |connection| devices::guest(connection, &code, at))
    }

    fn set_feed(&self, guest: GuestId, feed: Option<Digest>) -> Answer<()> {
        self.write(move |connection| alerts::set_feed(connection, guest, feed.as_ref()))
    }

    fn set_webhook(&self, guest: GuestId, webhook: Option<String>) -> Answer<()> {
        self.write(move |connection| alerts::set_webhook(connection, guest, webhook.as_deref()))
    }

    fn alerts(&self, guest: GuestId) -> Answer<Option<Alerts>> {
        self.ask(move |connection| alerts::of(connection, guest))
    }

    fn with_webhooks(&self, guests: Vec<GuestId>) -> Answer<Vec<GuestId>> {
        self.ask(move |connection| alerts::with_webhooks(connection, guests))
    }

    fn guest_of_feed(&self, feed: Digest) -> Answer<Option<Guest>> {
        self.ask(move |connection| alerts::guest_of_feed(connection, &feed))
    }

    fn lay(&self, table: NewTable) -> Answer<()> {
        self.write(move |connection| write::new_table(connection, &table))
    }

    fn append(&self, news: Append) -> Answer<()> {
        if write::is_refused_first(&news) {
            return self.write_unguarded(move |connection| write::news(connection, &news));
        }
        self.write(move |connection| write::news(connection, &news))
    }

    fn cut(&self, cut: Cut) -> Answer<()> {
        self.write(move |connection| write::cut(connection, &cut))
    }

    fn read(&self, table: TableId, after: Version) -> Answer<Option<Kept>> {
        let damaged = self.damaged.clone();
        self.ask(move |connection| damaged.noted(table, read::kept(connection, table, after)))
    }

    fn seat_by_code(&self, code: Digest) -> Answer<Option<(TableId, Seat)>> {
        self.ask(move |connection| read::seat_by_code(connection, &code))
    }

    fn list(&self, listing: Listing, limit: usize) -> Answer<Vec<Entry>> {
        self.ask(move |connection| read::list(connection, listing, limit))
    }

    fn finished(&self, query: FinishedQuery) -> Answer<Vec<Entry>> {
        self.ask(move |connection| finished::list(connection, &query))
    }

    fn count_unfinished(&self, guest: GuestId) -> Answer<usize> {
        self.ask(move |connection| read::count_unfinished(connection, guest))
    }

    fn due(&self, at: Moment, skipped: usize, limit: usize) -> Answer<Vec<TableId>> {
        self.ask(move |connection| read::due(connection, at, skipped, limit))
    }

    fn awaiting_engines(&self, skipped: usize, limit: usize) -> Answer<Vec<TableId>> {
        self.ask(move |connection| read::awaiting_engines(connection, skipped, limit))
    }

    fn is_played(&self, query: PositionsQuery) -> Answer<bool> {
        self.ask(move |connection| read::is_played(connection, &query))
    }

    fn walk(&self, after: Option<TableId>, limit: usize) -> Answer<Vec<TableId>> {
        self.ask(move |connection| read::walk(connection, after, limit))
    }

    fn check(&self) -> Answer<()> {
        // What is damaged can often be written, and is read again: the file may be another one by now.
        match self.damaged.get() {
            Some(table) => {
                let damaged = self.damaged.clone();
                let read = move |connection: &Connection| read::kept(connection, table, 0);
                self.ask(move |connection| damaged.noted(table, read(connection)).map(drop))
            }
            None => self.write(write::pulse),
        }
    }

    fn queued(&self) -> Queued {
        Queued { writes: self.writes.count(), reads: self.reads.count() }
    }

    fn is_running(&self) -> bool {
        !self.threads.iter().any(JoinHandle::is_finished)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_of_callers_who_have_left_are_skipped_and_too_many_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let store = Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap();
        let (lets_go, held) = mpsc::channel::<()>();
        let first = store.ask(move |_| Ok(held.recv().is_err()));
        drop(store.ask::<()>(|_| panic!("the caller has left")));
        let asked: Vec<_> = (0..MAX_WAITING).map(|_| store.ask(|_| Ok(()))).collect();
        drop(lets_go);
        assert_eq!(first.wait(), Ok(true));
        let answers: Vec<_> = asked.into_iter().map(Answer::wait).collect();
        let (taken, refused) = answers.split_at(MAX_WAITING - 2);
        assert!(taken.iter().all(Result::is_ok));
        assert_eq!(refused, [Err(StoreError::Busy); 2]);
        assert_eq!(store.ask(|_| Ok(7)).wait(), Ok(7), "then there is room again");
    }

    #[test]
    fn a_thread_that_ends_unasked_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        for ends in [
            |store: &Sqlite| store.write::<()>(|_| panic!("a write")).wait(),
            |store: &Sqlite| store.ask::<()>(|_| panic!("a question")).wait(),
        ] {
            let store = Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap();
            assert!(store.is_running());
            assert_eq!(ends(&store), Err(StoreError::Closed));
            while store.is_running() {
                thread::yield_now();
            }
        }
    }
}
