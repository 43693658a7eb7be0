//! Whether the moves of engines are computed in time, where nodes share a store: a house may
//! leave its thinking to others, and there may be no others.

use std::sync::PoisonError;
use std::time::Duration;

use konoba_store::Backlog;

use super::House;
use super::rounds::Rounds;
use crate::schedule::WorkKind;

/// How often the backlog is counted.
const EVERY: Duration = Duration::from_secs(5);
/// How long a job may wait before the log says so.
const LONG: Duration = Duration::from_secs(10);

/// Counts the backlog as long as the house is open. A node with a store of its own needs no such task:
/// it knows its own queue.
pub(super) fn start(house: &House) {
    if house.store().leases().is_none() {
        return;
    }
    let house = house.clone();
    let host = house.host().clone();
    host.spawn(async move {
        let mut rounds = Rounds::every(EVERY);
        let mut is_told = false;
        while rounds.next(&house).await {
            is_told = house.look_at_backlog(is_told).await;
        }
    });
}

impl House {
    /// How many moves of engines there are to think about: in a house with a store of its own just now,
    /// otherwise at all nodes together, as last counted.
    pub fn backlog(&self) -> Backlog {
        if self.store().leases().is_none() {
            let mut moves = self.work_figures().into_iter().filter(|of| of.kind == WorkKind::Move);
            return moves.next().map_or_else(Backlog::default, |of| Backlog {
                held: of.running as u64,
                waiting: of.waiting as u64,
                ..Backlog::default()
            });
        }
        *self.0.backlog.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the backlog, and logs once when a job has waited long and once when none does any more.
    /// Returns whether the first has been logged.
    async fn look_at_backlog(&self, is_told: bool) -> bool {
        let Some(leases) = self.store().leases() else { return false };
        // If the database does not answer, the next round counts again.
        let Ok(found) = leases.backlog().await else { return is_told };
        *self.0.backlog.lock().unwrap_or_else(PoisonError::into_inner) = found;
        let is_long = found.longest > LONG;
        let (waiting, seconds) = (found.waiting, found.longest.as_secs());
        match (is_told, is_long) {
            (false, true) => tracing::warn!(waiting, seconds, "engines wait: too few think"),
            (true, false) => tracing::info!(waiting, "engines no longer wait"),
            _ => {}
        }
        is_long
    }
}
