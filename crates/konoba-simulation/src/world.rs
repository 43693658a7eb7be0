//! What everything in a simulation shares: time, chance, the promises, and what has happened.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use konoba_table::Moment;
use tokio::sync::Notify;
use tokio::sync::futures::Notified;
use tokio::time::{Instant, sleep};

use crate::dice::Dice;
use crate::ledger::{Checked, Ledger};
use crate::{Failure, Mistake, Plan, Report};

/// The moment at which every simulation begins.
const BEGIN: Moment = Moment::from_millis(1_000_000);

/// What everything shares. The lock is held for an instant only: there is one thread.
pub(crate) struct World {
    plan: Plan,
    begin: Instant,
    state: Mutex<State>,
    failed: Notify,
    /// The run is over: all clients leave.
    over: Notify,
}

struct State {
    dice: Dice,
    ledger: Ledger,
    report: Report,
    is_calm: bool,
    failure: Option<Failure>,
}

impl World {
    /// It begins now. It has to be called from within the runtime whose time it goes by.
    pub(crate) fn new(plan: Plan) -> Arc<Self> {
        let state = State {
            dice: Dice::of_seed(plan.seed),
            ledger: Ledger::new(plan.conditions.clock_error),
            report: Report::default(),
            is_calm: false,
            failure: None,
        };
        let (begin, failed, over) = (Instant::now(), Notify::new(), Notify::new());
        Arc::new(Self { plan, begin, state: Mutex::new(state), failed, over })
    }

    pub(crate) const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Whether this mistake is planted.
    pub(crate) fn has(&self, mistake: Mistake) -> bool {
        self.plan.mistake == Some(mistake)
    }

    /// The true time, which no node knows exactly.
    pub(crate) fn now(&self) -> Moment {
        BEGIN + self.begin.elapsed()
    }

    /// Decides something by chance.
    pub(crate) fn dice<T>(&self, roll: impl FnOnce(&mut Dice) -> T) -> T {
        roll(&mut self.lock().dice)
    }

    /// A span of time up to another.
    pub(crate) fn span(&self, most: Duration) -> Duration {
        self.dice(|dice| dice.span(most))
    }

    /// Waits for at most this.
    pub(crate) async fn pause(&self, most: Duration) {
        sleep(self.span(most)).await;
    }

    /// Counts something.
    pub(crate) fn count(&self, count: impl FnOnce(&mut Report)) {
        count(&mut self.lock().report);
    }

    pub(crate) fn report(&self) -> Report {
        self.lock().report.clone()
    }

    /// Whether nothing goes wrong any more.
    pub(crate) fn is_calm(&self) -> bool {
        self.lock().is_calm
    }

    /// From now on nothing goes wrong.
    pub(crate) fn calm_down(&self) {
        self.lock().is_calm = true;
    }

    /// All clients leave.
    pub(crate) fn end(&self) {
        self.over.notify_waiters();
    }

    /// What is waiting now hears of the end.
    pub(crate) fn ended(&self) -> Notified<'_> {
        self.over.notified()
    }

    /// Asks the ledger something.
    pub(crate) fn ledger<T>(&self, ask: impl FnOnce(&mut Ledger) -> T) -> T {
        ask(&mut self.lock().ledger)
    }

    /// Tells the ledger something that must not break a promise.
    pub(crate) fn check(&self, tell: impl FnOnce(&mut Ledger) -> Checked) {
        let checked = self.ledger(tell);
        self.demand(checked);
    }

    /// The simulation ends with the first promise that is broken.
    pub(crate) fn demand(&self, checked: Checked) {
        let Err(violation) = checked else { return };
        let (at, mut state) = (self.now(), self.lock());
        let (seed, step) = (self.plan.seed, state.report.steps);
        state.failure.get_or_insert(Failure { seed, at, step, violation });
        self.failed.notify_one();
    }

    /// Waits until a promise is broken.
    pub(crate) async fn failed(&self) {
        self.failed.notified().await;
    }

    pub(crate) fn failure(&self) -> Option<Failure> {
        self.lock().failure.clone()
    }

    /// Takes note of a step, so that two runs can be compared.
    pub(crate) fn step(&self, words: &[u64]) {
        let now = self.now();
        let mut state = self.lock();
        state.report.steps += 1;
        state.report.note(now.as_millis());
        words.iter().for_each(|word| state.report.note(*word));
    }

    /// The same for a step that a reader of the run wants to see.
    pub(crate) fn note(&self, words: &[u64], say: impl FnOnce() -> String) {
        self.step(words);
        if self.plan.is_verbose {
            println!("{:>10} {}", self.now().since(BEGIN).as_millis(), say());
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
