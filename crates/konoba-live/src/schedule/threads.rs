//! The threads that do the work, and what they share with those who ask for it.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tokio::sync::{Notify, oneshot};
use tokio::time::Instant;

use super::fair::Ticket;
use super::lane::{self, Lane, LaneName};
use super::overload::{Overload, Scope};
use super::{Interrupt, Work, WorkFigures, WorkKind};

/// How many threads do what is short.
pub(super) const SHORT: usize = 2;
/// How much may be asked of other nodes at once.
const AWAY: usize = 8;

/// What is done when its turn has come.
pub(super) enum Task {
    /// A thread of the lane runs it.
    Run(Box<dyn FnOnce(&Interrupt) + Send>),
    /// The requester gets a permit and does the work elsewhere.
    Give(oneshot::Sender<Permit>),
}

type QueuedWork = lane::QueuedWork<Task>;
type Begun = lane::Begun<Task>;

/// What those who ask and those who work share.
pub(super) struct Shared {
    state: Mutex<State>,
    /// One for each lane, for workers that are threads: there is something to do.
    called: [Condvar; LaneName::COUNT],
    /// The same for workers that are tasks.
    notified: [Notify; LaneName::COUNT],
}

struct State {
    lanes: [Lane<Task>; LaneName::COUNT],
    figures: [WorkFigures; WorkKind::ALL.len()],
    tickets: Ticket,
    is_closed: bool,
}

impl State {
    const fn lane(&mut self, name: LaneName) -> &mut Lane<Task> {
        &mut self.lanes[name as usize]
    }

    const fn count(&mut self, kind: WorkKind) -> &mut WorkFigures {
        &mut self.figures[kind.index()]
    }

    /// Begins what is next in a lane, if there is anything.
    fn begin(&mut self, lane: LaneName) -> Option<Begun> {
        let now = Instant::now();
        let begun = self.lane(lane).begin(now)?;
        let waited = now.saturating_duration_since(begun.job.queued);
        let figures = self.count(begun.job.work.kind);
        figures.waiting -= 1;
        figures.running += 1;
        figures.waited += waited;
        Some(begun)
    }
}

impl Shared {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State {
                lanes: [
                    Lane::new(LaneName::Think, 0),
                    Lane::new(LaneName::Short, SHORT),
                    Lane::new(LaneName::Away, AWAY),
                ],
                figures: WorkKind::ALL.map(WorkFigures::new),
                tickets: 0,
                is_closed: false,
            }),
            called: Default::default(),
            notified: Default::default(),
        })
    }

    /// So many threads work for a lane.
    pub(super) fn open(&self, lane: LaneName, slots: usize) {
        self.lock().lane(lane).set_slots(slots);
    }

    pub(super) fn figures(&self) -> Vec<WorkFigures> {
        self.lock().figures.to_vec()
    }

    /// Adds something to be done, unless there is too much.
    pub(super) fn submit(
        self: &Arc<Self>,
        lane: LaneName,
        work: Work,
        task: Task,
    ) -> Result<Pending, Overload> {
        let job = QueuedWork::new(work, Instant::now(), task);
        let (kind, interrupt) = (job.work.kind, job.interrupt.clone());
        let mut state = self.lock();
        state.tickets += 1;
        let ticket = state.tickets;
        let added = match state.is_closed {
            true => Err(state.lane(lane).overload()),
            false => state.lane(lane).add(ticket, job),
        };
        if let Err(overload) = added {
            let figures = state.count(kind);
            match overload.scope {
                Scope::Person | Scope::Address => figures.refused_own += 1,
                Scope::House => figures.refused_house += 1,
            }
            return Err(overload);
        }
        state.count(kind).waiting += 1;
        state.lane(lane).allot();
        drop(state);
        match lane {
            LaneName::Think | LaneName::Short => {
                self.called[lane as usize].notify_one();
                self.notified[lane as usize].notify_one();
            }
            LaneName::Away => self.give_room(),
        }
        Ok(Pending { shared: self.clone(), lane, ticket, interrupt, is_done: false })
    }

    /// Takes a request out that has waited too long, and counts it as refused.
    fn refuse_late(&self, lane: LaneName, ticket: Ticket, kind: WorkKind) -> Overload {
        let mut state = self.lock();
        let removed = state.lane(lane).remove(ticket);
        let figures = state.count(kind);
        figures.refused_house += 1;
        if removed.is_some() {
            figures.waiting -= 1;
            state.lane(lane).allot();
        }
        let overload = state.lane(lane).overload();
        // Dropping what it holds may take long, so it happens without the lock.
        drop(state);
        drop(removed);
        overload
    }

    /// Nothing more is begun.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.called.iter().for_each(Condvar::notify_all);
        self.notified.iter().for_each(Notify::notify_waiters);
    }

    /// Gives room to those whose turn it is.
    fn give_room(self: &Arc<Self>) {
        while let Some(Begun { ticket, job }) = self.begin_away() {
            let permit = Permit { shared: self.clone(), ticket };
            if let Task::Give(given) = job.task {
                // If the requester has left, the permit is dropped and so given back at once.
                let _ = given.send(permit);
            }
        }
    }

    fn begin_away(&self) -> Option<Begun> {
        self.lock().begin(LaneName::Away)
    }

    fn end(&self, lane: LaneName, ticket: Ticket) {
        let mut state = self.lock();
        let Some(ended) = state.lane(lane).end(ticket, Instant::now()) else { return };
        state.lane(lane).allot();
        let figures = state.count(ended.kind);
        figures.running -= 1;
        figures.used += ended.used;
        *if ended.is_cancelled { &mut figures.cancelled } else { &mut figures.done } += 1;
    }

    /// The requester no longer wants the result.
    fn give_up(&self, lane: LaneName, ticket: Ticket) {
        let mut state = self.lock();
        let removed = state.lane(lane).remove(ticket);
        if let Some(job) = &removed {
            let figures = state.count(job.work.kind);
            figures.waiting -= 1;
            figures.cancelled += 1;
            state.lane(lane).allot();
        }
        // Dropping what it holds may take long, so it happens without the lock.
        drop(state);
        drop(removed);
    }

    /// The lock is held for an instant only, never while working.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Works off one queue of the house: on a thread of its own or, where a host wants that, step by step.
