//! Engines whose move is awaited at tables that are not in memory: after a restart, and where the job for the move was
//! lost. The clock of the engine runs meanwhile, and no client may ever come to have it think.

use std::collections::BTreeMap;
use std::time::Duration;

use konoba_store::TableId;
use tokio::time::{Instant, sleep};

use super::House;
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
        let mut calls = WakeCalls::default();
        loop {
            let mut pause = PAUSE;
            if house.backlog().waiting < MOST as u64
                // If the store cannot be read just now, it is asked again after the pause.
                && let Ok(found) = house.store().awaiting_engines(calls.skipped, MOST).await
            {
                let (tables, next) = calls.of(found, Instant::now());
                tables.into_iter().for_each(|table| house.post(table, Message::Wake(None)));
                pause = next;
            }
            tokio::select! {
                biased;
                () = house.closing() => break,
                () = sleep(pause) => {}
            }
        }
    });
}

/// Which tables are woken. A table whose engine has moved leaves the list, and those behind it move up: none is left out
/// before it was woken. One at which the engine cannot move stays, and does not hold up those behind it.
#[derive(Default)]
struct WakeCalls {
    /// How many tables the next look leaves out, since all of them were woken.
    skipped: usize,
    woken: BTreeMap<TableId, Instant>,
}

impl WakeCalls {
    /// Those of the tables that were found which are to be woken now, and how long after that the store is asked again.
    fn of(&mut self, mut found: Vec<TableId>, now: Instant) -> (Vec<TableId>, Duration) {
        let is_full = found.len() == MOST;
        self.woken.retain(|_, woken| now.duration_since(*woken) < EVERY);
        found.retain(|table| !self.woken.contains_key(table));
        self.woken.extend(found.iter().map(|table| (*table, now)));
        match (is_full, found.is_empty()) {
            (true, true) => self.skipped += MOST,
            (true, false) => {}
            (false, _) => self.skipped = 0,
        }
        (found, if is_full { PAUSE } else { EVERY })
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
    fn every_table_is_woken_once_although_those_before_it_leave_the_list_or_stay() {
        for stuck in [0, MOST, MOST + 9] {
            let mut listed: Vec<TableId> = (0..10 * MOST).map(table).collect();
            let (mut calls, begin) = (WakeCalls::default(), Instant::now());
            let mut woken: BTreeMap<TableId, usize> = BTreeMap::new();
            for second in 0..20 {
                let found = listed.iter().copied().skip(calls.skipped).take(MOST).collect();
                let (tables, pause) = calls.of(found, begin + PAUSE * second);
                listed.retain(|own| *own < table(stuck) || !tables.contains(own));
                tables.into_iter().for_each(|table| *woken.entry(table).or_default() += 1);
                if pause == EVERY {
                    break;
                }
            }
            assert_eq!(woken.len(), 10 * MOST, "{stuck}");
            assert!(woken.values().all(|times| *times == 1), "{stuck}: {woken:?}");
            assert_eq!((listed.len(), calls.skipped), (stuck, 0));
        }
    }
}
