//! What nodes that share a store let one another know beside events.
//!
//! All of it is leased: it ends by itself, by the clock of the store, when the node that holds it does
//! not renew it. It is no part of any game, and what is lost with it is said again or done again.

use std::time::Duration;

use konoba_table::Version;

use crate::{Answer, GuestId, Notice, TableId};

/// What nodes that share a store let one another know beside events.
pub trait Leases: Send + Sync {
    /// Says who is at which tables of this node. The list is complete: tables that are not named have no
    /// clients here. It holds for a few seconds.
    fn attend(&self, here: Vec<(TableId, Presence)>) -> Answer<()>;
    /// Who is at these tables at other nodes. Tables without clients are left out.
    fn elsewhere(&self, tables: Vec<TableId>) -> Answer<Vec<(TableId, Presence)>>;
    /// Lets every node know something, this one too. Nodes that do not listen just now miss it.
    fn announce(&self, notice: Notice) -> Answer<()>;
    /// Writes a job for any node that has time. Writing it twice is the same as once, and a job for an
    /// earlier version of the table is deleted.
    fn want(&self, job: Job, by: Asker) -> Answer<()>;
    /// Renews the jobs that this node holds, for another few seconds, and claims up to so many more that
    /// no other node holds. Addresses take turns, and so do the guests of an address: those come first
    /// for whom the fewest jobs are held, and among them those that have waited longest.
    fn claim(&self, held: Vec<Job>, most: usize) -> Answer<Claimed>;
    /// Deletes a job: it is done, or no longer needed.
    fn finish(&self, job: Job) -> Answer<()>;
    /// Gives back a job that this node holds, for others to claim at once.
    fn give_back(&self, job: Job) -> Answer<()>;
    /// Gives back every job that this node holds.
    fn release(&self) -> Answer<()>;
    /// How much there is to think about, at all nodes together.
    fn backlog(&self) -> Answer<Backlog>;
}

/// Who is at a table just now. It is no fact of the game: it comes and goes with connections.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Presence {
    /// Whether the holder of each seat is there.
    pub seats: [bool; 2],
    /// How many watch who hold no seat.
    pub watchers: u32,
}

impl Presence {
    /// Whether no client is there.
    pub const fn is_empty(self) -> bool {
        !self.seats[0] && !self.seats[1] && self.watchers == 0
    }

    /// Those who are here together with those who are elsewhere.
    ///
    /// ```
    /// use konoba_store::Presence;
    /// let here = Presence { seats: [true, false], watchers: 2 };
    /// let elsewhere = Presence { seats: [true, true], watchers: 1 };
    /// assert_eq!(here.and(elsewhere), Presence { seats: [true, true], watchers: 3 });
    /// ```
    pub const fn and(self, elsewhere: Self) -> Self {
        let [one, two] = self.seats;
        Self {
            seats: [one || elsewhere.seats[0], two || elsewhere.seats[1]],
            watchers: self.watchers.saturating_add(elsewhere.watchers),
        }
    }
}

/// Something to think about: the move of the engine that is awaited at a version of a table. Which
/// engine, and in what position, the table tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Job {
    /// The table.
    pub table: TableId,
    /// The version that its engine has to answer.
    pub version: Version,
}

/// For whom a job is done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Asker {
    /// A number for the address or network that the guest comes from, the same at every node.
    pub address: Option<i64>,
    /// The guest who plays.
    pub guest: Option<GuestId>,
}

/// Jobs that a node has taken, and how many there are beside them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Claimed {
    /// The jobs, which are this node's for a few seconds.
    pub jobs: Vec<Job>,
    /// How many are held at all nodes together.
    pub held: u64,
    /// How many are still held by no node.
    pub waiting: u64,
}

/// How much there is to think about.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Backlog {
    /// How many jobs are held by some node.
    pub held: u64,
    /// How many are held by no node.
    pub waiting: u64,
    /// How long the oldest of these has waited.
    pub longest: Duration,
}
