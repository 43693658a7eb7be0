//! What is written comes together, is written and synced together, and is answered then.

use std::sync::Arc;
use std::time::Duration;

use konoba_store::Notice;
use tokio::sync::oneshot;
use tokio::time::sleep;

use super::SimulatedStore;
use super::durable::Durable;

/// How long it gathers before it writes.
const GATHER: Duration = Duration::from_millis(4);
/// The longest that a sync takes.
const SYNC: Duration = Duration::from_millis(30);
/// How often the disk is so slow that nodes give up, in a thousand, and how slow it is then.
const SLOW: (u64, Duration) = (5, Duration::from_secs(10));
/// How often it crashes just after a sync, in a thousand.
const CRASH: u64 = 2;

/// Something to be written.
pub(super) struct Write {
    /// Told when it is being written, which promises nothing.
    pub(super) begun: oneshot::Sender<()>,
    /// Makes it durable. What comes back answers the node that asked.
    pub(super) apply: Box<dyn FnOnce(&mut Durable) -> Tell + Send>,
}

/// Answers a node.
pub(super) type Tell = Box<dyn FnOnce() + Send>;

/// Writes as long as the simulation runs.
pub(super) async fn run(store: Arc<SimulatedStore>) {
    loop {
        store.called.notified().await;
        sleep(GATHER).await;
        store.commit().await;
    }
}

impl SimulatedStore {
    async fn commit(&self) {
        let (group, crashes) = {
            let mut state = self.lock();
            (std::mem::take(&mut state.waiting), state.crashes)
        };
        let mut applied = Vec::new();
        for Write { begun, apply } in group {
            // A node that has given up does not want to know.
            let _ = begun.send(());
            applied.push(apply);
        }
        let is_calm = self.world.is_calm();
        let is_slow = !is_calm && self.world.dice(|dice| dice.chance(SLOW.0));
        self.world.pause(if is_slow { SLOW.1 } else { SYNC }).await;
        if self.lock().crashes != crashes {
            return;
        }
        let mut answers = Vec::new();
        for apply in applied {
            answers.push(apply(&mut self.lock().durable));
        }
        let written = self.lock().durable.take_written();
        // A store that crashes just now has kept everything and told nothing.
        if !is_calm && self.world.dice(|dice| dice.chance(CRASH)) {
            self.crash();
            self.world.pause(SLOW.1).await;
            self.come_back();
            return;
        }
        answers.into_iter().for_each(|tell| tell());
        for (table, version) in written {
            self.tell(Notice::Written(table, version));
        }
    }
}
