//! Jobs for the engine, where machines share a store: this one takes as many as it has threads, keeps
//! them while it thinks, and leaves the others to the others.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use konoba_store::{Claimed, Job};
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval};

use crate::House;
use crate::live::Message;

/// How often jobs are looked for that nobody has called out, such as those of a machine that has
/// died, and how often those that are held are held on to.
const EVERY: Duration = Duration::from_secs(2);

/// The jobs of this machine. It is touched for an instant only, never while waiting.
#[derive(Default, Debug)]
pub(super) struct Desk {
    held: Mutex<HashSet<Job>>,
    /// How many errands are run for other machines.
    errands: AtomicUsize,
    /// There may be jobs, or room for one.
    call: Notify,
}

impl Desk {
    /// Somebody wants jobs done.
    pub(super) fn is_called(&self) {
        self.call.notify_one();
    }

    fn held(&self) -> MutexGuard<'_, HashSet<Job>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A job that is this machine's until this is dropped. It is taken over by whoever has time then, after
/// a while, unless it is finished or given back.
pub(crate) struct Claim {
    job: Job,
    share: u32,
    house: House,
}

impl Claim {
    pub(crate) const fn job(&self) -> Job {
        self.job
    }

    /// By how many times less time there is for it than if nobody else waited.
    pub(crate) const fn share(&self) -> u32 {
        self.share
    }

    /// It is done, or nobody needs it.
    pub(crate) fn finish(self) {
        if let Some(leases) = self.house.store().leases() {
            // One that stays on the list is found out by whoever takes it.
            drop(leases.finish(self.job));
        }
    }

    /// Somebody else is to do it, at once.
    pub(crate) fn give_back(self) {
        if let Some(leases) = self.house.store().leases() {
            // One that cannot be given back is taken over after a while.
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
        self.house.0.desk.held().remove(&self.job);
        self.house.0.desk.is_called();
    }
}

/// An errand for another machine, which takes up a thread until this is dropped.
struct Running(House);

impl Running {
    fn begin(house: &House) -> Self {
        house.0.desk.errands.fetch_add(1, Ordering::Relaxed);
        Self(house.clone())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.0.desk.errands.fetch_sub(1, Ordering::Relaxed);
        self.0.0.desk.is_called();
    }
}

/// Takes jobs as long as the house is open, if it has threads that think and others to share with.
pub(super) fn start(house: &House) {
    let threads = house.pool().map_or(0, |pool| pool.threads());
    let Some(staying) = house.staying().filter(|_| threads > 0) else { return };
    if house.store().leases().is_none() {
        return;
    }
    let house = house.clone();
    tokio::spawn(async move {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => house.take_jobs(threads, Call::Regular).await,
                () = house.0.desk.call.notified() => house.take_jobs(threads, Call::Extra).await,
                () = house.closing() => break,
            }
        }
        if let Some(leases) = house.store().leases() {
            // What cannot be given back is taken over after a while.
            let _ = leases.release().await;
        }
        drop(staying);
    });
}

/// Why jobs are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    /// It is time to, and to hold on to what is held.
    Regular,
    /// There may be some.
    Extra,
}

impl House {
    async fn take_jobs(&self, threads: usize, call: Call) {
        let Some(leases) = self.store().leases() else { return };
        let held: Vec<Job> = self.0.desk.held().iter().copied().collect();
        let busy = held.len() + self.0.desk.errands.load(Ordering::Relaxed);
        let free = threads.saturating_sub(busy);
        if free == 0 && call == Call::Extra {
            return;
        }
        // What cannot be had now is looked for again soon.
        let claimed = leases.claim(held, free).await.unwrap_or_default();
        let (share, left) = (share(&claimed), free.saturating_sub(claimed.jobs.len()));
        for job in claimed.jobs {
            // One that is held here already had run out, and is held again.
            if self.0.desk.held().insert(job) {
                let claim = Claim { job, share, house: self.clone() };
                self.post(job.table, Message::Claimed(claim));
            }
        }
        self.take_errands(left).await;
    }

    /// Takes errands with the threads that no move needs.
    async fn take_errands(&self, free: usize) {
        let Some(questions) = self.store().questions().filter(|_| free > 0) else { return };
        for question in questions.take(free).await.unwrap_or_default() {
            let running = Running::begin(self);
            tokio::spawn(async move { running.0.run_errand(question).await });
        }
    }
}

/// The more wait, the less time each gets: a flood of games makes the engine weaker and nothing
/// slower.
fn share(claimed: &Claimed) -> u32 {
    u32::try_from(1 + claimed.waiting / claimed.held.max(1)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_shared_among_those_who_wait() {
        for (held, waiting, expected) in [(0, 0, 1), (1, 0, 1), (2, 1, 1), (2, 4, 3), (1, 9, 10)] {
            let claimed = Claimed { jobs: Vec::new(), held, waiting };
            assert_eq!(share(&claimed), expected, "{claimed:?}");
        }
    }
}
