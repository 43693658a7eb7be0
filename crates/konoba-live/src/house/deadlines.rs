//! Clocks of tables that are not in memory: they run out also when no client is connected, so this
//! node has to look at them.

use std::time::Duration;

use tokio::time::Instant;

use super::House;
use super::rounds::Rounds;
use super::wake_calls::WakeCalls;
use crate::message::Message;

/// How often the store is asked whose time is up. A table that is awake looks by itself, to the
/// millisecond.
const EVERY: Duration = Duration::from_secs(1);
/// How many tables are woken at a time.
const MOST: usize = 256;
/// When a table that is still due is woken again.
const AGAIN: Duration = Duration::from_secs(10);

/// Wakes every table at which a clock has run out, as long as the house is open. After a restart
/// these are also the tables at which one ran out meanwhile.
pub(super) fn start(house: &House) {
    let house = house.clone();
    let host = house.host().clone();
    host.spawn(async move {
        let mut rounds = Rounds::every(EVERY);
        let mut calls = WakeCalls::new(MOST, AGAIN);
        while rounds.next(&house).await {
            house.tables().refresh_lobby();
            // If the store cannot be read, the next round tries again.
            let due = house.store().due(house.now(), calls.skipped(), MOST).await;
            let due = calls.of(due.unwrap_or_default(), Instant::now());
            due.into_iter().for_each(|table| house.post(table, Message::Wake(None)));
        }
    });
}
