//! How hard a position looks before it has been searched. A wrong guess costs time, never truth.

use konoba_rules::grid::{Edge, Grid};
use konoba_rules::{Rules, Side};

use super::table::Numbers;

/// The effort that winning and losing seem to need for the side to move: where sides join edges, the
/// more points they still lack for it the more.
#[inline(always)]
pub(super) fn guess<R: Rules>(rules: &R, to_move: Side) -> Numbers {
    if !R::SPEC.has_edges {
        return Numbers::open(1, 1);
    }
    // Each point more doubles it: that halves the nodes on 5x5 boards, where counting the points alone
    // does not help.
    let [own, other] = [to_move, to_move.other()].map(|side| 1 << lacking(rules, side));
    Numbers::open(own, other)
}

/// More points than any board is wide, for a side that cannot join its edges any more.
const HOPELESS: u32 = 24;

/// How many points a side lacks at least to join its edges.
fn lacking<R: Rules>(rules: &R, side: Side) -> u32 {
    let size = rules.size();
    let [near, far] = match side {
        Side::First => [Edge::Bottom, Edge::Top],
        Side::Second => [Edge::Left, Edge::Right],
    };
    let [near, far] = [near, far].map(|edge| R::Grid::edge(edge, size));
    let pieces = rules.pieces();
    let (own, other) = (pieces[side.piece().index()], pieces[side.piece().other().index()]);
    let open = R::Grid::board(size) & !other;
    let mut reached = near & own;
    let mut next = near & open;
    let mut lacked = 0;
    loop {
        // What is joined to what was reached costs nothing.
        loop {
            let grown = reached | (adjacent::<R>(reached) & own);
            if grown == reached {
                break;
            }
            reached = grown;
        }
        if !(reached & far).is_empty() {
            return lacked;
        }
        let grown = reached | next | (adjacent::<R>(reached) & open);
        if grown == reached {
            return HOPELESS;
        }
        (reached, next, lacked) = (grown, R::Grid::EMPTY, lacked + 1);
    }
}

/// Where fills close what diagonals leave open, chains are orthogonal; elsewhere they are not.
#[inline(always)]
fn adjacent<R: Rules>(set: R::Grid) -> R::Grid {
    if R::SPEC.has_fills { set.beside() } else { set.beside_or_diagonal() }
}
