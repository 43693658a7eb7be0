//! What has been promised, held against the log at every step.

mod time;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use konoba_live::Order;
use konoba_rules::Move;
use konoba_store::{GuestId, KeptEvent, MoveId, TableId};
use konoba_table::{Action, Command, Ending, Event, Fact, Moment, Outcome, Seat, Table, Version};

use time::check_time;

/// How long a node may believe in what the store has lost: it may be frozen or cut off, and then it is
/// told that it has missed something.
const UNKNOWN_LOSS: Duration = Duration::from_secs(90);

/// What the house promises to all clients.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Promise {
    /// The log of a table grows by one version at a time and the rules bear it out.
    Log,
    /// What was acknowledged is in the log, once, where it was said to be, or was lost by the store.
    Acknowledged,
    /// A house answers everything that it is asked while it runs.
    Answered,
    /// A seat does only what the client that holds it has asked for.
    Seats,
    /// Time does not go back, and a seat gains none but the increment.
    Clocks,
    /// A clock runs out after its deadline and never before a move that was received in time.
    Flags,
    /// Every client that sees a version of a table sees the same, as the log has it or had it before a
    /// loss.
    SameTable,
    /// A visit is told each event once and in order.
    ToldOnce,
    /// When nothing goes wrong any more, every node and every client knows what the log holds.
    CatchesUp,
    /// When nothing goes wrong any more, every client knows who is at its table.
    Presence,
    /// When nothing goes wrong any more, every engine whose move is awaited moves, and its job is taken off
    /// the list.
    Jobs,
    /// A table that has no visitors goes to sleep.
    Sleeps,
    /// A guest who logs out is logged out at every node.
    LogsOut,
    /// A house that is closed ends all its tasks.
    Closes,
    /// No task panics.
    NoPanic,
}

/// A promise that was broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Which.
    pub promise: Promise,
    /// How.
    pub how: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.promise, self.how)
    }
}

pub(crate) type Checked = Result<(), Violation>;

/// Asks that something holds.
pub(crate) fn hold(promise: Promise, holds: bool, how: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(Violation { promise, how: how() }) }
}

/// What is known of every table by its log alone.
#[derive(Default)]
pub(crate) struct Ledger {
    pages: BTreeMap<TableId, Page>,
    /// The orders that were handed to a house and are not answered.
    received: BTreeMap<u64, Received>,
    tickets: u64,
    /// When each guest last wanted to log out, and was told to have done so.
    logged_out: BTreeMap<GuestId, Moment>,
    /// How wrong the clocks of nodes may be.
    clock_error: Duration,
}

/// What is known of one table.
#[derive(Default)]
struct Page {
    /// The table after each version, from 1 on.
    tables: Vec<Arc<Table>>,
    /// When the last event was kept or lost.
    changed_at: Moment,
    /// The orders that were sent, and the seat that their sender holds.
    sent: BTreeMap<MoveId, Option<Seat>>,
    /// The orders in the log.
    kept: BTreeMap<MoveId, Version>,
    /// What the store has lost: the table after each such event, and the orders.
    lost: Vec<Arc<Table>>,
    lost_orders: BTreeMap<MoveId, Version>,
    /// When it last lost something.
    lost_at: Option<Moment>,
}

/// An order that was handed to the house of a node.
struct Received {
    node: usize,
    table: TableId,
    seat: Seat,
    /// When, by the clock of the node.
    at: Moment,
    order: Order,
}

impl Ledger {
    pub(crate) fn new(clock_error: Duration) -> Self {
        Self { clock_error, ..Self::default() }
    }

    /// A client sends an order and holds this seat.
    pub(crate) fn sent(&mut self, table: TableId, order: &MoveId, seat: Option<Seat>) {
        self.pages.entry(table).or_default().sent.insert(order.clone(), seat);
    }

    /// An order reaches a node, at a moment by the node's clock. The number that comes back is for
    /// [`Ledger::answered`].
    pub(crate) fn received(
        &mut self,
        node: usize,
        table: TableId,
        order: &Order,
        at: Moment,
    ) -> Option<u64> {
        let seat = *self.pages.get(&table)?.sent.get(order.id.as_ref()?)?;
        self.tickets += 1;
        let received = Received { node, table, seat: seat?, at, order: order.clone() };
        self.received.insert(self.tickets, received);
        Some(self.tickets)
    }

