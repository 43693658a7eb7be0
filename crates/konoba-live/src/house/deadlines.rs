//! Clocks of tables that are not in memory: they run out also when no client is connected, so this
//! node has to look at them.

use std::collections::BTreeMap;
use std::time::Duration;

use konoba_store::TableId;
use tokio::time::Instant;

use super::House;
use super::rounds::Rounds;
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
        let mut calls = WakeCalls::default();
        while rounds.next(&house).await {
            house.tables().refresh_lobby();
            // If the store cannot be read, the next round tries again.
            let due = house.store().due(house.now(), calls.skipped, MOST).await;
            let due = calls.of(due.unwrap_or_default(), Instant::now());
            due.into_iter().for_each(|table| house.post(table, Message::Wake(None)));
        }
    });
}

/// Which tables are woken. One at which nothing can end (its events cannot be played on with by this program) stays due: it is not read
/// every second, and does not hold up those behind it.
#[derive(Default)]
struct WakeCalls {
    /// How many tables the next round leaves out, since earlier rounds had them.
    skipped: usize,
    called: BTreeMap<TableId, Instant>,
}

impl WakeCalls {
    /// Those of the tables that are due which are to be woken now.
    fn of(&mut self, mut due: Vec<TableId>, now: Instant) -> Vec<TableId> {
        self.skipped = if due.len() == MOST { self.skipped + MOST } else { 0 };
        self.called.retain(|_, called| now.duration_since(*called) < AGAIN);
        due.retain(|table| !self.called.contains_key(table));
        self.called.extend(due.iter().map(|table| (*table, now)));
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(number: usize) -> TableId {
        let mut bytes = [0; 10];
        bytes[8..].copy_from_slice(&(number as u16).to_be_bytes());
        TableId::from_bytes(bytes)
    }

    #[test]
    fn tables_that_stay_due_hold_up_no_others_and_are_woken_now_and_then() {
        let stuck: Vec<TableId> = (0..2 * MOST + 9).map(table).collect();
        let (last, begin) = (table(9_999), Instant::now());
        let mut calls = WakeCalls::default();
        let mut woken: BTreeMap<TableId, usize> = BTreeMap::new();
        let mut last_is_due = true;
        for second in 0..20 {
            let due = stuck.iter().copied().chain(last_is_due.then_some(last));
            let due: Vec<_> = due.skip(calls.skipped).take(MOST).collect();
            for table in calls.of(due, begin + EVERY * second) {
                *woken.entry(table).or_default() += 1;
                last_is_due &= table != last;
            }
            assert!(last_is_due == (second < 2), "{second}");
        }
        assert_eq!(woken.len(), stuck.len() + 1);
        assert!(woken.values().all(|times| *times <= 2), "{woken:?}");
    }
}
