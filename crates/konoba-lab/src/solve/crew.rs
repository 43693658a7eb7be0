//! Solves tasks, several at once if there are threads for it, and keeps what is found out.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use konoba_engine::Limits;
use konoba_engine::solve::{Effort, Entry, Solved, Solver};
use konoba_rules::{Rules, Setup};

use super::checkpoint::{Checkpoint, Keeper};
use super::clock::Clock;
use super::progress::{Audience, Standing, Step};
use super::tasks::Task;

/// How to solve.
pub(super) struct Plan {
    pub(super) setup: Setup,
    /// How many positions may be looked at altogether.
    pub(super) nodes: u64,
    /// How many bytes are remembered altogether.
    pub(super) bytes: usize,
    pub(super) threads: usize,
    pub(super) keeper: Option<Keeper>,
    /// Who is told how it goes.
    pub(super) audience: Audience,
}

/// What came of it.
pub(super) struct Report<R: Rules> {
    /// For each task what is certain, if anything is.
    pub(super) solved: Vec<Option<Solved>>,
    pub(super) nodes: u64,
    /// A solver that knows much of it.
    pub(super) solver: Solver<R>,
}

/// What the threads share.
struct Shared<'a, R> {
    plan: &'a Plan,
    tasks: &'a [Task<R>],
    state: Mutex<State>,
}

struct State {
    waiting: VecDeque<usize>,
    solved: Vec<Option<Solved>>,
    /// What each thread has found out.
    findings: Vec<Vec<Entry>>,
    nodes_left: u64,
    nodes: u64,
    last_kept: Option<Instant>,
    failure: Option<anyhow::Error>,
}

impl State {
    fn standing(&self) -> Standing {
        Standing { settled: self.solved.iter().flatten().count(), tasks: self.solved.len() }
    }
}

/// How often there is news. A search begins anew with each, so that much smaller slices cost nodes.
const SLICE: Duration = Duration::from_secs(3);
/// How often the file is written anew.
const KEEP: Duration = Duration::from_secs(20);
/// What cost less than two to this power of nodes is never kept.
const CHEAP: u32 = 2;
/// No solver keeps more than so many entries: those that cost most.
const MOST_KEPT: usize = 200_000;

/// Solves the tasks as far as the plan allows.
pub(super) fn solve<R: Rules>(plan: &Plan, tasks: &[Task<R>]) -> anyhow::Result<Report<R>> {
    let before = plan.keeper.as_ref().map_or(Ok(Checkpoint::default()), Keeper::read)?;
    let mut solved = vec![None; tasks.len()];
    for (task, winner, within) in before.done {
        if let Some(solved) = solved.get_mut(task) {
            *solved = Some(Solved { winner, within, best: None });
        }
    }
    let threads = plan.threads.clamp(1, tasks.len().max(1));
    let shared = Shared {
        plan,
        tasks,
        state: Mutex::new(State {
            waiting: (0..tasks.len()).filter(|task| solved[*task].is_none()).collect(),
            solved,
            findings: vec![Vec::new(); threads],
            nodes_left: plan.nodes,
            nodes: 0,
            last_kept: None,
            failure: None,
        }),
    };
    plan.audience.begin(shared.state().standing());
    let solvers = thread::scope(|scope| {
        let spawn = |number| {
            let (shared, findings) = (&shared, &before.findings);
            scope.spawn(move || {
                let mut solver = Solver::new(plan.setup, plan.bytes / threads);
                solver.remember(findings.iter().copied());
                shared.work(number, &mut solver);
                solver
            })
        };
        let handles: Vec<_> = (0..threads).map(spawn).collect();
        handles.into_iter().map(|handle| handle.join()).collect::<Result<Vec<_>, _>>()
    });
    plan.audience.end();
    let solver = solvers.ok().and_then(|mut solvers| solvers.pop()).expect("no solver panics");
    let state = shared.state.into_inner().expect("no solver panics");
    match state.failure {
        Some(failure) => Err(failure),
        None => Ok(Report { solved: state.solved, nodes: state.nodes, solver }),
    }
}

impl<R: Rules> Shared<'_, R> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no solver panics")
    }

    /// Solves one task after the other.
    fn work(&self, number: usize, solver: &mut Solver<R>) {
        while let Some((task, nodes)) = self.take() {
            let spent = self.solve_task(number, task, nodes, solver);
            self.state().nodes_left += nodes.saturating_sub(spent);
        }
    }

    /// The next task, with its share of what may still be done.
    fn take(&self) -> Option<(usize, u64)> {
        let mut state = self.state();
        let task = state.waiting.pop_front()?;
        let share = state.nodes_left / (state.waiting.len() as u64 + 1);
        state.nodes_left -= share;
        (state.failure.is_none() && share > 0).then_some((task, share))
    }

    /// Solves a task slice by slice. How many positions were looked at.
    fn solve_task(&self, number: usize, task: usize, nodes: u64, solver: &mut Solver<R>) -> u64 {
        let mut spent = 0;
        loop {
            let clock = Clock::start();
            let mut effort = Effort::new(Limits::time(SLICE), nodes - spent, &clock);
            let solved = solver.solve(&self.tasks[task].position, &mut effort);
            let slice = effort.spent().min(nodes - spent);
            spent += slice;
            let is_over = solved.is_some() || spent >= nodes;
            let mut state = self.state();
            state.nodes += slice;
            state.solved[task] = solved;
            let is_kept = self.keep(&mut state, number, solver, is_over);
            self.tell(&state, task, spent, is_over || is_kept);
            if is_over || state.failure.is_some() {
                return spent;
            }
        }
    }

    /// Writes the checkpoint, if there is to be one and it is time for it. Whether it was.
    fn keep(&self, state: &mut State, number: usize, solver: &Solver<R>, is_over: bool) -> bool {
        let Some(keeper) = &self.plan.keeper else { return false };
        if !is_over && state.last_kept.is_some_and(|last| last.elapsed() < KEEP) {
            return false;
        }
        let fits = |cost: &u32| solver.findings(*cost).nth(MOST_KEPT).is_none();
        let cost = (CHEAP..).find(fits).expect("nothing costs without end");
        state.findings[number] = solver.findings(cost).collect();
        let done = state.solved.iter().enumerate();
        let done = done.filter_map(|(task, solved)| solved.map(|s| (task, s.winner, s.within)));
        let checkpoint = Checkpoint { done: done.collect(), findings: state.findings.concat() };
        state.failure = keeper.write(&checkpoint).err();
        state.last_kept = Some(Instant::now());
        true
    }

    /// Tells whoever waits how it goes.
    fn tell(&self, state: &State, task: usize, nodes: u64, is_news: bool) {
        let spec = self.plan.setup.spec;
        let name = match self.tasks[task].moves.first() {
            Some(mv) => mv.written(spec).to_string(),
            None => "position".to_owned(),
        };
        let value = state.solved[task].map_or("unknown", |solved| spec.side(solved.winner).id);
        self.plan.audience.hear(state.standing(), Step { task: &name, value, nodes, is_news });
    }
}
