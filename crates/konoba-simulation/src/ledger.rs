//! What has been promised, held against the log at every step.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use konoba_store::{KeptEvent, MoveId, TableId};
use konoba_table::{Ending, Event, Fact, Moment, Outcome, Seat, Table, TimeControl, Version};

/// What is promised to everybody.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Promise {
    /// The log of a table grows by one version at a time and the rules bear it out.
    Log,
    /// What was acknowledged is in the log, once, where it was said to be, or was lost by the store.
    Acknowledged,
    /// Nobody acts for a seat that is not theirs.
    Seats,
    /// Time does not go back, and nobody gains any but the increment.
    Clocks,
    /// A flag falls after its deadline and never before a move that was received in time.
    Flags,
    /// Whoever sees a version of a table sees the same, as the log has it or had it before a loss.
    SameTable,
    /// A node tells its visitors each event once and in order.
    ToldOnce,
    /// Whoever has read the store knows what it holds, and when the weather calms everybody does.
    CatchesUp,
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
    /// How wrong the clocks of nodes may be.
    clock_error: Duration,
}

/// What is known of one table.
#[derive(Default)]
struct Page {
    /// The table after each version, from 1 on.
    tables: Vec<Arc<Table>>,
    /// When the last event was kept.
    kept_at: Moment,
    /// The orders that were sent, and the seat that their sender holds.
    sent: BTreeMap<MoveId, Option<Seat>>,
    /// The orders in the log.
    kept: BTreeMap<MoveId, Version>,
    /// What the store has lost: the table after each such event, and the orders.
    lost: Vec<Arc<Table>>,
    lost_orders: BTreeMap<MoveId, Version>,
    /// Whether the store has lost that an offer was taken back.
    has_lost_standing: bool,
}

impl Ledger {
    pub(crate) fn new(clock_error: Duration) -> Self {
        Self { clock_error, ..Self::default() }
    }

    /// A client sends an order and holds this seat.
    pub(crate) fn sent(&mut self, table: TableId, order: &MoveId, seat: Option<Seat>) {
        self.pages.entry(table).or_default().sent.insert(order.clone(), seat);
    }

    /// The store has made events durable.
    pub(crate) fn kept(&mut self, table: TableId, events: &[KeptEvent], now: Moment) -> Checked {
        let error = self.clock_error;
        let page = self.pages.entry(table).or_default();
        page.kept_at = now;
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
            if let Some(origin) = origin {
                let rightful = page.sent.get(&origin.id).copied().flatten();
                let is_own = rightful == Some(origin.seat) && acts_for(&event.fact, origin.seat);
                hold(Promise::Seats, is_own, || format!("{origin:?} did {:?}", event.fact))?;
                let earlier = page.kept.insert(origin.id.clone(), version);
                hold(Promise::Log, earlier.is_none(), || format!("{origin:?} is kept twice"))?;
            }
            page.tables.push(Arc::new(after));
        }
        Ok(())
    }

    /// The store has lost everything after a version. How many events that is.
    pub(crate) fn lose(&mut self, table: TableId, after: Version, now: Moment) -> u64 {
        let Some(page) = self.pages.get_mut(&table) else { return 0 };
        let lost = page.tables.split_off(page.tables.len().min(after as usize));
        let count = lost.len() as u64;
        page.lost.extend(lost);
        let (lost, kept) = std::mem::take(&mut page.kept)
            .into_iter()
            .partition::<BTreeMap<_, _>, _>(|(_, version)| *version > after);
        page.kept = kept;
        page.lost_orders.extend(lost);
        page.has_lost_standing |= count == 0;
        page.kept_at = now;
        count
    }

    /// Whether this is a table that the store has lost, and that nobody need know yet to be lost.
    pub(crate) fn is_lost(&self, id: TableId, table: Option<&Table>) -> bool {
        let Some(page) = self.pages.get(&id) else { return false };
        match table {
            Some(table) => page.lost.iter().any(|lost| lost.as_ref() == table),
            None => page.has_lost_standing,
        }
    }

    /// A node tells a client that an order was carried out, and knows the table so.
    pub(crate) fn acknowledged(
        &self,
        id: TableId,
        order: &MoveId,
        version: Version,
        table: Option<&Table>,
    ) -> Checked {
        let Some(page) = self.pages.get(&id) else { return Ok(()) };
        let rightful = page.sent.get(order).copied().flatten();
        hold(Promise::Seats, rightful.is_some(), || format!("{order:?} holds no seat"))?;
        let kept = page.kept.get(order).copied();
        // It was kept, and the node does not know yet that it is lost.
        if kept.is_none()
            && page.lost_orders.get(order) == Some(&version)
            && self.is_lost(id, table)
        {
            return Ok(());
        }
        hold(Promise::Acknowledged, kept == Some(version), || {
            format!("{order:?} was acknowledged as {version} and is kept as {kept:?}")
        })
    }

    /// Somebody sees a table.
    pub(crate) fn seen(&self, id: TableId, table: &Table, by: &str) -> Checked {
        let Some(page) = self.pages.get(&id) else { return Ok(()) };
        let version = table.version();
        let own = version.checked_sub(1).and_then(|index| page.tables.get(index as usize));
        let is_same = own.is_some_and(|own| own.as_ref() == table);
        hold(Promise::SameTable, is_same || self.is_lost(id, Some(table)), || {
            format!("{by} sees another version {version}")
        })
    }

    /// The table as the log has it, and when that was written.
    pub(crate) fn last(&self, table: TableId) -> Option<(&Arc<Table>, Moment)> {
        let page = self.pages.get(&table)?;
        page.tables.last().map(|last| (last, page.kept_at))
    }

    pub(crate) fn close(&mut self, table: TableId) {
        self.pages.remove(&table);
    }
}

