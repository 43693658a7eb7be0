//! A store that fails on demand, and nodes that share one without a database.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use konoba_store::{
    Alerts, Answer, Append, Asker, Backlog, Claimed, Cut, DeviceLink, Digest, Entry, FinishedQuery,
    Guest, GuestId, Job, Kept, Leases, Listing, NewDevice, NewGuest, NewTable, Notice, Notices,
    PositionsQuery, Presence, Question, QuestionId, Questions, Secrets, Sqlite, Store, StoreError,
    TableId,
};
use konoba_table::{Moment, Name, Seat, Version};
use tokio::sync::mpsc;

/// The store of one house or of several. The disk is full while `is_full` says so.
pub(crate) struct Double {
    pub(crate) sqlite: Arc<Sqlite>,
    pub(crate) is_full: Arc<AtomicBool>,
    /// Whether no walk over the tables can be read.
    pub(crate) is_unreadable: Arc<AtomicBool>,
    /// How many lists cannot be read, the next ones first.
    pub(crate) unreadable_lists: Arc<AtomicUsize>,
    /// How many renewals are written and answered as if it were not known, the next ones first.
    pub(crate) unsure_renewals: Arc<AtomicUsize>,
    /// How many lists were asked for.
    pub(crate) lists: Arc<AtomicUsize>,
    /// What the nodes of one store let one another know, with the number of this one.
    pub(crate) shared: Option<Shared>,
}

/// Leases in memory, which never run out.
#[derive(Clone, Default)]
pub(crate) struct Shared {
    node: usize,
    memory: Arc<Mutex<Memory>>,
}

#[derive(Default)]
struct Memory {
    attendance: HashMap<usize, Vec<(TableId, Presence)>>,
    /// Each with the node that holds it.
    jobs: HashMap<Job, Option<usize>>,
    /// Who hears of what is written.
    ears: Vec<mpsc::Sender<Notice>>,
    /// Each with its answer, once there is one. They are handed out once.
    questions: HashMap<QuestionId, (Option<Question>, Option<String>)>,
}

impl Leases for Shared {
    fn attend(&self, here: Vec<(TableId, Presence)>) -> Answer<()> {
        self.memory.lock().unwrap().attendance.insert(self.node, here);
        Answer::ready(Ok(()))
    }

    fn elsewhere(&self, tables: Vec<TableId>) -> Answer<Vec<(TableId, Presence)>> {
        let memory = self.memory.lock().unwrap();
        let others = memory.attendance.iter().filter(|(node, _)| **node != self.node);
        let mut found = HashMap::<TableId, Presence>::new();
        for (table, there) in others.flat_map(|(_, there)| there) {
            let known = found.entry(*table).or_default();
            *known = known.and(*there);
        }
        found.retain(|table, _| tables.contains(table));
        Answer::ready(Ok(found.into_iter().collect()))
    }

    fn announce(&self, notice: Notice) -> Answer<()> {
        self.tell(notice);
        Answer::ready(Ok(()))
    }

    fn want(&self, job: Job, _: Asker) -> Answer<()> {
        self.memory.lock().unwrap().jobs.entry(job).or_default();
        Answer::ready(Ok(()))
    }

    fn claim(&self, _: Vec<Job>, most: usize) -> Answer<Claimed> {
        let mut memory = self.memory.lock().unwrap();
        let free = memory.jobs.iter_mut().filter(|(_, holder)| holder.is_none()).take(most);
        let taken = free.map(|(job, holder)| {
            *holder = Some(self.node);
            *job
        });
        let jobs = taken.collect();
        let held = memory.jobs.values().flatten().count() as u64;
        let waiting = memory.jobs.len() as u64 - held;
        Answer::ready(Ok(Claimed { jobs, held, waiting }))
    }

    fn finish(&self, job: Job) -> Answer<()> {
        self.memory.lock().unwrap().jobs.remove(&job);
        Answer::ready(Ok(()))
    }

    fn give_back(&self, job: Job) -> Answer<()> {
        let mut memory = self.memory.lock().unwrap();
        if let Some(holder) = memory.jobs.get_mut(&job) {
            holder.take_if(|node| *node == self.node);
        }
        Answer::ready(Ok(()))
    }

