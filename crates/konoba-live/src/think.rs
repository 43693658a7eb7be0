//! What the engine of the house is asked, as work that waits for its turn like any other.
//!
//! An engine is a client like any other: it has a seat, it sees a version, and it sends an order for
//! that version. A slow thought does no harm: the table refuses a move for an old version.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use konoba_advice::{Budget, Stopwatch, Thinker};
use konoba_scene::Sentences;
use konoba_table::{Action, Moment, Table};
use konoba_view::{Analysis, MissedView};

use crate::schedule::{
    Interrupt, Overload, Pending, Requester, Scheduler, Unfinished, Work, WorkKind,
};

/// The most time for one thought, when no other work waits.
const FULL_TIME: Duration = Duration::from_secs(5);

/// A turn of an engine.
pub(crate) struct EngineTurn {
    /// For whom it plays.
    pub(crate) who: Requester,
    pub(crate) table: Arc<Table>,
    pub(crate) now: Moment,
    /// By how many times less time there is for it because jobs wait at other nodes.
    pub(crate) share: u32,
}

/// The engine and where it thinks.
#[derive(Clone, Copy)]
pub(crate) struct Thoughts<'a> {
    pub(crate) thinker: &'a Arc<dyn Thinker>,
    pub(crate) scheduler: &'a Scheduler,
}

impl Thoughts<'_> {
    /// Thinks when its turn has come. A search that panics gives no result, and the result of a
    /// thought that was given up is dropped.
    pub(crate) fn choose(
        self,
        EngineTurn { who, table, now, share }: EngineTurn,
        answer: impl FnOnce(Option<Action>) + Send + 'static,
    ) -> Result<Pending, Overload> {
        let clock = table.deadline().map(|deadline| deadline.since(now));
        let work = Work { who, kind: WorkKind::Move, most: FULL_TIME / share.max(1), clock };
        let thinker = self.thinker.clone();
        self.scheduler.submit(work, move |interrupt| {
            let choose = || within(interrupt, |budget| thinker.choose(&table, budget));
            // A thinker has no state that could be left half changed. The panic prints its own message.
            let action = catch_unwind(AssertUnwindSafe(choose)).ok();
            if !interrupt.is_cancelled() {
                answer(action);
            }
        })
    }

    /// Thinks, when its turn has come, for the person who is to move.
    pub(crate) async fn hint(
        self,
        who: Requester,
        table: Arc<Table>,
    ) -> Result<String, Unfinished> {
        let work = Work { who, kind: WorkKind::Hint, most: FULL_TIME, clock: None };
        let thinker = self.thinker.clone();
        let said = move |interrupt: &Interrupt| {
            let advice = within(interrupt, |budget| thinker.advise(table.position(), budget));
            Sentences::of(table.setup()).advice(&advice)
        };
        self.scheduler.run(work, said).await
    }

    /// Analyses a position in a record when its turn has come; none if there is nothing to say.
    pub(crate) async fn analyse(
        self,
        who: Requester,
        kind: WorkKind,
        record: String,
        at: usize,
    ) -> Result<Option<Analysis>, Unfinished> {
        let work = Work { who, kind, most: Analysis::TIME, clock: None };
        let thinker = self.thinker.clone();
        let analyse = move |interrupt: &Interrupt| {
            within(interrupt, |budget| Analysis::by(thinker.as_ref(), &record, at, budget))
        };
        self.scheduler.run(work, analyse).await
    }

    /// Has the thinker asked something, when its turn has come, for a game that is kept elsewhere.
    pub(crate) async fn ask<T: Send + 'static>(
        self,
        who: Requester,
        most: Duration,
        ask: impl FnOnce(&dyn Thinker, Budget<'_>) -> T + Send + 'static,
    ) -> Result<T, Unfinished> {
        let work = Work { who, kind: WorkKind::Move, most, clock: None };
        let thinker = self.thinker.clone();
        let ask =
            move |interrupt: &Interrupt| within(interrupt, |budget| ask(thinker.as_ref(), budget));
        self.scheduler.run(work, ask).await
    }

    /// Looks in a game for moments at which one move won and another was played, or at its move of one number.
    pub(crate) async fn missed(
        self,
        who: Requester,
        record: String,
        number: Option<usize>,
    ) -> Result<Vec<MissedView>, Unfinished> {
        let work = Work { who, kind: WorkKind::Analysis, most: MissedView::TIME, clock: None };
        let find = move |interrupt: &Interrupt| {
            let Ok(record) = konoba_view::records::read(&record) else { return Vec::new() };
            within(interrupt, |budget| MissedView::found(&record, number, budget))
        };
        self.scheduler.run(work, find).await
    }
}

/// Thinks in the time that there is, which begins now: waiting for a thread costs none of it.
fn within<T>(interrupt: &Interrupt, think: impl FnOnce(Budget<'_>) -> T) -> T {
    let must_stop = || interrupt.must_stop();
    let watch = Stopwatch::until(&must_stop);
    think(Budget::new(interrupt.most(), &watch))
}
