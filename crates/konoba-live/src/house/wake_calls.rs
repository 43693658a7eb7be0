//! Which tables of a list in the store are woken, where the list is read in portions and changes meanwhile.

use std::collections::BTreeMap;
use std::time::Duration;

use konoba_store::TableId;
use tokio::time::Instant;

/// A table that was woken and can go on leaves the list, and those behind it move up: none is left out before it was woken.
/// One that cannot go on (its events cannot be played on with by this program) stays, is woken only now and then, and does not
/// hold up those behind it.
pub(super) struct WakeCalls {
    most: usize,
    again: Duration,
    skipped: usize,
    woken: BTreeMap<TableId, Instant>,
}

impl WakeCalls {
    /// For portions of so many tables, of which one that stays is woken again after this time.
    pub(super) const fn new(most: usize, again: Duration) -> Self {
        Self { most, again, skipped: 0, woken: BTreeMap::new() }
    }

    /// How many tables the next look leaves out, since all of them were woken.
    pub(super) const fn skipped(&self) -> usize {
        self.skipped
    }

    /// Those of a portion which are to be woken now.
    pub(super) fn of(&mut self, mut found: Vec<TableId>, now: Instant) -> Vec<TableId> {
        let is_full = found.len() == self.most;
        self.woken.retain(|_, woken| now.duration_since(*woken) < self.again);
        found.retain(|table| !self.woken.contains_key(table));
        self.woken.extend(found.iter().map(|table| (*table, now)));
        match (is_full, found.is_empty()) {
            (true, true) => self.skipped += self.most,
            (true, false) => {}
            (false, _) => self.skipped = 0,
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: usize = 64;
    const SECOND: Duration = Duration::from_secs(1);

    fn table(number: usize) -> TableId {
        let mut bytes = [0; 10];
        bytes[8..].copy_from_slice(&(number as u16).to_be_bytes());
        TableId::from_bytes(bytes)
    }

    #[test]
    fn every_table_is_woken_once_although_those_before_it_leave_the_list_or_stay() {
        for stuck in [0, MOST, MOST + 9] {
            let mut listed: Vec<TableId> = (0..10 * MOST).map(table).collect();
            let (mut calls, begin) = (WakeCalls::new(MOST, 60 * SECOND), Instant::now());
            let mut woken: BTreeMap<TableId, usize> = BTreeMap::new();
            for second in 0..20 {
                let found = listed.iter().copied().skip(calls.skipped()).take(MOST).collect();
                let tables = calls.of(found, begin + SECOND * second);
                listed.retain(|own| *own < table(stuck) || !tables.contains(own));
                tables.into_iter().for_each(|table| *woken.entry(table).or_default() += 1);
            }
            assert_eq!(woken.len(), 10 * MOST, "{stuck}");
            assert!(woken.values().all(|times| *times == 1), "{stuck}: {woken:?}");
            assert_eq!(listed.len(), stuck);
        }
    }

    #[test]
    fn tables_that_stay_hold_up_no_others_and_are_woken_now_and_then() {
        let stuck: Vec<TableId> = (0..2 * MOST + 9).map(table).collect();
        let (last, begin) = (table(9_999), Instant::now());
        let mut calls = WakeCalls::new(MOST, 10 * SECOND);
        let mut woken: BTreeMap<TableId, usize> = BTreeMap::new();
        let mut is_last_there = true;
        for second in 0..20 {
            let found = stuck.iter().copied().chain(is_last_there.then_some(last));
            let found: Vec<_> = found.skip(calls.skipped()).take(MOST).collect();
            for table in calls.of(found, begin + SECOND * second) {
                *woken.entry(table).or_default() += 1;
                is_last_there &= table != last;
            }
            assert!(is_last_there == (second < 4), "{second}");
        }
        assert_eq!(woken.len(), stuck.len() + 1);
        assert!(woken.values().all(|times| *times <= 2), "{woken:?}");
    }
}