    /// The order has been answered, or its node is no more.
    pub(crate) fn answered(&mut self, ticket: u64) {
        self.received.remove(&ticket);
    }

    /// The orders that wait at a node which wants a flag to have fallen, though they were received before
    /// the deadline.
    pub(crate) fn overtaken(&self, node: usize, table: TableId, events: &[Event]) -> Vec<u64> {
        let Some(flag) = events.iter().find(|event| is_flag(&event.fact)) else {
            return Vec::new();
        };
        let before = flag
            .version
            .checked_sub(2)
            .and_then(|index| self.pages.get(&table)?.tables.get(usize::try_from(index).ok()?));
        let Some(before) = before else { return Vec::new() };
        let is_good = |Received { seat, at, order, .. }: &Received| {
            let is_in_time = before.deadline().is_some_and(|deadline| *at < deadline);
            let command = Command { action: order.action, seen: order.seen };
            is_in_time
                && matches!(order.action, Action::Play(_))
                && before.decide(*seat, command, *at).is_ok()
        };
        let waiting = self.received.iter();
        let waiting = waiting.filter(|(_, own)| (own.node, own.table) == (node, table));
        waiting.filter(|(_, own)| is_good(own)).map(|(ticket, _)| *ticket).collect()
    }

    /// A flag was wanted although this order had been received in time: it must have been answered then.
    pub(crate) fn flag_fell_before(&self, ticket: u64) -> Checked {
        let waiting = self.received.get(&ticket);
        hold(Promise::Flags, waiting.is_none(), || {
            let order = waiting.map(|received| &received.order);
            format!("a flag fell before {order:?}, which was there in time")
        })
    }

    /// The store has made events durable.
    pub(crate) fn kept(&mut self, table: TableId, events: &[KeptEvent], now: Moment) -> Checked {
        let error = self.clock_error;
        let page = self.pages.entry(table).or_default();
        page.changed_at = now;
        for KeptEvent { event, origin } in events {
            let version = event.version;
            let before = page.tables.last().cloned();
            let next = page.tables.len() as Version + 1;
            hold(Promise::Log, version == next, || format!("{version} was kept as {next}"))?;
            let after = match &before {
                None => Table::replay([event]).ok(),
                Some(before) => {
                    let mut after = before.as_ref().clone();
                    after.apply(event);
                    Some(after).filter(|after| after.frozen().is_none())
                }
            };
            let Some(after) = after else {
                return hold(Promise::Log, false, || format!("the rules deny {event:?}"));
            };
            if let Some(before) = &before {
                check_time(before, &after, event, now, error)?;
            }
            match origin {
                Some(origin) => {
                    let rightful = page.sent.get(&origin.id).copied().flatten();
                    let is_own =
                        rightful == Some(origin.seat) && acts_for(&after, &event.fact, origin.seat);
                    hold(Promise::Seats, is_own, || format!("{origin:?} did {:?}", event.fact))?;
                    let earlier = page.kept.insert(origin.id.clone(), version);
                    hold(Promise::Log, earlier.is_none(), || format!("{origin:?} is kept twice"))?;
                }
                None => {
                    let is_wanted = !is_choice_of_person(&after, &event.fact);
                    hold(Promise::Seats, is_wanted, || format!("no order for {:?}", event.fact))?;
                }
            }
            page.tables.push(Arc::new(after));
        }
        Ok(())
    }

    /// The store has lost everything after a version. How many events that is.
    pub(crate) fn lose(&mut self, table: TableId, after: Version, now: Moment) -> u64 {
        let page = self.pages.entry(table).or_default();
        let after_index = usize::try_from(after).unwrap_or(usize::MAX);
        let lost = page.tables.split_off(page.tables.len().min(after_index));
        let count = lost.len() as u64;
        page.lost.extend(lost);
        let (lost, kept) = std::mem::take(&mut page.kept)
            .into_iter()
            .partition::<BTreeMap<_, _>, _>(|(_, version)| *version > after);
        page.kept = kept;
        page.lost_orders.extend(lost);
        page.lost_at = Some(now);
        page.changed_at = now;
        count
    }

