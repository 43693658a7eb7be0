//! A tree of moves from one position on, which can be kept from one move of the game to the next.

use std::collections::VecDeque;

use konoba_rules::{Grid, Position, Rules};

use super::code::Code;
use super::node::{Below, Node, NodeId, ROOT};
use super::pool::{self, Pool};
use crate::calls;

/// A tree and the position at its root.
#[derive(Debug)]
pub(super) struct Tree<R: Rules> {
    start: Position<R>,
    pool: Pool,
    /// Where the part of the tree that is kept goes when the root moves on.
    spare: Pool,
}

/// The most bytes of nodes that a tree can have in its two pools.
pub(crate) const MOST_BYTES: u64 = 2 * pool::MOST_BYTES;

/// How many bytes a tree needs to know the moves of so many positions, where none has more moves than this.
pub(crate) fn bytes_of(positions: u64, most_moves: u32) -> usize {
    let bytes = pool::bytes_of(positions, most_moves).saturating_mul(2);
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

impl<R: Rules> Tree<R> {
    /// The root alone, with room for so many bytes of nodes.
    pub(super) fn new(start: Position<R>, bytes: usize) -> Self {
        let [pool, spare] = [(); 2].map(|()| Pool::with_limit(bytes / 2));
        let tree = Self { start, pool, spare };
        tree.plant();
        tree
    }

    fn plant(&self) {
        let root = self.pool.allocate(1).expect("an empty pool has room for one");
        self.pool.node(root).begin(Code::PASS, None);
    }

    /// The position at the root.
    #[inline(always)]
    pub(super) fn start(&self) -> &Position<R> {
        &self.start
    }

    #[inline(always)]
    pub(super) fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The root.
    pub(super) fn root(&self) -> &Node {
        self.pool.node(ROOT)
    }

    /// The moves from a node; none while it has no children yet.
    #[inline(always)]
    pub(super) fn children_of(&self, node: &Node) -> &[Node] {
        match node.below() {
            Below::Children(first, count) => self.pool.nodes(first, count),
            Below::Nothing | Below::SomethingSoon => &[],
        }
    }

    /// Whether there is nothing left to find out: who wins is proven, and which move is best with it.
    #[inline(always)]
    pub(super) fn is_settled(&self) -> bool {
        self.root().winner().is_some()
    }

    /// Moves the root to a position that follows, keeping what is known of it; if no move from there is
    /// known, begins anew.
    pub(super) fn move_on(&mut self, start: Position<R>) {
        if self.start == start {
            return;
        }
        // A node may be proven by what lies one move below it, without a child that says which move.
        let has_children = |id: &NodeId| !self.children_of(self.pool.node(*id)).is_empty();
        let kept = self.find(&self.start, ROOT, &start, 4).filter(has_children);
        self.start = start;
        self.spare.clear();
        match kept {
            Some(root) => {
                keep(&self.pool, root, &self.spare);
                std::mem::swap(&mut self.pool, &mut self.spare);
            }
            None => {
                self.pool.clear();
                self.plant();
            }
        }
    }

    /// The node of a position at most so many moves below another one.
    fn find(
        &self,
        from: &Position<R>,
        node: NodeId,
        to: &Position<R>,
        depth: u32,
    ) -> Option<NodeId> {
        if from == to {
            return Some(node);
        }
        let Below::Children(first, count) = self.pool.node(node).below() else { return None };
        if depth == 0 {
            return None;
        }
        let [ones, others] = to.rules().pieces();
        (first..first + count as NodeId).find_map(|id| {
            let code = self.pool.node(id).code();
            // Only moves to points that are taken by then can lead there.
            if code.point().is_some_and(|at| !(ones | others).contains(at)) {
                return None;
            }
            let mut next = *from;
            calls::play(&mut next, code.mv(R::SPEC.choice));
            self.find(&next, id, to, depth - 1)
        })
    }
}

/// Copies what hangs on a node into an empty pool, nearest first, as far as there is room.
fn keep(from: &Pool, root: NodeId, to: &Pool) {
    let place = to.allocate(1).expect("an empty pool has room for one");
    let mut copies = VecDeque::from([(root, place)]);
    while let Some((old, new)) = copies.pop_front() {
        let (node, copy) = (from.node(old), to.node(new));
        let room = match node.below() {
            Below::Children(first, count) => to.allocate(count).map(|place| (first, place, count)),
            Below::Nothing | Below::SomethingSoon => None,
        };
        copy.copy(node, room.map(|(_, place, _)| place));
        if let Some((first, place, count)) = room {
            let pairs = to.later(place, count).iter().zip(from.later(first, count));
            pairs.for_each(|(copy, later)| copy.begin(later.counts()));
            copies.extend((first..first + count as NodeId).zip(place..));
        }
    }
}
