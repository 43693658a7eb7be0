//! Telling visitors what happens, and what a flag must not do to a move that came in time.

use std::sync::Arc;

use konoba_live::keeper::{Keeper, Seen};
use konoba_store::TableId;
use konoba_table::{Action, Command, Ending, Event, Fact, Outcome, Version};

use super::super::World;
use crate::Bug;
use crate::happening::ToClient;
use crate::ledger::{Checked, Promise, hold};
use crate::node::Visitor;

impl World {
    /// Somebody comes to a table and is told what was missed, or how it is.
    pub(super) fn welcome(
        &mut self,
        node: usize,
        table: TableId,
        client: usize,
        visit: u32,
        seen: Option<Seen>,
    ) -> Checked {
        let Some(awake) = self.nodes[node].tables.get_mut(&table) else { return Ok(()) };
        let Some(keeper) = awake.keeper.as_ref() else { return Ok(()) };
        let (own, told) = (keeper.table().cloned(), keeper.version());
        if let Some(own) = &own {
            self.ledger.seen(table, own, "a node")?;
        }
        let missed = seen.and_then(|seen| keeper.events_after(seen));
        let what = match missed {
            None => ToClient::Whole { number: 1, table: own },
            Some(missed) => ToClient::News { number: 1, events: missed.into() },
        };
        // A connection that was made earlier and comes later has been given up, and one is made once.
        if awake.visitors.iter().any(|other| other.client == client && other.visit >= visit) {
            return Ok(());
        }
        awake.visitors.retain(|visitor| visitor.client != client);
        awake.visitors.push(Visitor { client, visit, told, said: 1 });
        self.send_to_client(client, visit, what);
        Ok(())
    }

    /// Tells everybody at a table what has happened.
    pub(super) fn tell(&mut self, node: usize, table: TableId, events: Arc<[Event]>) -> Checked {
        let Some(awake) = self.nodes[node].tables.get_mut(&table) else { return Ok(()) };
        let mut told = Vec::new();
        for visitor in &mut awake.visitors {
            for event in events.iter() {
                let (before, version) = (visitor.told, event.version);
                hold(Promise::ToldOnce, version == before + 1, || {
                    format!("node {node} told {version} after {before}")
                })?;
                visitor.told = version;
            }
            visitor.said += 1;
            told.push((visitor.client, visitor.visit, visitor.said));
        }
        if self.plan.bug == Some(Bug::WatcherForgotten) {
            told.pop();
        }
        for (client, visit, number) in told {
            self.send_to_client(client, visit, ToClient::News { number, events: events.clone() });
        }
        Ok(())
    }

    /// Tells everybody at a table that the store has lost what they were told, and how it stands now.
    pub(super) fn tell_loss(&mut self, node: usize, table: TableId) -> Checked {
        let Some(awake) = self.nodes[node].tables.get_mut(&table) else { return Ok(()) };
        let Some(keeper) = awake.keeper.as_ref() else { return Ok(()) };
        let own = keeper.table().cloned();
        let told = awake.visitors.iter_mut().map(|visitor| {
            visitor.told = keeper.version();
            visitor.said += 1;
            (visitor.client, visitor.visit, visitor.said)
        });
        for (client, visit, number) in told.collect::<Vec<_>>() {
            let table = own.clone();
            self.send_to_client(client, visit, ToClient::Whole { number, table });
        }
        match own {
            Some(own) => self.ledger.seen(table, &own, "a node"),
            None => Ok(()),
        }
    }

    /// What a node does that takes a notice for the news itself.
    pub(super) fn tell_again(&mut self, node: usize, table: TableId, version: Version) -> Checked {
        let awake = self.nodes[node].tables.get(&table);
        let keeper = awake.and_then(|awake| awake.keeper.as_ref());
        let is_known = |keeper: &&Keeper| keeper.version() == version && version > 1;
        let Some(keeper) = keeper.filter(is_known) else { return Ok(()) };
        let events = keeper.events_after((version - 1).into()).unwrap_or_default();
        self.tell(node, table, events.into())
    }

    /// A flag must not fall while a move waits that was received before the deadline.
    pub(super) fn check_no_race(&self, node: usize, table: TableId, news: &[Event]) -> Checked {
        let is_flag = news.iter().any(|event| {
            matches!(event.fact, Fact::Ended { outcome: Outcome { ending: Ending::Time, .. }, .. })
        });
        let awake = self.nodes[node].tables.get(&table).filter(|_| is_flag);
        let Some(awake) = awake else { return Ok(()) };
        let keeper = awake.keeper.as_ref();
        let Some((keeper, own)) = keeper.and_then(|keeper| Some((keeper, keeper.table()?))) else {
            return Ok(());
        };
        let deadline = own.deadline();
        for received in awake.asked.values().chain(&awake.held) {
            let order = &received.ask.order;
            let is_in_time = deadline.is_some_and(|deadline| received.received < deadline);
            let seat = received.ask.who.seats_at(keeper.entry()).only();
            let is_own = order.seat.is_none_or(|meant| Some(meant) == seat);
            let (Some(seat), Action::Play(_), true, true) =
                (seat, order.action, is_own, is_in_time)
            else {
                continue;
            };
            let command = Command { action: order.action, seen: order.seen };
            let is_good = own.decide(seat, command, received.received).is_ok();
            hold(Promise::Flags, !is_good, || {
                format!("a flag fell at node {node} before {order:?}, which was there in time")
            })?;
        }
        Ok(())
    }
}
