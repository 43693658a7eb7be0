//! A node of the tree: a move and what has become of it.
//!
//! Several threads read and write nodes without locks. Counts of visits are exact; of the counts of moves
//! played later (AMAF) an update may be lost when two threads meet, which is cheaper and does no harm.

use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

use konoba_rules::Side;

use super::code::Code;

/// The place of a node in the pool.
pub(super) type NodeId = u32;

/// The place of the root.
pub(super) const ROOT: NodeId = 0;

/// Win rates are summed in this many parts of one, so that sums do not depend on their order.
const WHOLE: f32 = 65_536.0;

/// No children yet. The root has no parent.
const NO_CHILDREN: u32 = ROOT;
/// Some thread is about to add the children.
const IN_THE_MAKING: u32 = u32::MAX;

/// The bits of `rest`: how many children there are, and who wins.
const COUNT: u16 = (1 << 10) - 1;
const WINNER: [u16; 2] = [1 << 14, 1 << 15];
/// The children have priors.
const IS_JUDGED: u16 = 1 << 13;

/// A move and what has become of it. Everything is 0 in an unused node.
#[derive(Debug, Default)]
pub(super) struct Node {
    sum: AtomicU64,
    squares: AtomicU64,
    visits: AtomicU32,
    prior: AtomicU32,
    first_child: AtomicU32,
    code: AtomicU16,
    rest: AtomicU16,
}

/// What was seen of a node's move later in playouts (AMAF). A playout changes this for about half the moves
/// from a node, so it lies apart from what is mostly read: threads take fewer cache lines from each other.
#[derive(Debug, Default)]
pub(super) struct Later {
    seen: AtomicU32,
    won: AtomicU32,
}

/// What is below a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Below {
    /// Nothing yet.
    Nothing,
    /// Children, some thread is adding them.
    SomethingSoon,
    /// So many children from here on.
    Children(NodeId, usize),
}

impl Node {
    /// Makes it a fresh node for a move. No other thread knows it yet.
    pub(super) fn begin(&self, code: Code, winner: Option<Side>) {
        self.sum.store(0, Ordering::Relaxed);
        self.squares.store(0, Ordering::Relaxed);
        self.visits.store(0, Ordering::Relaxed);
        self.prior.store(0, Ordering::Relaxed);
        self.first_child.store(NO_CHILDREN, Ordering::Relaxed);
        self.code.store(code.0, Ordering::Relaxed);
        let winner = winner.map_or(0, |side| WINNER[side.index()]);
        self.rest.store(winner, Ordering::Relaxed);
    }

    /// Makes it a copy of a node of another pool, with as many children from some place on, or
    /// without any. No other thread knows either of them.
    pub(super) fn copy(&self, other: &Self, children: Option<NodeId>) {
        self.sum.store(other.sum.load(Ordering::Relaxed), Ordering::Relaxed);
        self.squares.store(other.squares.load(Ordering::Relaxed), Ordering::Relaxed);
        self.visits.store(other.visits(), Ordering::Relaxed);
        self.set_prior(other.prior());
        self.first_child.store(children.unwrap_or(NO_CHILDREN), Ordering::Relaxed);
        self.code.store(other.code.load(Ordering::Relaxed), Ordering::Relaxed);
        let lost = if children.is_some() { 0 } else { COUNT | IS_JUDGED };
        self.rest.store(other.rest.load(Ordering::Relaxed) & !lost, Ordering::Relaxed);
    }

    /// The move that leads here; the root has none worth asking for.
    #[inline(always)]
    pub(super) fn code(&self) -> Code {
        Code(self.code.load(Ordering::Relaxed))
    }

    /// How often it was visited, visits that are still under way included.
    #[inline(always)]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// How likely the side that plays the move is to win, as its visits tell; 0 without visits.
    #[inline(always)]
    pub(super) fn win_rate(&self) -> f32 {
        let visits = self.visits().max(1);
        self.sum.load(Ordering::Relaxed) as f32 / (WHOLE * visits as f32)
    }

    /// Begins a visit, which counts as lost until its result comes in: so threads spread out.
    #[inline(always)]
    pub(super) fn enter(&self) -> u32 {
        self.visits.fetch_add(1, Ordering::Relaxed)
    }

    /// Takes back a visit that came to nothing.
    #[inline(always)]
    pub(super) fn withdraw(&self) {
        self.visits.fetch_sub(1, Ordering::Relaxed);
    }

    /// Ends a visit: how likely the side that plays the move is to win, from 0 to 1.
    #[inline(always)]
    pub(super) fn leave(&self, win_rate: f32) {
        self.sum.fetch_add((win_rate * WHOLE) as u64, Ordering::Relaxed);
    }

    /// The same where it matters how far results lie apart, which is where they are no playouts.
    #[inline(always)]
    pub(super) fn leave_evaluated(&self, win_rate: f32) {
        self.leave(win_rate);
        self.squares.fetch_add((win_rate * win_rate * WHOLE) as u64, Ordering::Relaxed);
    }