    fn release(&self) -> Answer<()> {
        for holder in self.memory.lock().unwrap().jobs.values_mut() {
            holder.take_if(|node| *node == self.node);
        }
        Answer::ready(Ok(()))
    }

    fn backlog(&self) -> Answer<Backlog> {
        let memory = self.memory.lock().unwrap();
        let held = memory.jobs.values().flatten().count() as u64;
        let waiting = memory.jobs.len() as u64 - held;
        Answer::ready(Ok(Backlog { held, waiting, ..Backlog::default() }))
    }
}

impl Questions for Shared {
    fn ask(&self, question: Question) -> Answer<()> {
        let mut memory = self.memory.lock().unwrap();
        memory.questions.insert(question.id, (Some(question), None));
        Answer::ready(Ok(()))
    }

    fn take(&self, most: usize) -> Answer<Vec<Question>> {
        let mut memory = self.memory.lock().unwrap();
        let open = memory.questions.values_mut().filter_map(|(question, _)| question.take());
        Answer::ready(Ok(open.take(most).collect()))
    }

    fn answer(&self, id: QuestionId, answer: String) -> Answer<()> {
        if let Some((_, answered)) = self.memory.lock().unwrap().questions.get_mut(&id) {
            *answered = Some(answer);
        }
        Answer::ready(Ok(()))
    }

    fn fetch(&self, id: QuestionId) -> Answer<Option<String>> {
        let mut memory = self.memory.lock().unwrap();
        let is_answered = memory.questions.get(&id).is_some_and(|(_, answer)| answer.is_some());
        let fetched = is_answered.then(|| memory.questions.remove(&id)).flatten();
        Answer::ready(Ok(fetched.and_then(|(_, answer)| answer)))
    }

    fn forget(&self, id: QuestionId) -> Answer<()> {
        self.memory.lock().unwrap().questions.remove(&id);
        Answer::ready(Ok(()))
    }
}

impl Shared {
    /// The same for another node.
    pub(crate) fn of(&self, node: usize) -> Self {
        Self { node, memory: self.memory.clone() }
    }

    /// How many jobs are on the list.
    pub(crate) fn jobs(&self) -> usize {
        self.memory.lock().unwrap().jobs.len()
    }

    /// Tells every node what another has written.
    pub(crate) fn tell(&self, notice: Notice) {
        for ear in &self.memory.lock().unwrap().ears {
            let _ = ear.try_send(notice);
        }
    }

    /// How many questions are on the list.
    pub(crate) fn questions(&self) -> usize {
        self.memory.lock().unwrap().questions.len()
    }
}

impl Double {
    /// A store that works.
    pub(crate) fn of(sqlite: Arc<Sqlite>, shared: Option<Shared>) -> Self {
        Self {
            sqlite,
            is_full: Arc::default(),
            is_unreadable: Arc::default(),
            unreadable_lists: Arc::default(),
            unsure_renewals: Arc::default(),
            lists: Arc::default(),
            shared,
        }
    }
}

impl Store for Double {
    fn add_guest(&self, guest: NewGuest) -> Answer<GuestId> {
        self.sqlite.add_guest(guest)
    }

    fn guest(&self, token: Digest) -> Answer<Option<Guest>> {
        self.sqlite.guest(token)
    }

    fn rename(&self, guest: GuestId, name: Name) -> Answer<()> {
        self.sqlite.rename(guest, name)
    }

    fn renew(&self, secrets: Secrets) -> Answer<()> {
        let renewed = self.sqlite.renew(secrets);
        let fewer = |left: usize| left.checked_sub(1);
        match self.unsure_renewals.fetch_update(Ordering::SeqCst, Ordering::SeqCst, fewer) {
            Ok(_) => Answer::ready(Err(StoreError::Gone)),
            Err(_) => renewed,
        }
    }

    fn forget_guest(&self, secrets: Secrets) -> Answer<()> {
        self.sqlite.forget_guest(secrets)
    }

    fn link_device(&self, link: DeviceLink) -> Answer<()> {
        self.sqlite.link_device(link)
    }

    fn add_device(&self, device: NewDevice) -> Answer<Option<Guest>> {
        self.sqlite.add_device(device)
    }

    fn lay(&self, table: NewTable) -> Answer<()> {
        self.sqlite.lay(table)
    }

