//! What is counted of work, for metrics.

use std::time::Duration;

use super::WorkKind;

/// What there is to know of one kind of work since the house was opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorkFigures {
    /// Which kind.
    pub kind: WorkKind,
    /// How much waits now.
    pub waiting: usize,
    /// How much is being done now.
    pub running: usize,
    /// How much was done.
    pub done: u64,
    /// How much was given up because the requester had left.
    pub cancelled: u64,
    /// How much was refused because the requester had used up its share.
    pub refused_own: u64,
    /// How much was refused because the node as a whole had too much to do.
    pub refused_house: u64,
    /// For how long what was begun had waited, all together.
    pub waited: Duration,
    /// How much time was used, all together.
    pub used: Duration,
}

impl WorkFigures {
    pub(super) const fn new(kind: WorkKind) -> Self {
        Self {
            kind,
            waiting: 0,
            running: 0,
            done: 0,
            cancelled: 0,
            refused_own: 0,
            refused_house: 0,
            waited: Duration::ZERO,
            used: Duration::ZERO,
        }
    }
}
