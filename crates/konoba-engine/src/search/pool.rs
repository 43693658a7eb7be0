//! The memory of a tree: nodes in chunks that are made when they are needed, up to a limit.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::node::{Later, Node, NodeId};

/// How many nodes a chunk has; half a megabyte, and more than any position has moves.
const CHUNK: u32 = 1 << 14;

/// Nodes that several threads share. They are given out once and taken back all at once.
#[derive(Debug)]
pub(super) struct Pool {
    chunks: Vec<OnceLock<Chunk>>,
    used: AtomicU32,
}

/// Nodes, and what was seen of their moves later.
#[derive(Debug)]
struct Chunk {
    nodes: Box<[Node]>,
    later: Box<[Later]>,
}

/// What a node takes.
const NODE: usize = size_of::<Node>() + size_of::<Later>();

/// More chunks than this could not be told apart by the numbers of their nodes.
const MOST_CHUNKS: u32 = u32::MAX / CHUNK - 1;
/// The most bytes of nodes that a pool can have, also where memory has fewer.
pub(super) const MOST_BYTES: u64 = MOST_CHUNKS as u64 * CHUNK as u64 * NODE as u64;

/// How many bytes hold so many families of at most so many nodes, of which each lies in one chunk.
pub(super) const fn bytes_of(families: u64, largest: u32) -> u64 {
    // And one more chunk, for the root.
    let chunks = families.div_ceil((CHUNK / largest) as u64).saturating_add(1);
    chunks.saturating_mul(CHUNK as u64 * NODE as u64)
}

impl Pool {
    /// Room for nodes of at most so many bytes, and for one chunk at least.
    pub(super) fn with_limit(bytes: usize) -> Self {
        let chunks = bytes / (CHUNK as usize * NODE);
        let chunks = chunks.clamp(1, MOST_CHUNKS as usize);
        Self { chunks: (0..chunks).map(|_| OnceLock::new()).collect(), used: AtomicU32::new(0) }
    }

    /// Takes all nodes back. The memory stays.
    pub(super) fn clear(&mut self) {
        *self.used.get_mut() = 0;
    }

    /// Gives out so many nodes that lie side by side, unless the limit is reached.
    pub(super) fn allocate(&self, count: usize) -> Option<NodeId> {
        let count = count as u32;
        debug_assert!(count <= CHUNK, "no position has so many moves");
        let limit = self.chunks.len() as u32 * CHUNK;
        let begin = |used: u32| {
            // Nodes side by side lie in one chunk.
            if used % CHUNK + count > CHUNK { used.next_multiple_of(CHUNK) } else { used }
        };
        let end = |used| Some(begin(used) + count).filter(|end| *end <= limit);
        let used = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, end).ok()?;
        Some(begin(used))
    }

    /// One of the nodes given out.
    #[inline(always)]
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.chunk(id).nodes[(id % CHUNK) as usize]
    }

    /// Nodes given out together.
    #[inline(always)]
    pub(super) fn nodes(&self, first: NodeId, count: usize) -> &[Node] {
        &self.chunk(first).nodes[(first % CHUNK) as usize..][..count]
    }

    /// What was seen later of the moves of nodes given out together.
    #[inline(always)]
    pub(super) fn later(&self, first: NodeId, count: usize) -> &[Later] {
        &self.chunk(first).later[(first % CHUNK) as usize..][..count]
    }

    #[inline(always)]
    fn chunk(&self, id: NodeId) -> &Chunk {
        self.chunks[(id / CHUNK) as usize].get_or_init(|| Chunk {
            nodes: (0..CHUNK).map(|_| Node::default()).collect(),
            later: (0..CHUNK).map(|_| Later::default()).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_given_out_together_lie_side_by_side_up_to_the_limit() {
        let bytes = 3 * CHUNK as usize * NODE;
        let mut pool = Pool::with_limit(bytes);
        for _ in 0..2 {
            let mut end = 0;
            let mut given = 0;
            while let Some(first) = pool.allocate(300) {
                assert!(first >= end);
                assert_eq!(pool.nodes(first, 300).len(), 300);
                (end, given) = (first + 300, given + 1);
            }
            assert_eq!(given, 3 * (CHUNK / 300));
            assert!(pool.allocate(1).is_some(), "a smaller request may still fit");
            pool.clear();
        }
    }
}
