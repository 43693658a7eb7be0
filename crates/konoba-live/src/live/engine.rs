//! The move of an engine that a table waits for: computed here, or by any node that has time.
//!
//! Where nodes share a store, a table only writes a job. The node that claims it, perhaps this one,
//! thinks, and sends its move like any other order, for the version that it has seen: of a job that
//! was done twice only one move is stored.

use std::future::pending;
use std::net::IpAddr;
use std::time::Duration;

use konoba_store::{Job, TableId};
use konoba_table::{Action, Moment, Version};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep};

use super::Live;
use crate::HouseError;
use crate::jobs::Claim;
use crate::keeper::{Asked, By, Credentials, Done, Order, Request, Ticket};
use crate::message::Message;
use crate::schedule::{Pending, Requester};
use crate::tables::Tables;
use crate::think::EngineTurn;

/// How long after a failure it is tried again.
const RETRY: Duration = Duration::from_secs(1);

/// What this node does about the move of an engine that the table waits for.
#[derive(Default)]
pub(super) struct EngineAtTable {
    /// What is thought about here.
    thinking: Option<Thinking>,
    /// The job that this node has claimed.
    claim: Option<Claim>,
    /// The version for which a job was written.
    job_version: Option<Version>,
    /// The move that is on its way to the store.
    ticket: Option<Ticket>,
    /// The version for which it was tried in vain, and when it is tried again.
    resting: Option<(Version, Instant)>,
    /// The last address of the person who plays against it.
    address: Option<IpAddr>,
}

/// A thought that was begun here.
struct Thinking {
    /// The version that it is about.
    version: Version,
    /// Receives the action and the moment of the decision, once.
    answer: Option<oneshot::Receiver<(Option<Action>, Moment)>>,
    /// Dropping it gives the thought up.
    _pending: Pending,
}

/// What the engine does at a version, if anything, and when it knew.
pub(super) struct EngineAnswer {
    version: Version,
    action: Option<Action>,
    at: Moment,
}

impl EngineAtTable {
    /// What comes of the thought that was begun here, once; never, if there is none. `now` is when it was
    /// known that nothing comes of one that was dropped.
    pub(super) async fn thought(&mut self, now: impl FnOnce() -> Moment) -> EngineAnswer {
        let Some(Thinking { version, answer, .. }) = &mut self.thinking else {
            return pending().await;
        };
        let Some(coming) = answer else { return pending().await };
        let (action, at) = coming.await.unwrap_or_else(|_| (None, now()));
        *answer = None;
        EngineAnswer { version: *version, action, at }
    }

    /// The last address of the person who plays against it, where it is known.
    pub(super) const fn address(&self) -> Option<IpAddr> {
        self.address
    }

    /// Whether nothing is done about it here.
    pub(super) const fn is_idle(&self) -> bool {
        self.thinking.is_none() && self.claim.is_none() && self.resting.is_none()
    }

    /// When it is to be tried again.
    pub(super) fn tries_again(&self) -> Option<Instant> {
        self.resting.map(|(_, until)| until)
    }

    /// Whether this is the number of its own order.
    pub(super) fn is_own(&self, ticket: Ticket) -> bool {
        self.ticket == Some(ticket)
    }

    /// The job may not have been written: the next look writes it again.
    pub(super) const fn forget_wish(&mut self) {
        self.job_version = None;
    }

    fn is_about(&self) -> Option<Version> {
        self.thinking.as_ref().map(|thinking| thinking.version)
    }

    fn claimed(&self) -> Option<Version> {
        self.claim.as_ref().map(|claim| claim.job().version)
    }

    fn finish(&mut self) {
        if let Some(claim) = self.claim.take() {
            claim.finish();
        }
    }

    /// Thinking has failed. It is tried again from the beginning, by any node that has time, but not at
    /// once: what went wrong may go wrong again.
    fn rest(&mut self) {
        self.job_version = None;
        if let Some(Thinking { version, .. }) = self.thinking.take() {
            self.rest_from(version);
        }
    }

    fn rest_from(&mut self, version: Version) {
        self.resting = Some((version, Instant::now() + RETRY));
    }
}

impl Live {
    /// Notes the address of a client that holds a seat: the engine's work is shared out by address.
    pub(super) fn meet(&mut self, who: &Credentials) {
        if who.address.is_some() && !self.keeper.seats_of(who).is_empty() {
            self.engine.address = who.address;
        }
    }

    /// Has the engine think if its move is awaited. The address is noted where none is known: no client may have come to the
    /// table yet.
    pub(super) fn wake_for(&mut self, address: Option<IpAddr>) {
        self.engine.address = self.engine.address.or(address);
        self.think();
    }

    /// For whom the engine thinks: the person across from it.
    fn person(&self) -> Requester {
        let mut seated = self.keeper.entry().seats.iter().flatten();
        Requester::new(self.engine.address, seated.next().map(|holder| holder.guest))
    }

