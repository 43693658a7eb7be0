//! Monte-Carlo tree search, for every game there is.
//!
//! The tree holds moves and counts, no positions: each visit replays the moves from the
//! root. At a leaf the game is played out at random, or a net evaluates it
//! ([`crate::Evaluator`]). What two moves ahead decide is found when a leaf gets children, and proven wins
//! and losses are backed up like in a solver.
//!
//! With one thread and no limit of time the same seed gives the same tree.

pub(crate) mod code;
mod leaves;
mod lessons;
pub(crate) mod moves;
mod node;
mod pool;
mod report;
mod select;
mod tree;
mod worker;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use konoba_rules::{Position, Rules, Setup};

pub use select::Weights;
pub(crate) use tree::{MOST_BYTES, bytes_of};

use crate::{Evaluator, Limits, Thought, Watch};
use leaves::{EvaluationCache, LeafEvaluator};
use tree::Tree;
use worker::Worker;

/// How to search.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where chance begins.
    pub seed: u64,
    /// How many threads search the one tree; at least one does.
    pub threads: usize,
    /// The most memory that the nodes of a tree take, in bytes. When it is used up the search goes on
    /// without new nodes.
    pub memory: usize,
    /// The memory of the solver that finishes endgames, in bytes; with none there is no solver.
    pub solver: usize,
    /// How many positions the solver may look at for each that the search may visit, where visits are limited.
    pub solver_nodes: u64,
    /// After how many visits a leaf gets children, where there is no evaluator.
    pub ripe_after: u32,
    /// How to weigh what is known.
    pub weights: Weights,
    /// What evaluates leaves; without it games are played out at random.
    pub evaluator: Option<Arc<dyn Evaluator>>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            seed: 0,
            threads: 1,
            memory: 256 << 20,
            solver: 0,
            solver_nodes: 200,
            ripe_after: 4,
            weights: Weights::default(),
            evaluator: None,
        }
    }
}

impl Config {
    /// All that the engine has for every game. Nets are the caller's to bring.
    pub fn full() -> Self {
        Self { solver: 32 << 20, ..Self::default() }
    }
}

/// A search of one game that can be taken up again after every move.
#[derive(Debug)]
pub(crate) struct Search<R: Rules> {
    tree: Tree<R>,
    cache: EvaluationCache,
}

impl<R: Rules> Search<R> {
    /// Nothing is known of the position yet.
    pub(crate) fn new(position: Position<R>, config: &Config) -> Self {
        Self {
            tree: Tree::new(position, config.memory),
            cache: EvaluationCache::beside(config.memory),
        }
    }

    /// How the game was set up that is searched.
    pub(crate) fn setup(&self) -> Setup {
        self.tree.start().setup()
    }

    /// Goes to another position and keeps what is known of it.
    pub(crate) fn move_on(&mut self, position: Position<R>) {
        self.tree.move_on(position);
    }

    /// Searches within the limits, or until the watch says stop or all is proven.
    pub(crate) fn run(&mut self, config: &Config, limits: Limits, watch: &dyn Watch) -> Thought {
        let shared = Shared {
            tree: &self.tree,
            cache: &self.cache,
            config,
            limits,
            watch,
            visits: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            alarm: Alarm::default(),
        };
        if config.threads > 1 {
            std::thread::scope(|scope| {
                let helpers = (1..config.threads as u64).map(|number| {
                    let shared = &shared;
                    scope.spawn(move || shared.work(number))
                });
                let helpers: Vec<_> = helpers.collect();
                shared.work(0);
                helpers
                    .into_iter()
                    .for_each(|helper| helper.join().expect("a worker does not panic"));
            });
        } else {
            shared.work(0);
        }
        report::thought(&self.tree, shared.visits.into_inner(), config.weights.caution)
    }
}

/// What the threads of a search share.
struct Shared<'a, R: Rules> {
    tree: &'a Tree<R>,
    cache: &'a EvaluationCache,
    config: &'a Config,
    limits: Limits,
    watch: &'a dyn Watch,
    /// The visits that were begun.
    visits: AtomicU64,
    is_over: AtomicBool,
    alarm: Alarm,
}

/// Rings when a thread panics, so that no other waits for what that one was about to find out.
#[derive(Default)]
struct Alarm(AtomicBool);

impl Alarm {
    fn rings(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Rings the alarm if it is dropped by a panic.
struct OnPanic<'a>(&'a Alarm);

impl Drop for OnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.0.store(true, Ordering::Relaxed);
        }
    }
}

/// How often the watch sees the thought.
const SEEN_EVERY: Duration = Duration::from_millis(100);

impl<'a, R: Rules> Shared<'a, R> {
    /// The work of one thread; the first of them also reports to the watch.
    fn work(&self, number: u64) {
        let seed = self.config.seed ^ self.tree.start().key().rotate_left(number as u32) ^ number;
        let mut worker = Worker::new(self, seed);
        let _on_panic = OnPanic(&self.alarm);
        // The clock is asked about every tenth of a millisecond, and several threads learn as often.
        let batch = if self.config.evaluator.is_some() { 1 } else { 16 };
        let mut seen = Duration::ZERO;
        loop {
            let count = self.take(batch);
            let is_over = self.is_over.load(Ordering::Relaxed) || self.alarm.rings();
            if count == 0 || is_over || self.tree.is_settled() {
                break;
            }
            worker.visit_some(count);
            let elapsed = self.watch.elapsed();
            if self.limits.time.is_some_and(|time| elapsed >= time) || self.watch.must_stop() {
                break;
            }
            if number == 0 && elapsed >= seen + SEEN_EVERY {
                seen = elapsed;
                let visits = self.visits.load(Ordering::Relaxed);
                self.watch.see(&report::thought(self.tree, visits, self.config.weights.caution));
            }
        }
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// What evaluates leaves; none where they are played out.
    fn leaf_evaluator(&self) -> Option<LeafEvaluator<'_>> {
        let evaluator = self.config.evaluator.as_deref()?;
        Some(LeafEvaluator { evaluator, cache: self.cache })
    }

    /// Takes so many visits out of those that are allowed, or what is left of them.
    fn take(&self, count: u32) -> u32 {
        let limit = self.limits.visits.unwrap_or(u64::MAX);
        let before = self.visits.fetch_add(u64::from(count), Ordering::Relaxed);
        let left = limit.saturating_sub(before).min(u64::from(count));
        self.visits.fetch_sub(u64::from(count) - left, Ordering::Relaxed);
        left as u32
    }
}
