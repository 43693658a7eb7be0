//! The moves that led to a position.

use std::ops::{Deref, DerefMut};

use crate::Moved;

/// How many moves a copy has room for: a move, and the pass that it may force.
const ROOM: usize = 2;

/// The moves of a table. A table is copied before every move, so that a copy has room for the next one
/// and is not copied again to make some.
#[derive(PartialEq, Eq, Default, Debug)]
pub(crate) struct History(Vec<Moved>);

impl Clone for History {
    fn clone(&self) -> Self {
        let mut copy = Vec::with_capacity(self.0.len() + ROOM);
        copy.extend_from_slice(&self.0);
        Self(copy)
    }
}

impl Deref for History {
    type Target = Vec<Moved>;

    fn deref(&self) -> &Vec<Moved> {
        &self.0
    }
}

impl DerefMut for History {
    fn deref_mut(&mut self) -> &mut Vec<Moved> {
        &mut self.0
    }
}
