//! What breaks: nodes die, freeze and are cut off, the store dies, loses what it had kept, its disk is full.

use std::time::Duration;

use super::World;
use crate::happening::{Happening, ToNode};

/// How much a store loses at most.
const MAX_LOST: usize = 6;
/// How often a node looks at what it may have missed.
const POLL: Duration = Duration::from_secs(10);

impl World {
    pub(super) fn disaster_later(&mut self) {
        let every = self.plan.weather.disaster_every * 2;
        let after = self.span(every);
        self.agenda.put(self.now + after, Happening::Disaster);
    }

    pub(super) fn break_something(&mut self) {
        if self.is_calm {
            return;
        }
        self.report.disasters += 1;
        let span = self.span(self.plan.weather.disaster_for);
        let node = self.dice.index(self.nodes.len());
        match self.dice.below(7) {
            0 | 1 if !self.nodes[node].is_down => {
                let tables = std::mem::take(&mut self.nodes[node].tables);
                for visitor in tables.into_values().flat_map(|awake| awake.visitors) {
                    self.breaks(visitor.client, visitor.visit);
                }
                self.nodes[node].die();
                self.agenda.put(self.now + span, Happening::NodeIsBack(node));
            }
            2 => self.nodes[node].frozen_until = self.now + span,
            3 => self.nodes[node].cut_until = self.now + span,
            4 if !self.store.is_down => self.store_dies(),
            5 if !self.store.is_down => self.store_fails_over(),
            _ => self.store.full_until = self.now + span,
        }
        self.disaster_later();
    }

    pub(super) fn store_dies(&mut self) {
        self.store.die();
        let span = self.span(self.plan.weather.disaster_for);
        self.agenda.put(self.now + span, Happening::StoreIsBack);
    }

    /// The store dies, and what comes back in its place is a standby that was behind: the last things
    /// that were durable are lost, though everybody may have been told of them.
    fn store_fails_over(&mut self) {
        self.store_dies();
        let count = self.dice.index(MAX_LOST) + 1;
        for table in self.store.lose(count) {
            let version = self.store.entry(table).map_or(0, |entry| entry.version);
            self.report.lost += self.ledger.lose(table, version, self.now);
        }
    }

    pub(super) fn poll_later(&mut self, node: usize) {
        let life = self.nodes[node].life;
        let after = POLL / 2 + self.span(POLL);
        self.agenda.put(self.now + after, Happening::AtNode { node, life, what: ToNode::Poll });
    }
}
