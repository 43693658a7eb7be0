//! Engines of the house: what they have to be able to do, and the pool in which they think.
//!
//! An engine is a client like any other: it has a seat, it sees a version, and it sends an order for
//! that version. What it thinks about cannot be hurt by how long it takes.

mod pool;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use konoba_line::Adviser;
use konoba_table::{Action, Name, Seat, Table};

pub(crate) use pool::{Hint, Pending, Pool, Turn};

/// Something that plays.
pub trait Thinker: Send + Sync + 'static {
    /// The levels at which it plays.
    fn levels(&self) -> RangeInclusive<u8>;
    /// What it is called at a level.
    fn name(&self, level: u8) -> Name;
    /// What it does at a table whose move it is. It is called on a thread of its own and may take
    /// its time, but ends soon after the time is up or the thought is given up. Nothing comes of a
    /// thought that was given up.
    fn think(&self, thought: &Thought) -> Option<Action>;
    /// What it would do for whoever is to move, and why, in a sentence or two; none if it gives no
    /// hints. Called as [`Thinker::think`] is.
    fn hint(&self, _thought: &Thought) -> Option<String> {
        None
    }
    /// Who analyses records: at most so long for a position, with chance that begins here. It is the
    /// engine with the nets that are built in, for those who have none of their own.
    fn analyst(&self, time: Duration, seed: u64) -> Adviser {
        Adviser::new(time, seed)
    }
}

/// Something to think about.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The table.
    pub table: Arc<Table>,
    /// The seat that is to move.
    pub seat: Seat,
    /// How strongly to play.
    pub level: u8,
    /// The most time that may be taken; less when many think.
    pub time: Duration,
    given_up: Arc<AtomicBool>,
}

impl Thought {
    /// Whether nobody wants the answer any more.
    pub fn is_given_up(&self) -> bool {
        self.given_up.load(Ordering::Relaxed)
    }
}
