//! A node's connection to the store: what it asks travels there and back, and some of it is lost.

use std::future::pending;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use konoba_store::{
    Alerts, Answer, Append, Asker, Backlog, Claimed, Cut, DeviceLink, Digest, Entry, FinishedQuery,
    Guest, GuestId, Job, Kept, Leases, Listing, NewDevice, NewGuest, NewTable, Notice, Notices,
    PositionsQuery, Presence, Secrets, Store, StoreError, TableId,
};
use konoba_table::{Moment, Name, Seat, Version};
use tokio::task::yield_now;
use tokio::time::timeout;

use super::durable::Durable;
use super::listening::Listener;
use super::mistaken::Memory;
use super::{Link, Machine, SimulatedStore};
use crate::Mistake;
use crate::process::Process;
use crate::world::World;

/// After so long without an answer a connection is taken to be lost.
const PATIENCE: Duration = Duration::from_secs(3);

/// What the house of a node takes for its store.
pub(crate) struct StoreConnection {
    world: Arc<World>,
    store: Arc<SimulatedStore>,
    link: Arc<Link>,
    machine: Machine,
    /// The network, which goes on when the node is killed.
    network: Arc<Process>,
    notices: Mutex<Option<Notices>>,
    /// What a planted mistake has to know.
    memory: Arc<Memory>,
}

impl StoreConnection {
    /// Connects a node.
    pub(crate) fn new(
        store: &Arc<SimulatedStore>,
        link: &Arc<Link>,
        machine: Machine,
        network: &Arc<Process>,
    ) -> Self {
        let (world, store) = (store.world.clone(), store.clone());
        let (listener, carrying, notices) = Listener::new(world.clone(), link.clone());
        store.lock().listeners.push(listener);
        network.spawn(carrying);
        Self {
            world,
            store,
            link: link.clone(),
            machine,
            network: network.clone(),
            notices: Mutex::new(Some(Notices::from(notices))),
            memory: Arc::default(),
        }
    }

    /// Sends a question, has it answered at the store, and brings the answer back.
    fn ask<T: Send + 'static>(
        &self,
        answering: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Answer<T> {
        let (promise, answer) = Answer::promised();
        let (world, store, link) = (self.world.clone(), self.store.clone(), self.link.clone());
        self.network.spawn(async move {
            let asked = async {
                carry(&world, &store, &link).await;
                let answer = answering.await;
                carry(&world, &store, &link).await;
                answer
            };
            let patience =
                if world.has(Mistake::NoTimeout) { Duration::from_secs(86_400) } else { PATIENCE };
            promise.keep(timeout(patience, asked).await.unwrap_or(Err(StoreError::Gone)));
        });
        answer
    }

    /// Looks something up, or changes something that is no event.
    fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&mut Durable) -> T + Send + 'static,
    ) -> Answer<T> {
        let store = self.store.clone();
        self.ask(async move { Ok(look(&mut store.lock().durable)) })
    }

    /// Changes something that is no event, where that needs room on the disk.
    fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut Durable) -> T + Send + 'static,
    ) -> Answer<T> {
        let store = self.store.clone();
        self.ask(async move {
            store.check_room()?;
            Ok(change(&mut store.lock().durable))
        })
    }

    /// Has something written.
    fn write<T: Send + 'static>(
        &self,
        write: impl FnOnce(&mut Durable) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<T> {
        let store = self.store.clone();
        self.ask(async move {
            store.check_room()?;
            let (_, result) = store.write(write);
            result.await.unwrap_or(Err(StoreError::Gone))
        })
    }
}

/// A message passes between a node and the store, or is lost for ever.
async fn carry(world: &World, store: &SimulatedStore, link: &Link) {
    let copies = world.travel().await;
    if copies == 0 || link.is_cut() || store.is_down() {
        pending::<()>().await;
    }
}

impl Store for StoreConnection {
    fn add_guest(&self, guest: NewGuest) -> Answer<GuestId> {
        self.write(move |durable| Ok(durable.add_guest(guest)))
    }

    fn guest(&self, token: Digest) -> Answer<Option<Guest>> {
        self.look(move |durable| durable.guest(token))
    }

