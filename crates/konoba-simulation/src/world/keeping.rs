//! The store at work: it gathers, writes, syncs, and only then answers.

use std::time::Duration;

use konoba_store::{KeptEvent, StoreError, TableId};
use konoba_table::{Ending, Fact, Outcome, Version};

use super::World;
use crate::Bug;
use crate::happening::{Asker, Happening, StoreAnswer, ToNode, ToStore};
use crate::ledger::Checked;
use crate::node::InFlight;

/// How long the store gathers before it writes.
const GATHER: Duration = Duration::from_millis(4);
/// The longest that a sync takes.
const SYNC: Duration = Duration::from_millis(30);
/// How often the disk is so slow that everybody gives up, in a thousand.
const SLOW: u64 = 5;

impl World {
    /// A node asks the store, if it can be reached.
    pub(super) fn reach_store(&mut self, asker: Asker, what: ToStore) {
        let is_cut = self.nodes[asker.node].cut_until > self.now;
        if self.store.is_down || is_cut {
            return;
        }
        match what {
            ToStore::Read(after) => {
                let kept = self.store.read(asker.table, after);
                self.answer(asker, StoreAnswer::Read(Box::new(Ok(kept))));
            }
            ToStore::Append(_) if self.store.full_until > self.now => {
                self.answer(asker, StoreAnswer::Appended(Err(StoreError::Full)));
            }
            ToStore::Append(news) => {
                if self.store.waiting.is_empty() {
                    self.agenda.put(self.now + GATHER, Happening::Write);
                }
                self.store.waiting.push((asker, news));
            }
        }
    }

    /// The store begins to write what has come together, one group after another.
    pub(super) fn write(&mut self) -> Checked {
        if self.store.is_down || self.store.waiting.is_empty() {
            return Ok(());
        }
        if !self.store.writing.is_empty() {
            self.agenda.put(self.now + GATHER, Happening::Write);
            return Ok(());
        }
        self.store.writing = std::mem::take(&mut self.store.waiting);
        if self.plan.bug == Some(Bug::AckBeforeFsync) {
            for (asker, _) in self.store.writing.clone() {
                self.answer(asker, StoreAnswer::Appended(Ok(())));
            }
        }
        let is_slow = !self.is_calm && self.dice.chance(SLOW);
        let most = if is_slow { Duration::from_secs(10) } else { SYNC };
        let sync = self.span(most);
        self.agenda.put(self.now + sync, Happening::Synced { life: self.store.life });
        Ok(())
    }

    /// The disk has what was written. Everybody is answered, and there is one notice for each table.
    pub(super) fn synced(&mut self) -> Checked {
        let group = std::mem::take(&mut self.store.writing);
        let mut notices: Vec<(TableId, Version)> = Vec::new();
        // A store that dies just now has kept everything and told nobody.
        let dies = !self.is_calm && self.dice.chance(2);
        for (asker, news) in group {
            let kept = self.store.keep(&news);
            if let Ok(events) = &kept {
                self.ledger.kept(asker.table, events, self.now)?;
                self.count_ends(events);
                self.check_standing(asker.table)?;
                let version = events.last().map_or(0, |kept| kept.event.version);
                notices.push((asker.table, version));
            }
            self.report.races += u64::from(kept == Err(StoreError::Conflict));
            if !dies && self.plan.bug != Some(Bug::AckBeforeFsync) {
                self.answer(asker, StoreAnswer::Appended(kept.map(drop)));
            }
        }
        if dies {
            self.store_dies();
            return Ok(());
        }
        for (table, version) in notices {
            for node in 0..self.nodes.len() {
                if self.nodes[node].cut_until <= self.now {
                    self.send_to_node(node, ToNode::Notice { table, version });
                }
            }
        }
        Ok(())
    }

    fn answer(&mut self, asker: Asker, answer: StoreAnswer) {
        let Asker { node, life, table, request } = asker;
        if self.nodes[node].cut_until <= self.now {
            let what = ToNode::Answered { table, request, answer };
            self.send(Happening::AtNode { node, life, what });
        }
    }

    fn count_ends(&mut self, events: &[KeptEvent]) {
        for kept in events {
            self.report.note(kept.event.version);
            self.report.note(kept.event.at.as_millis());
            if let Fact::Ended { outcome: Outcome { ending: Ending::Time, .. }, .. } =
                kept.event.fact
            {
                self.report.flags += 1;
            }
        }
    }

    /// Sends a question to the store, and gives up on it after a while.
    pub(super) fn ask_store(&mut self, node: usize, table: TableId, what: ToStore) {
        let there = &mut self.nodes[node];
        there.requests += 1;
        let (request, life) = (there.requests, there.life);
        let is_append = matches!(what, ToStore::Append(_));
        if let Some(awake) = there.tables.get_mut(&table) {
            awake.in_flight = Some(InFlight { request, is_append });
        }
        let asker = Asker { node, life, table, request };
        self.send(Happening::AtStore { asker, what });
        let what = ToNode::Answered { table, request, answer: StoreAnswer::Nothing };
        let patience = Duration::from_secs(3);
        self.agenda.put(self.now + patience, Happening::AtNode { node, life, what });
    }
}
