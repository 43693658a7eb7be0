//! The threads that think: few, and fair.
//!
//! A table has at most one thought in the queue, a client that asks for hints one more, and a node a
//! few analyses, so first come, first served is fair to all.
//! The longer the queue, the less time each thought gets: a flood of games makes the engine weaker
//! and nothing slower.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use konoba_advice::{Budget, Stopwatch, Thinker};
use konoba_scene::Sentences;
use konoba_table::{Action, Moment, Table};
use tokio::sync::oneshot;

use crate::Clock;
use crate::analysis::Analysis;

/// The most time for one thought, when nobody else waits.
const FULL_TIME: Duration = Duration::from_secs(5);

/// A turn of an engine.
pub(crate) struct Turn {
    pub(crate) table: Arc<Table>,
    /// By how many times less time there is for it than if nobody else waited, here or elsewhere.
    pub(crate) share: u32,
}

/// Threads that think.
pub(crate) struct Pool {
    thinker: Arc<dyn Thinker>,
    shared: Arc<Shared>,
    /// How many there are, which may be fewer than were wanted.
    threads: usize,
}

struct Shared {
    clock: Clock,
    queue: Mutex<VecDeque<Job>>,
    has_come: Condvar,
    is_closed: AtomicBool,
}

/// Something to be done by one of the threads.
struct Job {
    /// The most time that it may take.
    time: Duration,
    given_up: Arc<AtomicBool>,
    work: Work,
}

impl Job {
    fn is_given_up(&self) -> bool {
        self.given_up.load(Ordering::Relaxed)
    }

    /// Thinks. The time that it may take begins now: waiting for a thread costs none of it.
    fn run(self, thinker: &dyn Thinker, now: Moment) {
        let must_stop = || self.given_up.load(Ordering::Relaxed);
        let watch = Stopwatch::until(&must_stop);
        (self.work)(thinker, Budget::new(self.time, &watch), now);
    }
}

/// What is to be thought about, from which moment on, and what is done with what comes of it.
type Work = Box<dyn FnOnce(&dyn Thinker, Budget<'_>, Moment) + Send>;

/// A hint that is being thought about, given up when this is dropped.
#[derive(Debug)]
pub struct Hint {
    answer: oneshot::Receiver<String>,
    _pending: Option<Pending>,
}

impl Hint {
    /// A hint that somebody else thinks about.
    pub(crate) const fn promised(answer: oneshot::Receiver<String>) -> Self {
        Self { answer, _pending: None }
    }

    /// What comes of it; none if nothing does.
    pub async fn said(&mut self) -> Option<String> {
        (&mut self.answer).await.ok()
    }
}

/// A thought in the pool, given up when this is dropped.
#[derive(Debug)]
pub(crate) struct Pending(Arc<AtomicBool>);

impl Drop for Pending {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Pool {
    pub(crate) fn new(thinker: Arc<dyn Thinker>, threads: usize, clock: Clock) -> Self {
        let shared = Arc::new(Shared {
            clock,
            queue: Mutex::default(),
            has_come: Condvar::new(),
            is_closed: AtomicBool::new(false),
        });
        let begin = |number: &usize| {
            let (thinker, shared) = (thinker.clone(), shared.clone());
            let run = move || shared.think(thinker.as_ref());
            let spawned = thread::Builder::new().name(format!("thinker-{number}")).spawn(run);
            spawned.inspect_err(|error| tracing::error!(%error, "no thread to think with")).is_ok()
        };
        let threads = (0..threads).filter(begin).count();
        Self { thinker, shared, threads }
    }

    pub(crate) fn thinker(&self) -> &dyn Thinker {
        self.thinker.as_ref()
    }

    pub(crate) const fn threads(&self) -> usize {
        self.threads
    }

    /// Thinks when its turn has come. Nothing comes of a search that panics, and nobody is told what
    /// comes of a thought that was given up.
    pub(crate) fn think(
        &self,
        turn: Turn,
        answer: impl FnOnce(Option<Action>) + Send + 'static,
    ) -> Pending {
        let Turn { table, share } = turn;
        self.queue(FULL_TIME, share, move |thinker, budget, now| {
            let budget = Budget::at(&table, now, budget.time, budget.watch);
            let action = unharmed(|| thinker.choose(&table, budget));
            if !budget.must_stop() {
                answer(action);
            }
        })
    }

    /// Thinks, when its turn has come, for the person who is to move.
    pub(crate) fn hint(&self, table: Arc<Table>) -> Hint {
        let (said, answer) = oneshot::channel();
        let pending = self.queue(FULL_TIME, 1, move |thinker, budget, now| {
            let budget = Budget::at(&table, now, budget.time, budget.watch);
            if let Some(advice) = unharmed(|| thinker.advise(table.position(), budget)) {
                // The person who asked may be gone.
                let _ = said.send(Sentences::of(table.setup()).advice(&advice));
            }
        });
        Hint { answer, _pending: Some(pending) }
    }

    /// Analyses a position in a record when its turn has come. No answer comes if there is nothing to
    /// say; dropping the second gives it up.
    pub(crate) fn analyse(
        &self,
        record: String,
        at: usize,
    ) -> (oneshot::Receiver<Analysis>, Pending) {
        let (said, answer) = oneshot::channel();
        let pending = self.queue(Analysis::TIME, 1, move |thinker, budget, _| {
            let analysis = unharmed(|| Analysis::by(thinker, &record, at, budget));
            if let Some(analysis) = analysis.flatten() {
                // The client may be gone.
                let _ = said.send(analysis);
            }
        });
        (answer, pending)
    }

    /// Adds a job to the queue, with the most time that it may take, and by how many times less there
    /// is because jobs wait elsewhere.
    fn queue(
        &self,
        most: Duration,
        share: u32,
        work: impl FnOnce(&dyn Thinker, Budget<'_>, Moment) + Send + 'static,
    ) -> Pending {
        let given_up = Arc::new(AtomicBool::new(false));
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.retain(|job| !job.is_given_up());
        let own_share = u32::try_from(1 + queue.len() / self.threads.max(1)).unwrap_or(u32::MAX);
        let time = most / own_share.max(share).max(1);
        queue.push_back(Job { time, given_up: given_up.clone(), work: Box::new(work) });
        self.shared.has_come.notify_one();
        Pending(given_up)
    }
}

/// What comes of a search; nothing if it panics. The thread goes on with the next one, and whoever
/// waits for this one is not left waiting. A thinker remembers nothing that could be left half done.
fn unharmed<T>(search: impl FnOnce() -> T) -> Option<T> {
    // What the panic has to say it says itself.
    catch_unwind(AssertUnwindSafe(search)).ok()
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.is_closed.store(true, Ordering::Relaxed);
        self.shared.has_come.notify_all();
    }
}

impl Shared {
    fn think(&self, thinker: &dyn Thinker) {
        while let Some(job) = self.next() {
            job.run(thinker, self.clock.now());
        }
    }

    /// The next thought that somebody still wants; none once the house is closed.
    fn next(&self) -> Option<Job> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if self.is_closed.load(Ordering::Relaxed) {
                return None;
            }
            match queue.pop_front() {
                Some(job) if job.is_given_up() => {}
                Some(job) => return Some(job),
                None => {
                    queue = self.has_come.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }
}