    /// Has the engine think, if its move is awaited, and gives up what it thought about before.
    pub(super) fn think(&mut self) {
        let awaited = self.keeper.awaited_engine();
        let version = awaited.map(|(_, _, version)| version);
        if self.engine.is_about() != version {
            self.engine.thinking = None;
        }
        let is_over =
            |claimed: Version| claimed <= self.keeper.version() && Some(claimed) != version;
        if self.engine.claimed().is_some_and(is_over) {
            self.engine.finish();
        }
        let is_rested = |(resting, until): (Version, Instant)| {
            Some(resting) != version || until <= Instant::now()
        };
        if self.engine.resting.is_some_and(is_rested) {
            self.engine.resting = None;
        }
        let Some((.., version)) = awaited else { return };
        if self.engine.thinking.is_some() || self.engine.resting.is_some() {
            return;
        }
        let share = match &self.engine.claim {
            _ if self.tables.store().leases().is_none() => 1,
            Some(claim) if claim.job().version == version => claim.share(),
            _ => return self.want(version),
        };
        let (Some(thoughts), Some(table)) = (self.tables.thoughts(), self.keeper.table()) else {
            return;
        };
        let (known, answer) = oneshot::channel();
        let clock = self.tables.config().clock.clone();
        let (who, now) = (self.person(), self.tables.now());
        let turn = EngineTurn { who, table: table.clone(), now, share };
        let pending = thoughts.choose(turn, move |action| {
            // The table has given the thought up if it does not wait for it.
            let _ = known.send((action, clock.now()));
        });
        match pending {
            Ok(pending) => {
                let answer = Some(answer);
                self.engine.thinking = Some(Thinking { version, answer, _pending: pending });
            }
            // The queue is full. The table asks again in a moment.
            Err(_) => self.engine.rest_from(version),
        }
    }

    /// Writes a job for a version, once.
    fn want(&mut self, version: Version) {
        if self.engine.job_version.replace(version) == Some(version) {
            return;
        }
        let (tables, table) = (self.tables.clone(), self.keeper.entry().id);
        let by = self.person().asker();
        self.tables.host().clone().spawn(async move {
            let Some(leases) = tables.store().leases() else { return };
            if leases.want(Job { table, version }, by).await.is_err() {
                sleep(RETRY).await;
                want_again(&tables, table).await;
            }
        });
    }

    /// This node has taken a job, which may be for a version that is not known here yet.
    pub(super) fn take(&mut self, claim: Claim) {
        let version = claim.job().version;
        self.engine.claim = Some(claim);
        let outputs = self.keeper.heard(version);
        self.carry_out(outputs);
    }

    /// Gives a job back for a version that cannot be read here. One for a version that the store does
    /// not hold was lost by it, and is taken off the list: it would stand in the way of the job for
    /// the version that the store does hold. That one is wanted only then, since the store may be told
    /// of both in any order.
    pub(super) fn give_back(&mut self) {
        let is_unknown = |claimed: &Version| *claimed > self.keeper.version();
        let claimed = self.engine.claimed().filter(is_unknown);
        let Some(claimed) = claimed.filter(|_| self.keeper.is_idle()) else { return };
        let claim = self.engine.claim.take();
        let is_lost = claimed > self.keeper.entry().version && !self.keeper.is_unsure();
        let Some(claim) = claim.filter(|_| is_lost) else { return };
        self.engine.job_version = Some(self.keeper.version());
        let (tables, table) = (self.tables.clone(), self.keeper.entry().id);
        self.tables.host().spawn(async move {
            claim.finish_and_wait().await;
            want_again(&tables, table).await;
        });
    }

    /// The engine knows what to do, or that there is nothing that it would do.
    pub(super) fn thought(&mut self, EngineAnswer { version, action, at }: EngineAnswer) {
        let awaited = self.keeper.awaited_engine().filter(|(_, _, own)| *own == version);
        let Some((seat, ..)) = awaited else { return };
        let Some(action) = action else {
            // The lease runs out and the job is claimed again, by this node or another.
            self.engine.claim = None;
            return self.engine.rest();
        };
        let order = Order { seen: Some(version), ..Order::new(action) };
        let next = self.tables.host().table_id();
        let what = Request::Do { order, next, no_room: None };
        self.tickets += 1;
        let ticket = self.tickets;
        self.engine.ticket = Some(ticket);
        let outputs = self.keeper.ask(Asked { ticket, by: By::Engine(seat), at, what });
        self.carry_out(outputs);
    }

    /// The order of the engine has been answered. If the move could not be stored, any node that has
    /// time thinks again.
    pub(super) fn engine_is_answered(&mut self, answer: &Result<Done, HouseError>) {
        self.engine.ticket = None;
        match answer {
            Ok(_) => {}
            Err(HouseError::Store(_)) => {
                if let Some(claim) = self.engine.claim.take() {
                    claim.give_back();
                }
                self.engine.rest();
            }
            Err(_) => {
                self.engine.finish();
                self.engine.rest();
            }
        }
    }
}

/// Makes a table write its job again. A table that is not in memory does so when it is next read; for a
/// full inbox this waits.
async fn want_again(tables: &Tables, table: TableId) {
    if let Some(inbox) = tables.inbox_of(table) {
        let _ = inbox.send(Box::new(Message::Heard(0))).await;
    }
}
