//! Who is there.

use std::sync::atomic::{AtomicU32, Ordering};

use konoba_table::Seat;

use crate::Seats;

/// Who is at a table just now. It is no fact of the game: it comes and goes with connections.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Presence {
    /// Whether the holder of each seat is there.
    pub seats: [bool; 2],
    /// How many watch who hold no seat.
    pub watchers: u32,
}

/// The same for those who look from outside the table's task.
#[derive(Default, Debug)]
pub(crate) struct PresenceCount {
    seats: [AtomicU32; 2],
    watchers: AtomicU32,
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

    pub(crate) fn now(&self) -> Presence {
        let count = |counter: &AtomicU32| counter.load(Ordering::Relaxed);
        Presence {
            seats: Seat::BOTH.map(|seat| count(&self.seats[seat.index()]) > 0),
            watchers: count(&self.watchers),
        }
    }

    fn counters(&self, seats: Seats) -> impl Iterator<Item = &AtomicU32> {
        let watcher = seats.is_empty().then_some(&self.watchers);
        seats.iter().map(|seat| &self.seats[seat.index()]).chain(watcher)
    }
}
