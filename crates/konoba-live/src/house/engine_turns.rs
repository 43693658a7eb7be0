//! Engines whose move is awaited at tables that are not in memory: after a restart, and where the job for the move was
//! lost. The clock of the engine runs meanwhile, and no client may ever come to have it think.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::House;
use super::wake_calls::WakeCalls;
use crate::message::Message;

/// How many tables are woken at a time, and how long after them the next. While as many moves wait for a thread, none are
/// woken: players who are connected would share the engine with all the tables at which no player is.
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
        let mut calls = WakeCalls::new(MOST, EVERY);
        loop {
            let mut pause = PAUSE;
            if house.backlog().waiting < MOST as u64
                // If the store cannot be read just now, it is asked again after the pause.
                && let Ok(found) = house.store().awaiting_engines(calls.skipped(), MOST).await
            {
                if found.len() < MOST {
                    pause = EVERY;
                }
                let tables = calls.of(found, Instant::now());
                tables.into_iter().for_each(|table| house.post(table, Message::Wake(None)));
            }
            tokio::select! {
                biased;
                () = house.closing() => break,
                () = sleep(pause) => {}
            }
        }
    });
}