    fn rename(&self, guest: GuestId, name: Name) -> Answer<()> {
        self.write(move |durable| {
            durable.rename(guest, &name);
            Ok(())
        })
    }

    fn renew(&self, secrets: Secrets) -> Answer<()> {
        self.replace(secrets, None)
    }

    fn forget_guest(&self, secrets: Secrets) -> Answer<()> {
        self.replace(secrets, Some(Name::of_guest()))
    }

    fn link_device(&self, link: DeviceLink) -> Answer<()> {
        self.write(move |durable| {
            durable.link_device(&link);
            Ok(())
        })
    }

    fn add_device(&self, device: NewDevice) -> Answer<Option<Guest>> {
        self.write(move |durable| Ok(durable.add_device(&device)))
    }

    fn lay(&self, table: NewTable) -> Answer<()> {
        self.write(move |durable| durable.lay(table))
    }

    fn append(&self, news: Append) -> Answer<()> {
        self.check_flag(&news);
        let (world, store, memory) = (self.world.clone(), self.store.clone(), self.memory.clone());
        let answer = self.ask(async move {
            store.check_room()?;
            let copies = world.copies();
            let (begun, result) = {
                let news = news.clone();
                store.write(move |durable| durable.append(&news))
            };
            if copies == 2 {
                // A statement that was sent twice, whose second answer is not waited for.
                let news = news.clone();
                drop(store.write(move |durable| durable.append(&news)));
            }
            if world.has(Mistake::AckBeforeFsync) {
                return begun.await.map_err(|_| StoreError::Gone);
            }
            let result = result.await.unwrap_or(Err(StoreError::Gone));
            let is_race = result == Err(StoreError::Conflict);
            world.count(|report| report.races += u64::from(is_race));
            memory.appended(&news, &result);
            result
        });
        match self.world.has(Mistake::AckBeforeAppend) {
            true => Answer::ready(Ok(())),
            false => answer,
        }
    }

    fn cut(&self, cut: Cut) -> Answer<()> {
        self.write(move |durable| durable.cut(&cut))
    }

    fn read(&self, table: TableId, after: Version) -> Answer<Option<Kept>> {
        self.world.count(|report| report.wakes += u64::from(after == 0));
        let (world, store, memory) = (self.world.clone(), self.store.clone(), self.memory.clone());
        self.ask(async move {
            let kept = store.lock().durable.read(table, after);
            memory.read(&world, table, after, kept)
        })
    }

    // A simulation sends nothing outside.
    fn set_feed(&self, _: GuestId, _: Option<Digest>) -> Answer<()> {
        Answer::ready(Ok(()))
    }

    fn set_webhook(&self, _: GuestId, _: Option<String>) -> Answer<()> {
        Answer::ready(Ok(()))
    }

    fn alerts(&self, _: GuestId) -> Answer<Option<Alerts>> {
        Answer::ready(Ok(None))
    }

    fn with_webhooks(&self, _: Vec<GuestId>) -> Answer<Vec<GuestId>> {
        Answer::ready(Ok(Vec::new()))
    }

    fn guest_of_feed(&self, _: Digest) -> Answer<Option<Guest>> {
        Answer::ready(Ok(None))
    }

    fn device_guest(&self, code: Digest, at: Moment) -> Answer<Option<GuestId>> {
        self.look(move |durable| durable.device_guest(code, at))
    }

    fn seat_by_code(&self, code: Digest) -> Answer<Option<(TableId, Seat)>> {
        self.look(move |durable| durable.seat_by_code(code))
    }

    fn list(&self, listing: Listing, limit: usize) -> Answer<Vec<Entry>> {
        self.look(move |durable| durable.list(listing, limit))
    }

    fn finished(&self, query: FinishedQuery) -> Answer<Vec<Entry>> {
        self.look(move |durable| durable.finished(&query))
    }

    fn count_unfinished(&self, guest: GuestId) -> Answer<usize> {
        self.look(move |durable| durable.list(Listing::UnfinishedOf(guest), usize::MAX).len())
    }

    fn due(&self, at: Moment, skipped: usize, limit: usize) -> Answer<Vec<TableId>> {
        self.look(move |durable| durable.due(at, skipped, limit))
    }

