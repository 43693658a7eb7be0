//! What clients do, and what they make of what they are told.

use std::time::Duration;

use konoba_live::keeper::{Order, Seen};
use konoba_table::{Event, Moment, Seat, Table};

use super::World;
use crate::client::{Pending, Role};
use crate::happening::{Ask, Happening, OrderResult, Sitting, ToClient, ToNode};
use crate::ledger::Checked;

/// After so long without an answer a client asks again.
const PATIENCE: Duration = Duration::from_secs(6);
/// How shortly before their flag falls some people move.
const HURRY: Duration = Duration::from_millis(2500);
/// When everything began.
const ZERO: Moment = Moment::from_millis(0);
/// The longest that people think, most of the time.
const THINKING: Duration = Duration::from_secs(12);

impl World {
    /// A client gets round to something.
    pub(super) fn take_turn(&mut self, number: usize) -> Checked {
        let next = self.next_turn(number);
        self.agenda.put(next, Happening::Turn(number));
        let client = &self.clients[number];
        if !self.is_calm && client.role == Role::Player(Seat::One) && self.is_cleared(client.table)
        {
            return self.clear(client.game, client.table);
        }
        let is_patient = self.now.since(client.since) < PATIENCE;
        if let Some(pending) = client.order.clone() {
            let waits = self.now.since(pending.since) < PATIENCE && !pending.has_failed;
            if !waits {
                self.visit(number);
                self.report.repeated += 1;
                self.ask(number, pending.order, pending.sitting, true);
            }
        } else if !client.is_answered {
            if !is_patient || client.visit == 0 {
                self.visit(number);
            }
        } else if self.is_calm {
            // Nobody begins anything new.
        } else if self.dice.chance(60) {
            self.visit(number);
        } else if client.sees.is_none() {
            let settles = self.clients[number].settles(number, &mut self.dice);
            if let Some((order, sitting)) = settles {
                self.ask(number, order, Some(sitting), false);
            }
        } else {
            let order = self.clients[number].thinks_of(number, self.now, &mut self.dice);
            if let Some(order) = order {
                self.ask(number, order, None, false);
            }
        }
        Ok(())
    }

    /// When a client next gets round to something: after a while, or at the last moment.
    fn next_turn(&mut self, number: usize) -> Moment {
        let client = &self.clients[number];
        let table = client.sees.as_ref().filter(|_| client.order.is_none());
        let deadline = table.and_then(Table::deadline);
        let is_near = |deadline: &Moment| deadline.since(self.now) < 2 * THINKING;
        let deadline = deadline.filter(is_near).filter(|_| self.dice.chance(400));
        let hurry = self.span(HURRY);
        let at_last = deadline.map(|deadline| ZERO + deadline.since(ZERO + hurry));
        let think = self.span(THINKING);
        at_last.filter(|at| *at > self.now).unwrap_or(self.now + think)
    }

    /// Comes to the table through any node, with what was seen before.
    pub(super) fn visit(&mut self, number: usize) {
        let node = self.dice.index(self.nodes.len());
        let (now, client) = (self.now, &mut self.clients[number]);
        client.visit += 1;
        client.since = now;
        client.is_answered = false;
        client.heard = 0;
        client.node = node;
        let (visit, table) = (client.visit, client.table);
        let seen = client.sees.as_ref().map(Seen::of);
        self.send_to_node(node, ToNode::Visit { client: number, visit, table, seen });
    }

    fn ask(&mut self, number: usize, order: Order, sitting: Option<Sitting>, is_repeat: bool) {
        let client = &mut self.clients[number];
        let id = order.id.clone().expect("every order has a name");
        // A cheat does not wait for what will be refused.
        if client.role != Role::Cheat {
            let since = self.now;
            client.order = Some(Pending {
                order: order.clone(),
                sitting: sitting.clone(),
                since,
                has_failed: false,
            });
        }
        let who = client.shows(&mut self.dice);
        let (visit, table, node) = (client.visit, client.table, client.node);
        // Whoever speaks for the other seat has no right to.
        let rightful = client.seat().filter(|seat| order.seat.is_none_or(|other| other == *seat));
        self.ledger.sent(table, &id, rightful);
        let ask = Ask { client: number, visit, table, who, order, sitting, is_repeat };
        self.send_to_node(node, ToNode::Ask(Box::new(ask)));
    }

    /// A client is told something.
    pub(super) fn reach_client(&mut self, number: usize, visit: u32, what: ToClient) -> Checked {
        let client = &mut self.clients[number];
        match what {
            ToClient::Answer { order, answer } => {
                // Whoever asked wants to know, through whichever connection it comes.
                let pending = client.order.as_mut();
                let pending = pending.filter(|pending| pending.order.id.as_ref() == Some(&order));
                match (pending, answer) {
                    (Some(pending), OrderResult::Failed) => pending.has_failed = true,
                    (Some(_), OrderResult::Done | OrderResult::Refused) => client.order = None,
                    (None, _) => {}
                }
                Ok(())
            }
            _ if visit != client.visit => Ok(()),
            ToClient::Whole { number: told, table } => {
                if self.is_in_turn(number, told) {
                    self.clients[number].sees = table.map(|table| table.as_ref().clone());
                }
                self.check_client(number)
            }
            ToClient::News { number: told, events } => match self.is_in_turn(number, told) {
                true => self.follow(number, &events),
                false => Ok(()),
            },
        }
    }

    /// Whether a message comes in its turn, as on a socket it does. One that comes again is not heard;
    /// where one is missing, the connection is given up.
    fn is_in_turn(&mut self, number: usize, told: u32) -> bool {
        let client = &mut self.clients[number];
        let is_next = told == client.heard + 1;
        if is_next {
            client.heard = told;
            client.is_answered = true;
        } else if told > client.heard {
            self.visit(number);
        }
        is_next
    }

    /// A client takes in what follows what it has seen, and asks for what it has missed.
    fn follow(&mut self, number: usize, events: &[Event]) -> Checked {
        if let (None, [Event { version: 1, .. }, ..]) = (&self.clients[number].sees, events) {
            self.clients[number].sees = Table::replay(events).ok();
        }
        let Some(table) = self.clients[number].sees.as_mut() else {
            if !events.is_empty() {
                self.visit(number);
            }
            return Ok(());
        };
        for event in events {
            if event.version > table.version() + 1 {
                self.visit(number);
                return Ok(());
            }
            table.apply(event);
        }
        self.check_client(number)
    }

    fn check_client(&mut self, number: usize) -> Checked {
        self.report.looks += 1;
        let client = &self.clients[number];
        let Some(table) = &client.sees else { return Ok(()) };
        self.report.note(table.version());
        self.ledger.seen(client.table, table, "a client")
    }
}
