//! How hard a position looks before it has been searched. A wrong estimate costs time, never truth.

use konoba_rules::grid::{Edge, Grid};
use konoba_rules::{Rules, Side};

/// Where a solver takes its estimates from.
pub trait Estimate<R: Rules>: Sync {
    /// What was seen of a position, so that of those that follow from it only what changed needs to be looked at.
    type Seen;

    /// Looks at a position, of which those that follow have this side to move.
    fn see(&self, rules: &R, to_move: Side) -> Self::Seen;

    /// The effort that winning and losing seem to take the side to move, as numbers of positions. The position follows
    /// from one that was seen.
    fn efforts(&self, seen: &Self::Seen, rules: &R, to_move: Side) -> [u32; 2];

    /// Whether it learns from the position with this code, once that is proved.
    fn hears_of(&self, code: u64) -> bool {
        let _ = code;
        false
    }

    /// Hears whether the side to move wins a position that is proved.
    fn hear(&self, rules: &R, to_move: Side, wins: bool) {
        let _ = (rules, to_move, wins);
    }
}

/// Where sides join edges, the more points a side still lacks for it the more effort winning takes; elsewhere all
/// positions look alike.
pub struct Lacking;

impl<R: Rules> Estimate<R> for Lacking {
    type Seen = ();

    fn see(&self, _: &R, _: Side) {}

    #[inline(always)]
    fn efforts(&self, (): &(), rules: &R, to_move: Side) -> [u32; 2] {
        if !R::SPEC.has_edges {
            return [1, 1];
        }
        // Each point more doubles it: that halves the nodes on 5x5 boards, where counting the points alone
        // does not help.
        [to_move, to_move.other()].map(|side| 1 << lacking(rules, side, Steps::of::<R>()))
    }
}

/// More points than any board is wide, for a side that cannot join its edges any more.
pub(super) const HOPELESS: u32 = 24;

/// From where to where a chain goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Steps {
    Orthogonal,
    Any,
}

impl Steps {
    /// Where fills close what diagonals leave open, chains are orthogonal; elsewhere they are not.
    pub(super) const fn of<R: Rules>() -> Self {
        if R::SPEC.has_fills { Self::Orthogonal } else { Self::Any }
    }

    #[inline(always)]
    fn from<G: Grid>(self, set: G) -> G {
        match self {
            Self::Orthogonal => set.beside(),
            Self::Any => set.beside_or_diagonal(),
        }
    }
}

/// How many points a side lacks at least to join its edges by such steps.
#[inline(always)]
pub(super) fn lacking<R: Rules>(rules: &R, side: Side, steps: Steps) -> u32 {
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
            let grown = reached | (steps.from(reached) & own);
            if grown == reached {
                break;
            }
            reached = grown;
        }
        if !(reached & far).is_empty() {
            return lacked;
        }
        let grown = reached | next | (steps.from(reached) & open);
        if grown == reached {
            return HOPELESS;
        }
        (reached, next, lacked) = (grown, R::Grid::EMPTY, lacked + 1);
    }
}
