//! Nodes at work: the part of a server that surrounds its keepers.

mod telling;

use std::time::Duration;

use konoba_live::HouseError;
use konoba_live::keeper::{Asked, By, Keeper, Output, Request};
use konoba_store::{Kept, StoreError, TableId};
use konoba_table::{Moment, Seat};

use super::World;
use crate::Bug;
use crate::happening::{Happening, OrderResult, Sitting, StoreAnswer, ToClient, ToNode, ToStore};
use crate::ledger::{Checked, Promise, hold};
use crate::node::{Awake, Received};

/// How long after a flag that could not be written it is tried again.
const RETRY: Duration = Duration::from_millis(500);

impl World {
    pub(super) fn serve(&mut self, node: usize, what: ToNode) -> Checked {
        match what {
            ToNode::Visit { table, .. } => self.enter(node, table, what),
            ToNode::Ask(ref ask) => {
                let table = ask.table;
                self.enter(node, table, what)
            }
            ToNode::Answered { table, request, answer } => {
                self.hear_of_store(node, table, request, answer)
            }
            ToNode::Notice { table, version } => {
                if self.plan.bug == Some(Bug::NoticeAppliedTwice) {
                    self.tell_again(node, table, version)?;
                }
                self.with_keeper(node, table, |keeper, _| keeper.heard(version))
            }
            ToNode::Alarm { table } => {
                if let Some(awake) = self.nodes[node].tables.get_mut(&table) {
                    awake.alarm = None;
                }
                let early = match self.plan.bug {
                    Some(Bug::FlagTooEarly) => Duration::from_secs(20),
                    _ => Duration::ZERO,
                };
                self.with_keeper(node, table, |keeper, now| keeper.tick(now + early))
            }
            ToNode::Poll => self.poll(node),
        }
    }

    /// Looks again at every table, since a notice may have been missed, and wakes those at which a
    /// flag has fallen.
    fn poll(&mut self, node: usize) -> Checked {
        let awake: Vec<TableId> = self.nodes[node].tables.keys().copied().collect();
        for table in awake {
            self.with_keeper(node, table, |keeper, _| keeper.look_again())?;
        }
        let now = self.nodes[node].clock(self.now);
        for table in self.store.due(now) {
            self.wake(node, table);
        }
        self.poll_later(node);
        Ok(())
    }

    /// Reads a table that is not awake.
    fn wake(&mut self, node: usize, table: TableId) {
        let awake = self.nodes[node].tables.entry(table).or_default();
        if awake.keeper.is_none() && awake.in_flight.is_none() {
            self.ask_store(node, table, ToStore::Read(0));
        }
    }

    /// Somebody comes in. The moment is taken down at once, however long the table takes to wake.
    fn enter(&mut self, node: usize, table: TableId, what: ToNode) -> Checked {
        let at = self.nodes[node].clock(self.now);
        self.wake(node, table);
        let awake = self.nodes[node].tables.entry(table).or_default();
        if awake.keeper.is_none() {
            awake.inbox.push((at, what));
            return Ok(());
        }
        self.receive(node, table, at, what)
    }

    fn receive(&mut self, node: usize, table: TableId, at: Moment, what: ToNode) -> Checked {
        match what {
            ToNode::Visit { client, visit, seen, .. } => {
                self.welcome(node, table, client, visit, seen)
            }
            ToNode::Ask(ask) => {
                self.take_order(node, table, Received { ask: *ask, received: at, at })
            }
            _ => Ok(()),
        }
    }

    fn take_order(&mut self, node: usize, table: TableId, received: Received) -> Checked {
        let Some(awake) = self.nodes[node].tables.get_mut(&table) else { return Ok(()) };
        let is_idle = awake.keeper.as_ref().is_some_and(Keeper::is_idle);
        awake.tickets += 1;
        let (ticket, at) = (awake.tickets, received.at);
        let mut order = received.ask.order.clone();
        awake.asked.insert(ticket, received.clone());
        if self.plan.bug == Some(Bug::FlagRace) && !is_idle {
            awake.asked.remove(&ticket);
            awake.held.push(received);
            return Ok(());
        }
        if self.plan.bug == Some(Bug::RepeatForgotten) && received.ask.is_repeat {
            order.id = None;
        }
        let by = match order.seat {
            Some(seat) if self.plan.bug == Some(Bug::SeatNotProved) => By::Engine(seat),
            _ => By::Outside(received.ask.who),
        };
        let next = TableId::from_bytes([0xff; 10]);
        let what = match received.ask.sitting {
            None => Request::Do { order, next },
            Some(Sitting::Sit(holder, invitation)) => {
                Request::Sit { holder, invitation, first: Seat::One }
            }
            Some(Sitting::Withdraw) => Request::Withdraw,
        };
        let asked = Asked { ticket, by, at, what };
        self.with_keeper(node, table, |keeper, _| keeper.ask(asked))
    }

