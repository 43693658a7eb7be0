//! Jobs for the engine, where nodes share a store: this one claims as many as it has threads, renews
//! them while it thinks, and leaves the rest to other nodes.

use std::time::Duration;

use konoba_store::Claimed;

use super::House;
use super::rounds::Rounds;
use crate::message::Message;

/// How often jobs are looked for that no notice has announced, such as those of a node that has died,
/// and how often the leases of held jobs are renewed.
const EVERY: Duration = Duration::from_secs(2);

/// Takes jobs as long as the house is open, if it has threads that think and others to share with.
pub(super) fn start(house: &House) {
    let threads = house.tables().scheduler().thinkers();
    let Some(running) = house.running().filter(|_| threads > 0) else { return };
    if house.store().leases().is_none() {
        return;
    }
    let house = house.clone();
    let host = house.host().clone();
    host.spawn(async move {
        let mut rounds = Rounds::every(EVERY);
        loop {
            let call = tokio::select! {
                biased;
                is_open = rounds.next(&house) => if is_open { Call::Regular } else { break },
                () = house.tables().jobs().called() => Call::Extra,
            };
            house.take_jobs(threads, call).await;
        }
        if let Some(leases) = house.store().leases() {
            // If this fails, other nodes claim the jobs when their leases run out.
            let _ = leases.release().await;
        }
        drop(running);
    });
}

/// Why jobs are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    /// The regular round, which also renews the leases of held jobs.
    Regular,
    /// A notice said that there may be jobs.
    Extra,
}

impl House {
    async fn take_jobs(&self, threads: usize, call: Call) {
        let Some(leases) = self.store().leases() else { return };
        let jobs = self.tables().jobs();
        let free = threads.saturating_sub(jobs.busy());
        if free == 0 && call == Call::Extra {
            return;
        }
        // If the store does not answer, the next round looks again.
        let claimed = leases.claim(jobs.held(), free).await.unwrap_or_default();
        let (share, left) = (share(&claimed), free.saturating_sub(claimed.jobs.len()));
        for job in claimed.jobs {
            if let Some(claim) = jobs.hold(job, share) {
                self.post(job.table, Message::Claimed(claim));
            }
        }
        self.take_questions(left).await;
    }

    /// Takes questions of other nodes with the threads that no move needs.
    async fn take_questions(&self, free: usize) {
        let Some(questions) = self.store().questions().filter(|_| free > 0) else { return };
        for question in questions.take(free).await.unwrap_or_default() {
            let (house, answering) = (self.clone(), self.tables().jobs().begin_question());
            self.host().spawn(async move {
                house.answer_question(question).await;
                drop(answering);
            });
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
