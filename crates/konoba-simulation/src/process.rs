//! A process: the tasks of one node from its start to its end.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use konoba_live::HouseTask;

use crate::ledger::{Promise, hold};
use crate::world::World;

/// A process. All its tasks stop when it is killed, wherever they are, as with `kill -9`.
pub(crate) struct Process {
    world: Arc<World>,
    node: usize,
    state: Mutex<State>,
}

struct State {
    phase: Phase,
    started: u64,
    /// The tasks that have not ended, each with what makes it run.
    tasks: BTreeMap<u64, Option<Waker>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Running,
    /// No task runs until it thaws. Time goes on meanwhile.
    Frozen,
    Killed,
}

impl Process {
    pub(crate) fn start(world: Arc<World>, node: usize) -> Arc<Self> {
        let state = State { phase: Phase::Running, started: 0, tasks: BTreeMap::new() };
        Arc::new(Self { world, node, state: Mutex::new(state) })
    }

    /// Runs a task until it ends or the process is killed.
    pub(crate) fn spawn(self: &Arc<Self>, task: impl Future<Output = ()> + Send + 'static) {
        let mut state = self.lock();
        state.started += 1;
        let number = state.started;
        state.tasks.insert(number, None);
        drop(state);
        let task: HouseTask = Box::pin(task);
        let task = ProcessTask { process: self.clone(), number, task: Some(task) };
        drop(tokio::spawn(task));
    }

    pub(crate) fn freeze(&self) {
        self.set(Phase::Frozen);
    }

    pub(crate) fn thaw(&self) {
        self.set(Phase::Running);
    }

    pub(crate) fn kill(&self) {
        self.set(Phase::Killed);
    }

    /// How many tasks have not ended.
    pub(crate) fn tasks(&self) -> usize {
        self.lock().tasks.len()
    }

    /// A process that was killed stays so.
    fn set(&self, phase: Phase) {
        let mut state = self.lock();
        if state.phase == Phase::Killed {
            return;
        }
        state.phase = phase;
        let wakers: Vec<Waker> = state.tasks.values().flatten().cloned().collect();
        drop(state);
        wakers.into_iter().for_each(Waker::wake);
    }

    /// What becomes of a task that is to run. What makes it run again is kept.
    fn phase(&self, number: u64, context: &Context<'_>) -> Phase {
        let mut state = self.lock();
        if let Some(waker @ None) = state.tasks.get_mut(&number) {
            *waker = Some(context.waker().clone());
        }
        state.phase
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A task that stops with its process.
struct ProcessTask {
    process: Arc<Process>,
    number: u64,
    /// None once it has ended.
    task: Option<HouseTask>,
}

impl Future for ProcessTask {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let phase = self.process.phase(self.number, context);
        let (node, number) = (self.process.node as u64, self.number);
        self.process.world.step(&[node, number, phase as u64]);
        let Some(task) = self.task.as_mut() else { return Poll::Ready(()) };
        let polled = match phase {
            Phase::Running => task.as_mut().poll(context),
            Phase::Frozen => Poll::Pending,
            Phase::Killed => Poll::Ready(()),
        };
        if polled.is_ready() {
            self.task = None;
        }
        polled
    }
}

impl Drop for ProcessTask {
    fn drop(&mut self) {
        self.process.lock().tasks.remove(&self.number);
        let is_well = !std::thread::panicking();
        let how = || format!("task {} of node {}", self.number, self.process.node);
        self.process.world.demand(hold(Promise::NoPanic, is_well, how));
    }
}
