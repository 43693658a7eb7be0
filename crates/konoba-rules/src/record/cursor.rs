//! A place in a record together with the position there, so that a line of moves is added without
//! replaying the game before each of them.

use super::{AddError, NodeId, Record};
use crate::{AnyPosition, Move};

/// A node of a record and the position at it.
///
/// ```
/// use konoba_rules::{Move, Record, record::NodeId};
/// let setup = "konobi:5".parse().unwrap();
/// let mut record = Record::new(setup);
/// let mut cursor = record.cursor_at(NodeId::ROOT);
/// for text in ["c3", "b2", "c4"] {
///     record.play_on(&mut cursor, Move::read(text, setup.spec).unwrap()).unwrap();
/// }
/// assert_eq!(cursor.node(), record.last());
/// assert_eq!(*cursor.position(), record.position_at(record.last()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    pub(super) node: NodeId,
    pub(super) position: AnyPosition,
}

impl Cursor {
    /// The node.
    pub const fn node(&self) -> NodeId {
        self.node
    }

    /// The position there.
    pub const fn position(&self) -> &AnyPosition {
        &self.position
    }
}

impl Record {
    /// A cursor at a node. The game is replayed up to it once.
    pub fn cursor_at(&self, node: NodeId) -> Cursor {
        Cursor { node, position: self.position_at(node) }
    }

    /// Plays a move at a cursor of this record, as [`Record::play`] does, and moves the cursor to the
    /// node of the move. A refused move leaves record and cursor as they were.
    pub fn play_on(&mut self, cursor: &mut Cursor, mv: Move) -> Result<NodeId, AddError> {
        let Some(child) = self.tree.child_by(cursor.node, mv) else {
            return self.add(cursor, mv);
        };
        cursor.position.play(mv).expect("a record holds legal moves only");
        cursor.node = child;
        Ok(child)
    }
}

/// Counts the moves that [`Record::position_at`] replays, so that a test can tell a linear way of
/// building a record from a quadratic one. Only builds with debug assertions count.
#[doc(hidden)]
#[cfg(debug_assertions)]
pub mod replayed {
    use std::cell::Cell;

    thread_local! {
        static MOVES: Cell<u64> = const { Cell::new(0) };
    }

    /// How many moves this thread has replayed.
    pub fn moves() -> u64 {
        MOVES.get()
    }

    pub(in crate::record) fn add(moves: usize) {
        MOVES.set(MOVES.get() + moves as u64);
    }
}
