//! How much a solver may do.

use std::time::Duration;

use crate::{Limits, Watch};

/// How much a solver may still do, and who can stop it.
pub struct Effort<'a> {
    watch: &'a dyn Watch,
    nodes: u64,
    time: Option<Duration>,
    spent: u64,
    is_stopped: bool,
}

/// How many nodes there are between two looks at the watch: a few thousand a second.
const OFTEN: u64 = 256;

impl<'a> Effort<'a> {
    /// As much as the limits allow, and no more than this many nodes.
    pub fn new(limits: Limits, nodes: u64, watch: &'a dyn Watch) -> Self {
        let nodes = limits.visits.map_or(nodes, |visits| visits.min(nodes));
        Self { watch, nodes, time: limits.time, spent: 0, is_stopped: false }
    }

    /// Counts a node. Whether it may still be looked at.
    #[inline(always)]
    pub fn spend(&mut self) -> bool {
        self.spent += 1;
        if self.spent > self.nodes || self.spent.is_multiple_of(OFTEN) && self.is_over() {
            self.is_stopped = true;
        }
        !self.is_stopped
    }

    /// Whether it has come to its end.
    #[inline(always)]
    pub const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// How many nodes were counted.
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    fn is_over(&self) -> bool {
        self.watch.must_stop() || self.time.is_some_and(|time| self.watch.elapsed() >= time)
    }
}
