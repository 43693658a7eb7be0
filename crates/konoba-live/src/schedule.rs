//! The one place where work waits for a processor: moves of engines, hints, analyses, and whatever
//! short work is more than a look-up, such as reading a record or drawing a board.
//!
//! Addresses take turns, the people of an address take turns, and what one person has asked for is
//! done in order; the one that has used the least time is next ([`fair`]). How much may wait is bounded
//! for a person, for an address and in all, and a client that asks for more is told so. Work whose
//! client has left is taken out of the queue at once, and stopped where it has begun.
//!
//! Thoughts and short work have lanes of their own ([`lane`]), so that no page waits for a drawing
//! because engines think. A thought looks all the time how many others wait, and ends sooner the more
//! there are: a flood of games makes the engine weaker for the client that has caused it, and nothing
//! slower.

mod fair;
mod figures;
mod interrupt;
mod kind;
mod lane;
mod overload;
mod requester;
mod threads;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

use lane::LaneName;
use threads::{SHORT, Shared, Task};

pub use figures::WorkFigures;
pub use interrupt::Interrupt;
pub use kind::WorkKind;
pub use overload::{Overload, Scope};
pub use requester::Requester;

pub use threads::{BegunWork, Worker};
pub(crate) use threads::{Pending, Permit};

/// How long a requester waits before it is told to come again later. It is shorter than the time
/// in which a request has to be answered.
const PATIENCE: Duration = Duration::from_secs(12);

/// Why work that a requester waited for has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unfinished {
    /// There is too much to do.
    Overload(Overload),
    /// The work failed, or this node does no such work.
    Failed,
}

impl From<Overload> for Unfinished {
    fn from(overload: Overload) -> Self {
        Self::Overload(overload)
    }
}

/// What is to be done, for whom.
pub(crate) struct Work {
    pub(crate) who: Requester,
    pub(crate) kind: WorkKind,
    /// The most time that a thought may take.
    pub(crate) most: Duration,
    /// How long there is until the player's clock runs out, where one runs.
    pub(crate) clock: Option<Duration>,
}

/// The queue and the threads that work it off.
pub(crate) struct Scheduler {
    shared: Arc<Shared>,
    /// How many threads think, which may be fewer than were wanted.
    thinkers: usize,
}

impl Scheduler {
    /// So many workers that think, and a few that do everything short. `start` runs each until the
    /// scheduler is dropped.
    pub(crate) fn new(start: impl Fn(Worker) -> io::Result<()>, thinkers: usize) -> Self {
        let shared = Shared::new();
        let begin = |lane, name: String| {
            let started = start(Worker::new(shared.clone(), lane, name));
            started.inspect_err(|error| tracing::error!(%error, "no thread to work with")).is_ok()
        };
        let wanted = 0..thinkers;
        let thinkers =
            wanted.filter(|number| begin(LaneName::Think, format!("thinker-{number}"))).count();
        for number in 0..SHORT {
            begin(LaneName::Short, format!("short-work-{number}"));
        }
        shared.open(LaneName::Think, thinkers);
        Self { shared, thinkers }
    }

    /// How many threads think.
    pub(crate) const fn thinkers(&self) -> usize {
        self.thinkers
    }

    /// What waits, what runs, and what has been done and refused.
    pub(crate) fn figures(&self) -> Vec<WorkFigures> {
        self.shared.figures()
    }

    /// Has something done when its turn has come. It is given up when what is returned is dropped.
    pub(crate) fn submit(
        &self,
        work: Work,
        run: impl FnOnce(&Interrupt) + Send + 'static,
    ) -> Result<Pending, Overload> {
        self.shared.submit(LaneName::of(work.kind), work, Task::Run(Box::new(run)))
    }

    /// The same for a requester that waits for the result, with a time limit.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: Work,
        run: impl FnOnce(&Interrupt) -> T + Send + 'static,
    ) -> Result<T, Unfinished> {
        let (kind, (done, result)) = (work.kind, oneshot::channel());
        let pending = self.submit(work, move |interrupt| {
            // The requester may have left just now.
            let _ = done.send(run(interrupt));
        })?;
        self.wait(kind, pending, result).await
    }

    /// Waits for a permit to have something done elsewhere. It counts until it is dropped.
    pub(crate) async fn room_elsewhere(
        &self,
        who: Requester,
        kind: WorkKind,
    ) -> Result<Permit, Unfinished> {
        let (given, permit) = oneshot::channel();
        let work = Work { who, kind, most: Duration::MAX, clock: None };
        let pending = self.shared.submit(LaneName::Away, work, Task::Give(given))?;
        self.wait(kind, pending, permit).await
    }

    async fn wait<T>(
        &self,
        kind: WorkKind,
        pending: Pending,
        result: oneshot::Receiver<T>,
    ) -> Result<T, Unfinished> {
        let Ok(finished) = timeout(PATIENCE, result).await else {
            return Err(pending.refuse_late(kind).into());
        };
        let result = finished.map_err(|_| Unfinished::Failed)?;
        pending.finish();
        Ok(result)
    }
}

impl Drop for Scheduler {
    fn drop(&mut self) {
        self.shared.close();
    }
}
