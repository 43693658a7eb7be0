//! A node: keepers of tables, those who visit them, and what they have asked of the store.

use std::collections::BTreeMap;
use std::time::Duration;

use konoba_live::keeper::{Keeper, Ticket};
use konoba_store::TableId;
use konoba_table::{Moment, Version};

use crate::happening::{Ask, ToNode};

/// A node. What it knows is gone when it dies.
#[derive(Default)]
pub(crate) struct Node {
    /// Counts its lives.
    pub(crate) life: u32,
    pub(crate) is_down: bool,
    /// Until then it does nothing, and then everything at once.
    pub(crate) frozen_until: Moment,
    /// Until then nothing passes between it and the store.
    pub(crate) cut_until: Moment,
    /// How far its clock is ahead of the true time, beside [`Node::behind`].
    pub(crate) ahead: Duration,
    /// How far its clock is behind the true time.
    pub(crate) behind: Duration,
    pub(crate) tables: BTreeMap<TableId, Awake>,
    pub(crate) requests: u64,
}

/// A table that is awake at a node.
#[derive(Default)]
pub(crate) struct Awake {
    /// None until the table has been read.
    pub(crate) keeper: Option<Keeper>,
    /// What came in before that, and when by the node's clock.
    pub(crate) inbox: Vec<(Moment, ToNode)>,
    pub(crate) in_flight: Option<InFlight>,
    pub(crate) visitors: Vec<Visitor>,
    /// What was asked and is not answered.
    pub(crate) asked: BTreeMap<Ticket, Received>,
    /// What a node with the flag race has put aside.
    pub(crate) held: Vec<Received>,
    pub(crate) tickets: Ticket,
    /// When it is going to look at the clock.
    pub(crate) alarm: Option<Moment>,
    pub(crate) is_stale: bool,
}

/// What was asked of the store and is not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct InFlight {
    pub(crate) request: u64,
    pub(crate) is_append: bool,
}

/// Somebody who is told what happens.
pub(crate) struct Visitor {
    pub(crate) client: usize,
    pub(crate) visit: u32,
    pub(crate) told: Version,
    /// How many times something was told.
    pub(crate) said: u32,
}

/// What was asked.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) ask: Ask,
    /// When it was received, by the node's clock.
    pub(crate) received: Moment,
    /// The moment at which it is judged, which ought to be the same.
    pub(crate) at: Moment,
}

impl Node {
    /// What its clock shows at a true time.
    pub(crate) fn clock(&self, now: Moment) -> Moment {
        Moment::from_millis(now.since(Moment::default() + self.behind).as_millis() as u64)
            + self.ahead
    }

    /// The true time at which its clock shows this.
    pub(crate) fn true_time(&self, shown: Moment) -> Moment {
        Moment::from_millis(shown.since(Moment::default() + self.ahead).as_millis() as u64)
            + self.behind
    }

    /// It dies, and nobody is told.
    pub(crate) fn die(&mut self) {
        self.life += 1;
        self.is_down = true;
        self.tables.clear();
    }
}
