//! What is going to happen, in the order in which it will.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use konoba_table::Moment;

use crate::happening::Happening;

/// What is going to happen. Of two things at one moment the one that was put down first comes first.
#[derive(Default)]
pub(crate) struct Agenda {
    heap: BinaryHeap<Due>,
    count: u64,
}

struct Due {
    at: Moment,
    number: u64,
    what: Happening,
}

impl Agenda {
    pub(crate) fn put(&mut self, at: Moment, what: Happening) {
        self.count += 1;
        self.heap.push(Due { at, number: self.count, what });
    }

    pub(crate) fn next(&mut self) -> Option<(Moment, Happening)> {
        self.heap.pop().map(|due| (due.at, due.what))
    }
}

impl Ord for Due {
    /// The heap gives the greatest first, and that must be the earliest.
    fn cmp(&self, other: &Self) -> Ordering {
        (other.at, other.number).cmp(&(self.at, self.number))
    }
}

impl PartialOrd for Due {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Due {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Due {}
