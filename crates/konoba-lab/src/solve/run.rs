//! Solves one task after the other, each with all threads, and keeps what is found out.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use konoba_engine::Unwatched;
use konoba_engine::solve::{Entry, Joint, Learned, Solved, Solver};
use konoba_rules::{Rules, Setup};

use super::checkpoint::{Checkpoint, CheckpointFile};
use super::progress::{SolveProgress, TaskCounts, TaskReport};
use super::tasks::Task;
use crate::audience::Audience;
use crate::lock::Lock;

/// How to solve.
pub(super) struct Plan {
    pub(super) setup: Setup,
    /// How many positions may be looked at altogether.
    pub(super) nodes: u64,
    /// How many bytes are remembered altogether.
    pub(super) bytes: usize,
    pub(super) threads: usize,
    pub(super) keeper: Option<CheckpointFile>,
    /// Who is told how it goes.
    pub(super) audience: Audience,
}

/// What came of it.
pub(super) struct Report<R: Rules> {
    /// For each task what is certain, if anything is.
    pub(super) solved: Vec<Option<Solved>>,
    pub(super) nodes: u64,
    /// It knows what was found out.
    pub(super) solver: Solver<R, Learned>,
    /// Whether the checkpoint could be written, if there is to be one. What was found out is told all the same.
    pub(super) kept: anyhow::Result<()>,
    lock: Option<Lock>,
}

/// How often there is news.
pub(super) const TELL: Duration = Duration::from_secs(3);
/// How often the file is written anew.
pub(super) const KEEP: Duration = Duration::from_secs(20);
/// What cost less than two to this power of nodes is never kept.
const CHEAP: u64 = 2;
/// No more than so many entries are kept: those that cost most.
const MOST_KEPT: usize = 500_000;

/// Solves the tasks as far as the plan allows.
pub(super) fn solve<R: Rules>(plan: &Plan, tasks: &[Task<R>]) -> anyhow::Result<Report<R>> {
    let lock = plan.keeper.as_ref().map(CheckpointFile::lock).transpose()?;
    let before = plan.keeper.as_ref().map_or(Ok(Checkpoint::default()), CheckpointFile::read)?;
    let solver = Solver::learning(plan.setup, plan.bytes, plan.threads);
    solver.remember(&before.findings);
    let (solved, kept) = (vec![None; tasks.len()], Ok(()));
    let mut report = Report { solved, nodes: 0, solver, kept, lock };
    for (task, known) in before.done {
        if let Some(solved) = report.solved.get_mut(task) {
            *solved = Some(known);
        }
    }
    let progress = SolveProgress::begin(plan.audience, report.counts());
    let mut run = SolveRun { plan, tasks, report, last_kept: None, progress };
    let is_open = |task: &usize| run.report.solved[*task].is_none();
    let waiting: Vec<usize> = (0..tasks.len()).filter(is_open).collect();
    for (place, task) in waiting.iter().enumerate() {
        let share = (plan.nodes - run.report.nodes) / (waiting.len() - place) as u64;
        if share > 0 {
            run.report.kept = run.solve_task(*task, share);
        }
        if run.report.kept.is_err() {
            break;
        }
    }
    Ok(run.report)
}

impl<R: Rules> Report<R> {
    /// Writes the checkpoint, if there is to be one. Whether it was. Threads may go on meanwhile.
    pub(super) fn keep(&self, plan: &Plan) -> anyhow::Result<bool> {
        let Some(keeper) = &plan.keeper else { return Ok(false) };
        let done = self.solved.iter().enumerate();
        let done = done.filter_map(|(task, solved)| Some((task, (*solved)?)));
        keeper.write(&Checkpoint { done: done.collect(), findings: self.dearest() })?;
        Ok(true)
    }

    /// Whether the checkpoint is one that can only be read.
    pub(super) const fn is_read_only(&self) -> bool {
        matches!(self.lock, Some(Lock::ReadOnly))
    }

    /// The findings that cost most, as many as are kept.
    fn dearest(&self) -> Vec<Entry> {
        let mut counts = [0; 32];
        self.solver.findings().for_each(|entry| counts[entry.work() as usize] += 1);
        let mut room = MOST_KEPT;
        let fits = |work: &u64| {
            let count = counts[*work as usize];
            room = room.saturating_sub(count);
            room > 0
        };
        let least = (CHEAP..32).rev().take_while(fits).last().unwrap_or(32);
        // Threads have added to them since they were counted.
        self.solver.findings().filter(|entry| entry.work() >= least).take(MOST_KEPT).collect()
    }

    fn counts(&self) -> TaskCounts {
        TaskCounts { settled: self.solved.iter().flatten().count(), tasks: self.solved.len() }
    }
}

struct SolveRun<'a, R: Rules> {
    plan: &'a Plan,
    tasks: &'a [Task<R>],
    report: Report<R>,
    last_kept: Option<Instant>,
    progress: SolveProgress,
}

impl<R: Rules> SolveRun<'_, R> {
    /// Solves a task with all threads, as far as what is found out can be kept.
    fn solve_task(&mut self, task: usize, nodes: u64) -> anyhow::Result<()> {
        let joint = Joint::new(&self.report.solver, &self.tasks[task].position, nodes);
        let mut last_kept = self.last_kept;
        let kept = thread::scope(|scope| {
            // Nothing is sent: the channel closes when the last thread ends.
            let (open, closed) = mpsc::channel::<()>();
            for number in 0..self.plan.threads as u64 {
                let (joint, open) = (&joint, open.clone());
                scope.spawn(move || {
                    joint.work(number, &Unwatched);
                    drop(open);
                });
            }
            drop(open);
            while closed.recv_timeout(TELL) == Err(RecvTimeoutError::Timeout) {
                let is_due = last_kept.is_none_or(|last| last.elapsed() >= KEEP);
                let kept = if is_due { self.report.keep(self.plan) } else { Ok(false) };
                // A file that cannot be written is told now, not when hours have gone by.
                let is_kept = kept.inspect_err(|_| joint.stop())?;
                last_kept = if is_kept { Some(Instant::now()) } else { last_kept };
                self.tell(task, joint.spent(), is_kept);
            }
            anyhow::Ok(())
        });
        let (solved, spent) = (joint.solved(&Unwatched), joint.spent());
        (self.report.solved[task], self.last_kept) = (solved, last_kept);
        self.report.nodes += spent;
        kept?;
        if self.report.keep(self.plan)? {
            self.last_kept = Some(Instant::now());
        }
        self.tell(task, spent, true);
        Ok(())
    }

    /// Tells how it goes.
    fn tell(&self, task: usize, nodes: u64, is_news: bool) {
        let spec = self.plan.setup.spec;
        let name = match self.tasks[task].moves.first() {
            Some(mv) => mv.written(spec).to_string(),
            None => "position".to_owned(),
        };
        let value = self.report.solved[task];
        let value = value.map_or("unknown", |solved| spec.side(solved.winner).id);
        let step = TaskReport { task: &name, value, nodes, is_news };
        self.progress.hear(self.report.counts(), step);
    }
}
