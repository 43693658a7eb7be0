//! Which clients are at a table, at this node and at others.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use konoba_store::{Entry, GuestId, Presence};
use konoba_table::Seat;

use crate::Seats;

/// Who is at a table, readable from outside the table's task.
#[derive(Default, Debug)]
pub(crate) struct PresenceCount {
    seats: [AtomicU32; 2],
    watchers: AtomicU32,
    /// Who is there at other nodes, as far as this one has heard.
    elsewhere: Mutex<Presence>,
    /// Who holds the seats, whether there or not; none until the table is read.
    holders: Mutex<Option<[Option<GuestId>; 2]>>,
}

impl PresenceCount {
    pub(crate) fn add(&self, seats: Seats) {
        for counter in self.counters(seats) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(crate) fn subtract(&self, seats: Seats) {
        for counter in self.counters(seats) {
            counter.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Who is there at this node.
    pub(crate) fn here(&self) -> Presence {
        let count = |counter: &AtomicU32| counter.load(Ordering::Relaxed);
        Presence {
            seats: Seat::BOTH.map(|seat| count(&self.seats[seat.index()]) > 0),
            watchers: count(&self.watchers),
        }
    }

    /// Who is there, wherever that is.
    pub(crate) fn now(&self) -> Presence {
        self.here().and(*self.elsewhere())
    }

    /// Takes note of who is there at other nodes. Returns whether anything has changed.
    pub(crate) fn learn(&self, elsewhere: Presence) -> bool {
        std::mem::replace(&mut *self.elsewhere(), elsewhere) != elsewhere
    }

    /// Takes note of who holds the seats.
    pub(crate) fn learn_holders(&self, entry: &Entry) {
        let holders = entry.seats.each_ref().map(|seat| seat.as_ref().map(|holder| holder.guest));
        *self.holders.lock().unwrap_or_else(PoisonError::into_inner) = Some(holders);
    }

    /// Whether a guest holds a seat, or that is not known yet.
    pub(crate) fn may_have_seat(&self, guest: GuestId) -> bool {
        let holders = self.holders.lock().unwrap_or_else(PoisonError::into_inner);
        holders.is_none_or(|holders| holders.contains(&Some(guest)))
    }

    fn elsewhere(&self) -> MutexGuard<'_, Presence> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn counters(&self, seats: Seats) -> impl Iterator<Item = &AtomicU32> {
        let watcher = seats.is_empty().then_some(&self.watchers);
        seats.iter().map(|seat| &self.seats[seat.index()]).chain(watcher)
    }
}
