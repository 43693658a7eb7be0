//! The threads that think: few, and fair.
//!
//! A table has at most one thought in the queue, and whoever asks for hints one more, so first come,
//! first served is fair to all.
//! The longer the queue, the less time each thought gets: a flood of games makes the engine weaker
//! and nothing slower.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use konoba_table::{Action, Seat, Table};
use tokio::sync::oneshot;

use super::{Thinker, Thought};

/// The most time for one thought, when nobody else waits.
const FULL_TIME: Duration = Duration::from_secs(5);

/// A turn of an engine.
pub(crate) struct Turn {
    pub(crate) table: Arc<Table>,
    pub(crate) seat: Seat,
    pub(crate) level: u8,
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
    queue: Mutex<VecDeque<Job>>,
    has_come: Condvar,
    is_closed: AtomicBool,
}

struct Job {
    thought: Thought,
    work: Work,
}

/// What is to be done with a thought, and with what comes of it.
type Work = Box<dyn FnOnce(&dyn Thinker, &Thought) + Send>;

/// A hint that is being thought about, given up when this is dropped.
#[derive(Debug)]
pub(crate) struct Hint {
    answer: oneshot::Receiver<String>,
    _pending: Option<Pending>,
}

impl Hint {
    /// A hint that somebody else thinks about.
    pub(crate) const fn promised(answer: oneshot::Receiver<String>) -> Self {
        Self { answer, _pending: None }
    }

    /// What comes of it; none if nothing does.
    pub(crate) async fn said(&mut self) -> Option<String> {
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
    pub(crate) fn new(thinker: Arc<dyn Thinker>, threads: usize) -> Self {
        let shared = Arc::new(Shared {
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
        self.queue(turn, |thinker, thought| {
            let action = unharmed(|| thinker.think(thought));
            if !thought.is_given_up() {
                answer(action);
            }
        })
    }

    /// Thinks for whoever is to move when its turn has come.
    pub(crate) fn hint(&self, table: Arc<Table>, seat: Seat) -> Hint {
        let (said, answer) = oneshot::channel();
        let level = *self.thinker.levels().end();
        let turn = Turn { table, seat, level, share: 1 };
        let pending = self.queue(turn, |thinker, thought| {
            if let Some(hint) = unharmed(|| thinker.hint(thought)) {
                // Whoever asked may be gone.
                let _ = said.send(hint);
            }
        });
        Hint { answer, _pending: Some(pending) }
    }

    fn queue(
        &self,
        turn: Turn,
        work: impl FnOnce(&dyn Thinker, &Thought) + Send + 'static,
    ) -> Pending {
        let given_up = Arc::new(AtomicBool::new(false));
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.retain(|job| !job.thought.is_given_up());
        let Turn { table, seat, level, share } = turn;
        let own_share = u32::try_from(1 + queue.len() / self.threads.max(1)).unwrap_or(u32::MAX);
        let time = FULL_TIME / own_share.max(share).max(1);
        let thought = Thought { table, seat, level, time, given_up: given_up.clone() };
        queue.push_back(Job { thought, work: Box::new(work) });
        self.shared.has_come.notify_one();
        Pending(given_up)
    }
}

/// What comes of a search; nothing if it panics. The thread goes on with the next one, and whoever
/// waits for this one is not left waiting. A thinker remembers nothing that could be left half done.
fn unharmed<T>(search: impl FnOnce() -> Option<T>) -> Option<T> {
    // What the panic has to say it says itself.
    catch_unwind(AssertUnwindSafe(search)).ok().flatten()
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.is_closed.store(true, Ordering::Relaxed);
        self.shared.has_come.notify_all();
    }
}

impl Shared {
    fn think(&self, thinker: &dyn Thinker) {
        while let Some(Job { thought, work }) = self.next() {
            work(thinker, &thought);
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
                Some(job) if job.thought.is_given_up() => {}
                Some(job) => return Some(job),
                None => {
                    queue = self.has_come.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }
}