pub struct Worker {
    shared: Arc<Shared>,
    lane: LaneName,
    name: String,
}

impl Worker {
    pub(super) const fn new(shared: Arc<Shared>, lane: LaneName, name: String) -> Self {
        Self { shared, lane, name }
    }

    /// Works on a thread of its own until the house is closed.
    pub fn start_thread(self) -> io::Result<()> {
        let thread = thread::Builder::new().name(self.name.clone());
        let work = move || {
            while let Some(begun) = self.next_on_thread() {
                begun.run();
            }
        };
        thread.spawn(work).map(drop)
    }

    /// Begins what is next as soon as there is something; none once the house is closed.
    pub async fn next(&self) -> Option<BegunWork> {
        loop {
            let next = self.try_next(&mut self.shared.lock());
            match next {
                NextWork::Begun(begun) => return Some(begun),
                NextWork::Closed => return None,
                NextWork::NothingYet => {}
            }
            self.shared.notified[self.lane as usize].notified().await;
        }
    }

    /// The same for a thread, which has nothing else to do meanwhile.
    fn next_on_thread(&self) -> Option<BegunWork> {
        let mut state = self.shared.lock();
        loop {
            match self.try_next(&mut state) {
                NextWork::Begun(begun) => return Some(begun),
                NextWork::Closed => return None,
                NextWork::NothingYet => {}
            }
            let called = &self.shared.called[self.lane as usize];
            state = called.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn try_next(&self, state: &mut State) -> NextWork {
        if state.is_closed {
            return NextWork::Closed;
        }
        match state.begin(self.lane) {
            Some(begun) => {
                NextWork::Begun(BegunWork { shared: self.shared.clone(), lane: self.lane, begun })
            }
            None => NextWork::NothingYet,
        }
    }
}

/// What a worker finds to do.
enum NextWork {
    /// This has begun.
    Begun(BegunWork),
    /// It has to wait.
    NothingYet,
    /// The house is closed, and nothing is begun any more.
    Closed,
}

/// Work whose turn has come.
pub struct BegunWork {
    shared: Arc<Shared>,
    lane: LaneName,
    begun: Begun,
}

impl BegunWork {
    /// Does it. A panic in it ends this work and nothing else.
    pub fn run(self) {
        let Begun { ticket, job } = self.begun;
        if let Task::Run(run) = job.task {
            // A caller that waits for the result hears that there is none. The panic prints its own message.
            let _ = catch_unwind(AssertUnwindSafe(|| run(&job.interrupt)));
        }
        self.shared.end(self.lane, ticket);
    }
}

/// Work that a requester waits for, given up when this is dropped.
pub(crate) struct Pending {
    shared: Arc<Shared>,
    lane: LaneName,
    ticket: Ticket,
    interrupt: Arc<Interrupt>,
    is_done: bool,
}

impl Pending {
    /// Its result is there, so that there is nothing to give up.
    pub(crate) fn finish(mut self) {
        self.is_done = true;
    }

    /// It has taken too long: the requester is told to come again later.
    pub(super) fn refuse_late(mut self, kind: WorkKind) -> Overload {
        self.is_done = true;
        self.interrupt.cancel();
        self.shared.refuse_late(self.lane, self.ticket, kind)
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if !self.is_done {
            self.interrupt.cancel();
            self.shared.give_up(self.lane, self.ticket);
        }
    }
}

impl std::fmt::Debug for Pending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pending({})", self.ticket)
    }
}

/// Room to have something done elsewhere, until this is dropped.
pub(crate) struct Permit {
    shared: Arc<Shared>,
    ticket: Ticket,
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.shared.end(LaneName::Away, self.ticket);
        self.shared.give_room();
    }
}
