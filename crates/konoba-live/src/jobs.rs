//! The jobs for the engine that this node has taken, where nodes share a store.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use konoba_store::{Job, Leases, Store};
use tokio::sync::Notify;

/// The jobs of this node. The lock is held for an instant only, never across an await.
pub(crate) struct Jobs {
    store: Arc<dyn Store>,
    held: Mutex<BTreeSet<Job>>,
    /// How many questions of other nodes are thought about here.
    questions: AtomicUsize,
    /// Signalled when there may be jobs, or a free thread for one.
    call: Notify,
}

impl Jobs {
    pub(crate) fn new(store: Arc<dyn Store>) -> Arc<Self> {
        let (held, questions, call) = (Mutex::default(), AtomicUsize::new(0), Notify::new());
        Arc::new(Self { store, held, questions, call })
    }

    /// Says that there may be jobs to take.
    pub(crate) fn call(&self) {
        self.call.notify_one();
    }

    /// Waits until there may be jobs, or room for one.
    pub(crate) async fn called(&self) {
        self.call.notified().await;
    }

    /// The jobs that are held.
    pub(crate) fn held(&self) -> Vec<Job> {
        self.lock().iter().copied().collect()
    }

    /// How many threads the jobs and the questions take up.
    pub(crate) fn busy(&self) -> usize {
        self.lock().len() + self.questions.load(Ordering::Relaxed)
    }

    /// Holds a job that the store has given to this node; none if it is held here already, because
    /// its lease had run out and was taken again.
    pub(crate) fn hold(self: &Arc<Self>, job: Job, share: u32) -> Option<Claim> {
        self.lock().insert(job).then(|| Claim { job, share, jobs: self.clone() })
    }

    /// Counts a question of another node, which takes up a thread until the answer is dropped.
    pub(crate) fn begin_question(self: &Arc<Self>) -> Answering {
        self.questions.fetch_add(1, Ordering::Relaxed);
        Answering(self.clone())
    }

    fn leases(&self) -> Option<&dyn Leases> {
        self.store.leases()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<Job>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A job that is this node's until this is dropped. Then, unless it was finished or given back, its
/// lease runs out, and a node that has time takes it over.
pub(crate) struct Claim {
    job: Job,
    share: u32,
    jobs: Arc<Jobs>,
}

impl Claim {
    pub(crate) const fn job(&self) -> Job {
        self.job
    }

    /// By how many times less time there is for it than if no other job waited.
    pub(crate) const fn share(&self) -> u32 {
        self.share
    }

    /// The job is done, or its answer is no longer needed.
    pub(crate) fn finish(self) {
        if let Some(leases) = self.jobs.leases() {
            // If this write fails, the job stays in the store: the next node that claims it finds
            // that it is done.
            drop(leases.finish(self.job));
        }
    }

    /// The same, and waits until the job is off the list, or the store does not answer.
    pub(crate) async fn finish_and_wait(self) {
        let finished = self.jobs.leases().map(|leases| leases.finish(self.job));
        if let Some(finished) = finished {
            // If this fails, the job is claimed again when its lease runs out.
            let _ = finished.await;
        }
    }

    /// Another node is to do the job, at once.
    pub(crate) fn give_back(self) {
        if let Some(leases) = self.jobs.leases() {
            // If this fails, another node claims the job when its lease runs out.
            drop(leases.give_back(self.job));
        }
    }
}

impl std::fmt::Debug for Claim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.job.fmt(f)
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.jobs.lock().remove(&self.job);
        self.jobs.call();
    }
}

/// A question of another node that is thought about here, until this is dropped.
pub(crate) struct Answering(Arc<Jobs>);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.questions.fetch_sub(1, Ordering::Relaxed);
        self.0.call();
    }
}