    /// Whether the store has lost something of a table so lately that a node need not know it yet.
    pub(crate) fn has_just_lost(&self, table: TableId, now: Moment) -> bool {
        let lost_at = self.pages.get(&table).and_then(|page| page.lost_at);
        lost_at.is_some_and(|at| now.since(at) < UNKNOWN_LOSS)
    }

    /// A node tells a client that an order was carried out.
    pub(crate) fn acknowledged(
        &self,
        id: TableId,
        order: &MoveId,
        version: Version,
        now: Moment,
    ) -> Checked {
        let Some(page) = self.pages.get(&id) else { return Ok(()) };
        let rightful = page.sent.get(order).copied().flatten();
        hold(Promise::Seats, rightful.is_some(), || format!("{order:?} holds no seat"))?;
        let kept = page.kept.get(order).copied();
        // It was kept, and the node does not know yet that it is lost.
        let is_lost = kept.is_none() && page.lost_orders.get(order) == Some(&version);
        if is_lost && self.has_just_lost(id, now) {
            return Ok(());
        }
        hold(Promise::Acknowledged, kept == Some(version), || {
            format!("{order:?} was acknowledged as {version} and is kept as {kept:?}")
        })
    }

    /// A client, or a node, sees a table.
    pub(crate) fn seen(&self, id: TableId, table: &Table, by: &str) -> Checked {
        let Some(page) = self.pages.get(&id) else { return Ok(()) };
        let version = table.version();
        let index = version.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        let own = index.and_then(|index| page.tables.get(index));
        let is_same = own.is_some_and(|own| own.as_ref() == table);
        let is_lost = || page.lost.iter().any(|lost| lost.as_ref() == table);
        hold(Promise::SameTable, is_same || is_lost(), || {
            format!("{by} sees another version {version}")
        })
    }

    /// A guest has logged out, as was wanted at a moment.
    pub(crate) fn logged_out(&mut self, guest: GuestId, wanted: Moment) {
        self.logged_out.insert(guest, wanted);
    }

    /// Whether a guest has logged out after a moment.
    pub(crate) fn has_logged_out_since(&self, guest: GuestId, since: Moment) -> bool {
        self.logged_out.get(&guest).is_some_and(|wanted| *wanted > since)
    }

    /// The table as the log has it, if it is opened.
    pub(crate) fn last(&self, table: TableId) -> Option<Arc<Table>> {
        self.pages.get(&table)?.tables.last().cloned()
    }

    /// When a table last changed.
    pub(crate) fn changed_at(&self, table: TableId) -> Option<Moment> {
        self.pages.get(&table).map(|page| page.changed_at)
    }
}

/// Whether a flag has fallen.
pub(crate) const fn is_flag(fact: &Fact) -> bool {
    matches!(fact, Fact::Ended { outcome: Outcome { ending: Ending::Time, .. }, .. })
}

/// Whether a person must have chosen this. A pass is never a choice.
fn is_choice_of_person(table: &Table, fact: &Fact) -> bool {
    match fact {
        Fact::Moved(moved) => {
            moved.played.mv != Move::Pass && !table.player(moved.seat).is_engine()
        }
        Fact::Ended { outcome, .. } => outcome.ending == Ending::Resignation,
        Fact::Asked { seat, .. } | Fact::Declined { seat, .. } => !table.player(*seat).is_engine(),
        _ => false,
    }
}

/// Whether this is something that the seat may do.
fn acts_for(table: &Table, fact: &Fact, seat: Seat) -> bool {
    match fact {
        Fact::Moved(moved) => moved.seat == seat,
        Fact::Ended { outcome: Outcome { seat: winner, ending, .. }, .. } => {
            *ending == Ending::Time || *winner == seat.other()
        }
        Fact::Asked { seat: by, .. } | Fact::Declined { seat: by, .. } => *by == seat,
        // It names the seat that wished it. The other one agrees, or is an engine and need not be asked.
        Fact::Undone { seat: by, .. } => (*by == seat) == table.player(seat.other()).is_engine(),
        Fact::Opened(_) | Fact::Closed { .. } | Fact::Rematched { .. } => true,
    }
}
