//! What a house takes from the machine that it runs on, beside its clock.

use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;

use konoba_store::{QuestionId, TableId};
use konoba_table::Seat;

use crate::schedule::Worker;

/// A task of a house.
pub type HouseTask = Pin<Box<dyn Future<Output = ()> + Send>>;

/// What a house takes from the machine that it runs on: chance, tasks and workers. A simulation brings
/// its own, so that a seed decides everything that happens and a machine can stop in the middle of it.
pub trait Host: Send + Sync + 'static {
    /// Fills this with random bytes. Secrets are made of them.
    fn fill(&self, bytes: &mut [u8]);
    /// Runs a task to its end.
    fn spawn(&self, task: HouseTask);
    /// Runs a worker until the house is closed.
    fn start(&self, worker: Worker) -> io::Result<()>;
}

/// The machine that the program runs on.
#[derive(Clone, Copy, Debug)]
struct ThisMachine;

impl Host for ThisMachine {
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the system has randomness");
    }

    fn spawn(&self, task: HouseTask) {
        drop(tokio::spawn(task));
    }

    fn start(&self, worker: Worker) -> io::Result<()> {
        worker.start_thread()
    }
}

/// The host of a house. Cloning it is cheap.
#[derive(Clone)]
pub struct HostHandle(Arc<dyn Host>);

impl HostHandle {
    /// The machine that the program runs on.
    pub fn this_machine() -> Self {
        Self::of(ThisMachine)
    }

    /// Another host.
    pub fn of(host: impl Host) -> Self {
        Self(Arc::new(host))
    }

    /// So many random bytes.
    pub(crate) fn random<const BYTES: usize>(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        self.0.fill(&mut bytes);
        bytes
    }

    /// A name for a table, which cannot be guessed.
    pub(crate) fn table_id(&self) -> TableId {
        TableId::from_bytes(self.random())
    }

    /// A name for a question, which no other has.
    pub(crate) fn question_id(&self) -> QuestionId {
        QuestionId::from_bytes(self.random())
    }

    /// Either seat, by lot.
    pub(crate) fn seat(&self) -> Seat {
        if self.random::<1>()[0] & 1 == 0 { Seat::One } else { Seat::Two }
    }

    /// Runs a task to its end.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.0.spawn(Box::pin(task));
    }

    /// Runs a worker until the house is closed.
    pub(crate) fn start(&self, worker: Worker) -> io::Result<()> {
        self.0.start(worker)
    }
}

impl fmt::Debug for HostHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HostHandle(..)")
    }
}