    fn hear_of_store(
        &mut self,
        node: usize,
        table: TableId,
        request: u64,
        answer: StoreAnswer,
    ) -> Checked {
        let Some(awake) = self.nodes[node].tables.get_mut(&table) else { return Ok(()) };
        let Some(in_flight) = awake.in_flight.filter(|asked| asked.request == request) else {
            return Ok(());
        };
        awake.in_flight = None;
        if awake.keeper.is_none() {
            return self.wakes(node, table, answer);
        }
        match answer {
            StoreAnswer::Appended(answer) => {
                awake.is_stale |= answer == Err(StoreError::Conflict);
                self.with_keeper(node, table, |keeper, _| keeper.appended(answer))
            }
            StoreAnswer::Nothing if in_flight.is_append => {
                self.with_keeper(node, table, |keeper, _| keeper.appended(Err(StoreError::Gone)))
            }
            StoreAnswer::Nothing => {
                self.with_keeper(node, table, |keeper, _| keeper.read(Err(StoreError::Gone)))
            }
            StoreAnswer::Read(mut answer) => {
                let held = answer.as_ref().as_ref().ok().and_then(Option::as_ref);
                let held = held.map_or(0, |kept| kept.entry.version);
                let known = awake.keeper.as_ref().map_or(0, Keeper::version);
                let forgets = self.plan.bug == Some(Bug::StaleCache) && awake.is_stale;
                if let (true, Ok(Some(kept))) = (forgets, answer.as_mut()) {
                    kept.events.retain(|kept| kept.event.version <= known);
                }
                if self.plan.bug == Some(Bug::LossDenied) && held < known {
                    *answer = Err(StoreError::Gone);
                }
                self.with_keeper(node, table, |keeper, _| keeper.read(*answer))?;
                self.check_knows(node, table, held)
            }
        }
    }

    /// Whoever has read the store knows what it holds.
    fn check_knows(&self, node: usize, table: TableId, held: u64) -> Checked {
        let awake = self.nodes[node].tables.get(&table);
        // Whoever has found something else than expected reads all of it.
        let reads = |awake: &&Awake| awake.in_flight.is_some_and(|asked| !asked.is_append);
        let keeper = awake.filter(|awake| !reads(awake)).and_then(|awake| awake.keeper.as_ref());
        let knows = keeper.map_or(held, Keeper::version);
        hold(Promise::CatchesUp, knows >= held, || {
            format!("node {node} was told of version {held} and knows {knows}")
        })
    }

    /// A table has been read for the first time, or cannot be.
    fn wakes(&mut self, node: usize, table: TableId, answer: StoreAnswer) -> Checked {
        let kept: Option<Kept> = match answer {
            StoreAnswer::Read(answer) => answer.ok().flatten(),
            StoreAnswer::Appended(_) | StoreAnswer::Nothing => None,
        };
        let Some(kept) = kept else {
            let awake = self.nodes[node].tables.remove(&table).unwrap_or_default();
            for (_, what) in awake.inbox {
                if let ToNode::Ask(ask) = what {
                    let order = ask.order.id.clone().expect("every order has a name");
                    let failed = ToClient::Answer { order, answer: OrderResult::Failed };
                    self.send_to_client(ask.client, ask.visit, failed);
                }
            }
            return Ok(());
        };
        let awake = self.nodes[node].tables.entry(table).or_default();
        awake.keeper = Some(Keeper::new(kept));
        for (at, what) in std::mem::take(&mut awake.inbox) {
            self.receive(node, table, at, what)?;
        }
        self.with_keeper(node, table, |keeper, now| keeper.tick(now))
    }