/// Whether this is something that the seat may do.
fn acts_for(fact: &Fact, seat: Seat) -> bool {
    match fact {
        Fact::Moved(moved) => moved.seat == seat,
        Fact::Ended { outcome: Outcome { seat: winner, ending, .. }, .. } => {
            *ending == Ending::Time || *winner == seat.other()
        }
        Fact::Asked { seat: by, .. } | Fact::Declined { seat: by, .. } => *by == seat,
        // The one who wished it is not the one who agrees.
        Fact::Undone { seat: by, .. } => *by == seat.other(),
        Fact::Opened(_) | Fact::Closed { .. } | Fact::Rematched { .. } => true,
    }
}

fn check_time(
    before: &Table,
    after: &Table,
    event: &Event,
    now: Moment,
    error: Duration,
) -> Checked {
    let Event { version, at, fact } = event;
    let say = |what: &str| format!("version {version} at {at:?}, kept at {now:?}: {what}");
    hold(Promise::Clocks, *at <= now + error, || say("it lies in the future"))?;
    let deadline = before.deadline();
    match fact {
        Fact::Ended { outcome: Outcome { ending: Ending::Time, .. }, .. } => {
            let is_due =
                deadline.is_some_and(|deadline| *at >= deadline && now + error >= deadline);
            hold(Promise::Flags, is_due, || say("the flag fell early"))
        }
        Fact::Moved(moved) => {
            let is_in_time = deadline.is_none_or(|deadline| *at < deadline);
            hold(Promise::Flags, is_in_time, || say("the flag had fallen"))?;
            let increment = match before.opening().time {
                TimeControl::Fischer { increment, .. } => increment,
                TimeControl::PerMove { allowed } => allowed,
                TimeControl::None => return Ok(()),
            };
            let left = |table: &Table, seat| table.left(seat, *at).unwrap_or_default();
            let [own, other] = [moved.seat, moved.seat.other()];
            let is_fair = left(after, own) <= left(before, own) + increment
                && left(after, other) == left(before, other);
            hold(Promise::Clocks, is_fair, || say("somebody gained time"))
        }
        _ => Ok(()),
    }
}
