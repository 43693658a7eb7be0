//! After the storm everything comes right.

use std::time::Duration;

use super::World;
use crate::client::Role;
use crate::happening::Happening;
use crate::ledger::{Checked, Promise, hold};

/// How long it takes at most.
pub(super) const SPAN: Duration = Duration::from_secs(180);
/// How long what has just happened, such as the fall of a flag, may be unknown to some.
pub(super) const FRESH: Duration = Duration::from_secs(40);

impl World {
    /// What was broken is mended. Nobody begins anything new.
    pub(super) fn calm_down(&mut self) {
        self.is_calm = true;
        for node in 0..self.nodes.len() {
            let there = &mut self.nodes[node];
            there.frozen_until = self.now;
            there.cut_until = self.now;
            if there.is_down {
                self.agenda.put(self.now, Happening::NodeIsBack(node));
            }
        }
        self.store.full_until = self.now;
        self.store.is_down = false;
    }

    /// Whether something has happened so lately that not everybody need have seen it.
    pub(super) fn is_news_fresh(&self) -> bool {
        self.clients.iter().any(|client| {
            let last = self.ledger.last(client.table);
            last.is_some_and(|(_, at)| self.now.since(at) < FRESH)
        })
    }

    /// Every node and every client sees what the log holds, and nobody waits for an answer.
    pub(super) fn check_everybody(&self) -> Checked {
        for (number, node) in self.nodes.iter().enumerate() {
            for (id, awake) in &node.tables {
                let Some((last, _)) = self.ledger.last(*id) else { continue };
                let own = awake.keeper.as_ref().map(|keeper| keeper.table());
                hold(Promise::CatchesUp, own.is_none_or(|own| own == Some(last)), || {
                    format!("node {number} has not caught up")
                })?;
            }
        }
        for (number, client) in self.clients.iter().enumerate() {
            let last = self.ledger.last(client.table).map(|(last, _)| last.as_ref());
            let is_there = client.sees.as_ref() == last && client.order.is_none();
            hold(Promise::CatchesUp, is_there || client.role == Role::Cheat, || {
                let own = client.sees.as_ref().map(|table| table.version());
                let log = last.map(|table| table.version());
                format!("client {number} sees {own:?} of {log:?} and waits for {:?}", client.order)
            })?;
        }
        Ok(())
    }
}