    fn append(&self, news: Append) -> Answer<()> {
        match self.is_full.load(Ordering::SeqCst) {
            true => Answer::ready(Err(StoreError::Full)),
            false => {
                let (table, left) = (news.table, news.leaves);
                let version = news.events.last().map_or(0, |event| event.version);
                let appended = self.sqlite.append(news);
                let Some(shared) = self.shared.clone() else { return appended };
                let (promise, answer) = Answer::promised();
                tokio::spawn(async move {
                    let appended = appended.await;
                    if appended.is_ok() {
                        shared.tell(Notice::Written(table, version));
                        left.into_iter().for_each(|left| shared.tell(Notice::Written(left, 0)));
                    }
                    promise.keep(appended);
                });
                answer
            }
        }
    }

    fn cut(&self, cut: Cut) -> Answer<()> {
        self.sqlite.cut(cut)
    }

    fn read(&self, table: TableId, after: Version) -> Answer<Option<Kept>> {
        self.sqlite.read(table, after)
    }

    fn set_feed(&self, guest: GuestId, feed: Option<Digest>) -> Answer<()> {
        self.sqlite.set_feed(guest, feed)
    }

    fn set_webhook(&self, guest: GuestId, webhook: Option<String>) -> Answer<()> {
        self.sqlite.set_webhook(guest, webhook)
    }

    fn alerts(&self, guest: GuestId) -> Answer<Option<Alerts>> {
        self.sqlite.alerts(guest)
    }

    fn with_webhooks(&self, guests: Vec<GuestId>) -> Answer<Vec<GuestId>> {
        self.sqlite.with_webhooks(guests)
    }

    fn guest_of_feed(&self, feed: Digest) -> Answer<Option<Guest>> {
        self.sqlite.guest_of_feed(feed)
    }

    fn device_guest(&self, code: Digest, at: Moment) -> Answer<Option<GuestId>> {
        self.sqlite.device_guest(code, at)
    }

    fn seat_by_code(&self, code: Digest) -> Answer<Option<(TableId, Seat)>> {
        self.sqlite.seat_by_code(code)
    }

    fn list(&self, listing: Listing, limit: usize) -> Answer<Vec<Entry>> {
        self.lists.fetch_add(1, Ordering::SeqCst);
        let fewer = |left: usize| left.checked_sub(1);
        match self.unreadable_lists.fetch_update(Ordering::SeqCst, Ordering::SeqCst, fewer) {
            Ok(_) => Answer::ready(Err(StoreError::Locked)),
            Err(_) => self.sqlite.list(listing, limit),
        }
    }

    fn finished(&self, query: FinishedQuery) -> Answer<Vec<Entry>> {
        self.sqlite.finished(query)
    }

    fn count_unfinished(&self, guest: GuestId) -> Answer<usize> {
        self.sqlite.count_unfinished(guest)
    }

    fn due(&self, at: Moment, skipped: usize, limit: usize) -> Answer<Vec<TableId>> {
        self.sqlite.due(at, skipped, limit)
    }

    fn awaiting_engines(&self, skipped: usize, limit: usize) -> Answer<Vec<TableId>> {
        self.sqlite.awaiting_engines(skipped, limit)
    }

    fn is_played(&self, query: PositionsQuery) -> Answer<bool> {
        self.sqlite.is_played(query)
    }

    fn walk(&self, after: Option<TableId>, limit: usize) -> Answer<Vec<TableId>> {
        match self.is_unreadable.load(Ordering::SeqCst) {
            true => Answer::ready(Err(StoreError::Gone)),
            false => self.sqlite.walk(after, limit),
        }
    }

    fn check(&self) -> Answer<()> {
        self.sqlite.check()
    }

    fn notices(&self) -> Option<Notices> {
        let (ear, notices) = mpsc::channel(1024);
        self.shared.as_ref()?.memory.lock().unwrap().ears.push(ear);
        Some(Notices::from(notices))
    }

    fn leases(&self) -> Option<&dyn Leases> {
        self.shared.as_ref().map(|shared| shared as &dyn Leases)
    }

    fn questions(&self) -> Option<&dyn Questions> {
        self.shared.as_ref().map(|shared| shared as &dyn Questions)
    }
}
