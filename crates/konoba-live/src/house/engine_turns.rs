//! Engines whose move is awaited at tables that are not in memory: after a restart, and where the job for the move was
//! lost. The clock of the engine runs meanwhile, and no client may ever come to have it think.

use std::time::Duration;

use tokio::time::sleep;

use super::House;
use crate::message::Message;

/// How many tables are woken at a time, and how long after them the next.
const MOST: usize = 64;
const PAUSE: Duration = Duration::from_secs(1);
/// How long after all of them were woken the store is asked again. A table that could not be read is woken then.
const EVERY: Duration = Duration::from_secs(60);

/// Wakes every table at which the move of an engine is awaited, as long as the house is open, if it can have them think.
pub(super) fn start(house: &House) {
    if house.tables().thoughts().is_none() && house.store().leases().is_none() {
        return;
    }
    let house = house.clone();
    let host = house.host().clone();
    host.spawn(async move {
        // How many tables the next look leaves out, since those before have had them.
        let mut skipped = 0;
        loop {
            let found = house.store().awaiting_engines(skipped, MOST).await;
            let pause = match &found {
                Ok(tables) if tables.len() < MOST => {
                    skipped = 0;
                    EVERY
                }
                Ok(_) => {
                    skipped += MOST;
                    PAUSE
                }
                // The store cannot be read just now.
                Err(_) => PAUSE,
            };
            let tables = found.unwrap_or_default();
            tables.into_iter().for_each(|table| house.post(table, Message::Wake(None)));
            tokio::select! {
                biased;
                () = house.closing() => break,
                () = sleep(pause) => {}
            }
        }
    });
}
