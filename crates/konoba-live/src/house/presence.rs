//! Who is at the tables of this node and of the others: told and asked every few seconds.

use std::time::Duration;

use konoba_store::{Presence, TableId};
use tokio::time::{Instant, sleep_until};

use super::House;
use super::rounds::Rounds;

/// How often it is told and asked. What is told holds three times as long.
const EVERY: Duration = Duration::from_secs(2);
/// The shortest time between two exchanges. The maker of an offer who has come is told at once otherwise.
const SOONEST: Duration = Duration::from_millis(250);
/// After so many questions without an answer nothing is known of the others any more.
const MAX_UNANSWERED: u32 = 3;

/// Tells and asks as long as the house is open. A house with a store of its own is alone.
pub(super) fn start(house: &House) {
    let Some(running) = house.running() else { return };
    if house.store().leases().is_none() {
        return;
    }
    let house = house.clone();
    let host = house.host().clone();
    host.spawn(async move {
        let mut exchange = Exchange::default();
        let mut rounds = Rounds::every(EVERY);
        let mut last = Instant::now();
        loop {
            let due = async {
                house.tables().presence_due().notified().await;
                sleep_until(last + SOONEST).await;
            };
            let is_open = tokio::select! {
                biased;
                is_open = rounds.next(&house) => is_open,
                () = due => true,
            };
            if !is_open {
                break;
            }
            exchange.call(&house).await;
            last = Instant::now();
            house.tables().pairing_due().notify_one();
        }
        exchange.end(&house).await;
        drop(running);
    });
}

/// What this node has told the other nodes.
#[derive(Default)]
struct Exchange {
    /// Whether other nodes may still believe that clients are connected here.
    is_told: bool,
    unanswered: u32,
}

impl Exchange {
    /// Tells who is here and reads who is elsewhere, in one statement each, which do not wait for
    /// each other. A node without clients writes nothing.
    async fn call(&mut self, house: &House) {
        let Some(leases) = house.store().leases() else { return };
        let awake = house.tables().all_presence();
        let here: Vec<_> = awake.iter().filter(|(_, there)| !there.is_empty()).copied().collect();
        let has_clients = !here.is_empty();
        let told = (has_clients || self.is_told).then(|| leases.attend(here));
        let tables: Vec<TableId> = awake.into_iter().map(|(table, _)| table).collect();
        let asked = (!tables.is_empty()).then(|| leases.elsewhere(tables));
        if let Some(told) = told {
            // A write that failed may still have arrived, and must be taken back later.
            self.is_told = told.await.is_err() || has_clients;
        }
        match asked {
            Some(answer) => match answer.await {
                Ok(elsewhere) => {
                    self.unanswered = 0;
                    house.tables().learn_presence(elsewhere);
                }
                Err(_) => {
                    self.unanswered += 1;
                    if self.unanswered == MAX_UNANSWERED {
                        house.tables().learn_presence(Vec::new());
                    }
                }
            },
            None => self.unanswered = 0,
        }
    }

    /// All clients of this node leave when it shuts down.
    async fn end(self, house: &House) {
        if let Some(leases) = house.store().leases().filter(|_| self.is_told) {
            // If this fails, what was told expires by itself.
            let _ = leases.attend(Vec::new()).await;
        }
    }
}

impl House {
    /// Who is at a table just now, as far as this node knows while no task here keeps it.
    pub fn presence(&self, table: TableId) -> Presence {
        self.tables().presence(table)
    }
}