    /// How far the results lie apart: their variance, where they are no playouts.
    #[inline(always)]
    pub(super) fn variance(&self) -> f32 {
        let (visits, mean) = (self.visits().max(1), self.win_rate());
        let squares = self.squares.load(Ordering::Relaxed) as f32 / (WHOLE * visits as f32);
        (squares - mean * mean).max(0.0)
    }

    /// How likely the move seemed before it was tried.
    #[inline(always)]
    pub(super) fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }

    /// Says how likely the move seems.
    pub(super) fn set_prior(&self, prior: f32) {
        self.prior.store(prior.to_bits(), Ordering::Relaxed);
    }

    /// Who is proven to win once the move is played, on the board as it is then.
    #[inline(always)]
    pub(super) fn winner(&self) -> Option<Side> {
        let rest = self.rest.load(Ordering::Relaxed);
        if rest & WINNER[0] != 0 {
            Some(Side::First)
        } else if rest & WINNER[1] != 0 {
            Some(Side::Second)
        } else {
            None
        }
    }

    /// The same for the player of the move, who after a swap sits on the other side.
    #[inline(always)]
    pub(super) fn winner_before(&self) -> Option<Side> {
        let winner = self.winner();
        if self.code() == Code::SWAP { winner.map(Side::other) } else { winner }
    }

    /// Says who is proven to win.
    pub(super) fn prove(&self, winner: Side) {
        self.rest.fetch_or(WINNER[winner.index()], Ordering::Relaxed);
    }

    /// Whether the children have priors.
    #[inline(always)]
    pub(super) fn is_evaluated(&self) -> bool {
        self.rest.load(Ordering::Acquire) & IS_JUDGED != 0
    }

    /// The children have priors now.
    pub(super) fn set_evaluated(&self) {
        self.rest.fetch_or(IS_JUDGED, Ordering::Release);
    }

    /// What is below.
    #[inline(always)]
    pub(super) fn below(&self) -> Below {
        match self.first_child.load(Ordering::Acquire) {
            NO_CHILDREN => Below::Nothing,
            IN_THE_MAKING => Below::SomethingSoon,
            first => {
                let count = self.rest.load(Ordering::Relaxed) & COUNT;
                Below::Children(first, usize::from(count))
            }
        }
    }

    /// Takes on to add the children; whether no other thread has before.
    #[inline(always)]
    pub(super) fn take_on(&self) -> bool {
        let (before, after) = (NO_CHILDREN, IN_THE_MAKING);
        self.first_child
            .compare_exchange(before, after, Ordering::Acquire, Ordering::Relaxed)
            .is_ok()
    }

    /// Adds the children that were taken on.
    pub(super) fn adopt(&self, first: NodeId, count: usize) {
        self.rest.fetch_or(count as u16 & COUNT, Ordering::Relaxed);
        self.first_child.store(first, Ordering::Release);
    }

    /// Gives the task back: there is no room for children.
    pub(super) fn give_up(&self) {
        self.first_child.store(NO_CHILDREN, Ordering::Release);
    }
}

impl Later {
    /// Sets how often the move was played later, and how often that went well. No other thread knows it yet.
    pub(super) fn begin(&self, (seen, won): (u32, u32)) {
        self.seen.store(seen, Ordering::Relaxed);
        self.won.store(won, Ordering::Relaxed);
    }

    /// How often the move was played later, and how often that went well.
    #[inline(always)]
    pub(super) fn counts(&self) -> (u32, u32) {
        (self.seen.load(Ordering::Relaxed), self.won.load(Ordering::Relaxed))
    }

    /// The move was played later.
    #[inline(always)]
    pub(super) fn add(&self, is_won: bool) {
        let (seen, won) = self.counts();
        self.seen.store(seen.wrapping_add(1), Ordering::Relaxed);
        if is_won {
            self.won.store(won.wrapping_add(1), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_holds_what_it_is_told() {
        let node = Node::default();
        node.begin(Code::SWAP, None);
        assert_eq!((node.code(), node.winner(), node.below()), (Code::SWAP, None, Below::Nothing));
        assert!(node.take_on() && !node.take_on());
        assert_eq!(node.below(), Below::SomethingSoon);
        node.adopt(7, 724);
        node.prove(Side::First);
        node.set_evaluated();
        assert_eq!(node.below(), Below::Children(7, 724));
        assert_eq!(node.winner(), Some(Side::First));
        assert_eq!(node.winner_before(), Some(Side::Second), "who swapped sits on the other side");
        assert!(node.is_evaluated());
        node.enter();
        node.enter();
        node.leave(0.5);
        assert_eq!((node.visits(), node.win_rate()), (2, 0.25), "a visit under way counts as lost");
        node.begin(Code::PASS, None);
        for result in [0.0, 0.5, 1.0, 0.5] {
            node.enter();
            node.leave_evaluated(result);
        }
        assert_eq!((node.win_rate(), node.variance()), (0.5, 0.125));
        node.begin(Code::PASS, Some(Side::Second));
        assert_eq!(node.variance(), 0.0);
        assert_eq!((node.winner(), node.visits()), (Some(Side::Second), 0));
    }

    #[test]
    fn nodes_are_small() {
        assert_eq!([size_of::<Node>(), size_of::<Later>()], [32, 8]);
    }
}