    fn awaiting_engines(&self, skipped: usize, limit: usize) -> Answer<Vec<TableId>> {
        self.look(move |durable| durable.awaiting_engines(skipped, limit))
    }

    fn is_played(&self, query: PositionsQuery) -> Answer<bool> {
        self.look(move |durable| durable.is_played(&query.fingerprints))
    }

    fn walk(&self, after: Option<TableId>, limit: usize) -> Answer<Vec<TableId>> {
        self.look(move |durable| durable.walk(after, limit))
    }

    fn check(&self) -> Answer<()> {
        self.change(|_| ())
    }

    fn notices(&self) -> Option<Notices> {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn leases(&self) -> Option<&dyn Leases> {
        Some(self)
    }
}

impl Leases for StoreConnection {
    fn attend(&self, here: Vec<(TableId, Presence)>) -> Answer<()> {
        if self.world.has(Mistake::PresenceNotRenewed) && !self.memory.is_news(&here) {
            return Answer::ready(Ok(()));
        }
        let machine = self.machine;
        self.change(move |durable| durable.attend(machine, here))
    }

    fn elsewhere(&self, tables: Vec<TableId>) -> Answer<Vec<(TableId, Presence)>> {
        let machine = self.machine;
        self.look(move |durable| durable.elsewhere(machine, &tables))
    }

    fn announce(&self, notice: Notice) -> Answer<()> {
        let store = self.store.clone();
        self.ask(async move {
            store.tell(notice);
            Ok(())
        })
    }

    fn want(&self, job: Job, by: Asker) -> Answer<()> {
        if self.world.has(Mistake::JobForgotten) && job.version.is_multiple_of(8) {
            return Answer::ready(Ok(()));
        }
        let store = self.store.clone();
        self.ask(async move {
            store.check_room()?;
            let is_new = store.lock().durable.want(job, by);
            if is_new {
                store.tell(Notice::JobsWaiting);
            }
            Ok(())
        })
    }

    fn claim(&self, held: Vec<Job>, most: usize) -> Answer<Claimed> {
        let machine = self.machine;
        self.change(move |durable| durable.claim(machine, &held, most))
    }

    fn finish(&self, job: Job) -> Answer<()> {
        if self.world.has(Mistake::JobNeverFinished) {
            return Answer::ready(Ok(()));
        }
        self.change(move |durable| durable.finish(job))
    }

    fn give_back(&self, job: Job) -> Answer<()> {
        self.give_back_all(Some(job))
    }

    fn release(&self) -> Answer<()> {
        self.give_back_all(None)
    }

    fn backlog(&self) -> Answer<Backlog> {
        self.look(|durable| durable.backlog())
    }
}

impl StoreConnection {
    /// Replaces the secrets of a guest, and the name where one is given, and tells every node.
    fn replace(&self, secrets: Secrets, name: Option<Name>) -> Answer<()> {
        let store = self.store.clone();
        self.ask(async move {
            store.check_room()?;
            let renewed = Notice::Renewed(secrets.guest, secrets.renewal());
            let write = move |durable: &mut Durable| {
                durable.renew(&secrets, name.as_ref());
                Ok(())
            };
            let result = store.write(write).1.await.unwrap_or(Err(StoreError::Gone));
            store.tell(renewed);
            result
        })
    }

    /// No order may wait that was received before a flag fell. One that was refused because the store failed
    /// hears of it at the same moment.
    fn check_flag(&self, news: &Append) {
        let (node, world) = (self.machine.0, self.world.clone());
        let overtaken = world.ledger(|ledger| ledger.overtaken(node, news.table, &news.events));
        for ticket in overtaken {
            let world = world.clone();
            self.network.spawn(async move {
                for _ in 0..8 {
                    yield_now().await;
                }
                world.check(|ledger| ledger.flag_fell_before(ticket));
            });
        }
    }

    fn give_back_all(&self, job: Option<Job>) -> Answer<()> {
        let (store, machine) = (self.store.clone(), self.machine);
        self.ask(async move {
            store.check_room()?;
            let is_any = store.lock().durable.give_back(machine, job);
            if is_any {
                store.tell(Notice::JobsWaiting);
            }
            Ok(())
        })
    }
}