    /// Has a keeper do something and carries out what it wants then.
    fn with_keeper(
        &mut self,
        node: usize,
        table: TableId,
        does: impl FnOnce(&mut Keeper, Moment) -> Vec<Output>,
    ) -> Checked {
        let now = self.nodes[node].clock(self.now);
        let awake = self.nodes[node].tables.get_mut(&table);
        let Some(keeper) = awake.and_then(|awake| awake.keeper.as_mut()) else { return Ok(()) };
        let mut outputs = std::collections::VecDeque::from(does(keeper, now));
        while let Some(output) = outputs.pop_front() {
            match output {
                Output::Append(news) => {
                    self.check_no_race(node, table, &news.events)?;
                    self.ask_store(node, table, ToStore::Append(news));
                    if self.plan.bug == Some(Bug::AckBeforeAppend) {
                        outputs.extend(self.pretend(node, table));
                    }
                }
                Output::Read(after) => self.ask_store(node, table, ToStore::Read(after)),
                Output::Answer(ticket, answer) => self.answer_order(node, table, ticket, answer)?,
                Output::News(events) => self.tell(node, table, events.into())?,
                Output::Lost { .. } => self.tell_loss(node, table)?,
                Output::Gone => {
                    self.nodes[node].tables.remove(&table);
                    return Ok(());
                }
            }
        }
        self.set_alarm(node, table);
        self.take_up_held(node, table)
    }

    fn pretend(&mut self, node: usize, table: TableId) -> Vec<Output> {
        let awake = self.nodes[node].tables.get_mut(&table);
        let Some(awake) = awake else { return Vec::new() };
        awake.in_flight = None;
        awake.keeper.as_mut().map(|keeper| keeper.appended(Ok(()))).unwrap_or_default()
    }

    fn take_up_held(&mut self, node: usize, table: TableId) -> Checked {
        let now = self.nodes[node].clock(self.now);
        let awake: Option<&mut Awake> = self.nodes[node].tables.get_mut(&table);
        let Some(awake) = awake else { return Ok(()) };
        let is_idle = awake.keeper.as_ref().is_some_and(Keeper::is_idle);
        if !is_idle || awake.held.is_empty() {
            return Ok(());
        }
        let received = awake.held.remove(0);
        self.take_order(node, table, Received { at: now, ..received })
    }

    fn answer_order(
        &mut self,
        node: usize,
        table: TableId,
        ticket: u64,
        answer: Result<konoba_live::Done, HouseError>,
    ) -> Checked {
        let Some(awake) = self.nodes[node].tables.get_mut(&table) else { return Ok(()) };
        let Some(Received { ask, .. }) = awake.asked.remove(&ticket) else { return Ok(()) };
        let order = ask.order.id.clone().expect("every order has a name");
        let own = awake.keeper.as_ref().and_then(|keeper| keeper.table().cloned());
        self.report.note(answer.as_ref().map_or(0, |done| done.version));
        let answer = match answer {
            Ok(done) => {
                match &ask.sitting {
                    None => {
                        self.ledger.acknowledged(table, &order, done.version, own.as_deref())?;
                    }
                    Some(sitting) => self.check_sitting(table, sitting, own.as_deref())?,
                }
                self.report.acknowledged += 1;
                OrderResult::Done
            }
            Err(HouseError::Store(why)) if why != StoreError::Lost => OrderResult::Failed,
            Err(error) => {
                self.report.cheats += u64::from(matches!(error, HouseError::NotSeated));
                self.report.refused += 1;
                OrderResult::Refused
            }
        };
        self.send_to_client(ask.client, ask.visit, ToClient::Answer { order, answer });
        Ok(())
    }

    /// Looks at the clock again when the flag of the seat to move falls.
    fn set_alarm(&mut self, node: usize, table: TableId) {
        let there = &mut self.nodes[node];
        let Some(awake) = there.tables.get(&table) else { return };
        let Some(deadline) = awake.keeper.as_ref().and_then(Keeper::deadline) else { return };
        if awake.alarm == Some(deadline) {
            return;
        }
        let early = match self.plan.bug {
            Some(Bug::FlagTooEarly) => Duration::from_secs(20),
            _ => Duration::ZERO,
        };
        let falls = there.true_time(Moment::from_millis(
            deadline.since(Moment::default() + early).as_millis() as u64,
        ));
        let at = falls.max(self.now + RETRY);
        if let Some(awake) = there.tables.get_mut(&table) {
            awake.alarm = Some(deadline);
        }
        let (life, what) = (there.life, ToNode::Alarm { table });
        self.agenda.put(at, Happening::AtNode { node, life, what });
    }
}
