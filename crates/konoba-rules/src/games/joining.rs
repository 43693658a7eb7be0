//! What Konobi and Quentin share: two colours of stones, each of which wins by a chain that joins
//! its own two edges of the board.

use crate::grid::{Edge, Grid, Touching};
use crate::{Point, Setup, Side, SideSpec, Sizes};

/// The stones, and of each colour those that are joined to its near edge. A game has been won when
/// one of these is on the far edge. `DIAGONAL` says whether diagonal neighbours of one colour
/// belong to the same chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stones<G, const DIAGONAL: bool> {
    of: [G; 2],
    joined: [G; 2],
    size: u8,
    winner: Option<Side>,
}

/// The near edge, from which joined stones are counted, and the far one.
const EDGES: [[Edge; 2]; 2] = [[Edge::Bottom, Edge::Top], [Edge::Left, Edge::Right]];

pub(super) const BLACK: SideSpec = SideSpec {
    id: "black",
    name: "Black",
    goal: "connect top and bottom",
    won_by: "connecting top and bottom",
};
pub(super) const WHITE: SideSpec = SideSpec {
    id: "white",
    name: "White",
    goal: "connect left and right",
    won_by: "connecting left and right",
};
/// "Customary sizes 7 to 19; default 11; any size from 1 to 19 is allowed."
pub(super) const SIZES: Sizes = Sizes { min: 1, max: 19, default: 11 };

impl<G: Grid, const DIAGONAL: bool> Stones<G, DIAGONAL> {
    pub(super) fn new(setup: &Setup, of: [G; 2]) -> Self {
        let none = [G::EMPTY; 2];
        let mut stones = Self { of: none, joined: none, size: setup.size, winner: None };
        Side::BOTH.into_iter().for_each(|side| stones.add_all(side, of[side.index()]));
        stones
    }

    #[inline(always)]
    pub(super) fn of(&self, side: Side) -> &G {
        &self.of[side.index()]
    }

    #[inline(always)]
    pub(super) fn both(&self) -> [G; 2] {
        self.of
    }

    #[inline(always)]
    pub(super) fn size(&self) -> u8 {
        self.size
    }

    #[inline(always)]
    pub(super) fn winner(&self) -> Option<Side> {
        self.winner
    }

    #[inline(always)]
    pub(super) fn empty(&self) -> G {
        G::board(self.size) & !(self.of[0] | self.of[1])
    }

    /// Adds a stone on an empty point.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn add(&mut self, side: Side, at: Point) {
        let index = side.index();
        let (near, far) = match side {
            Side::First => (at.y == 0, at.y == self.size - 1),
            Side::Second => (at.x == 0, at.x == self.size - 1),
        };
        let beside = Self::neighbours(&self.of[index], at);
        let joined = Self::neighbours(&self.joined[index], at);
        self.of[index].insert(at);
        if !near && joined.is_alone() {
            return;
        }
        self.joined[index].insert(at);
        if far {
            self.winner = Some(side);
        }
        if beside != joined {
            self.join_from(side, G::single(at));
        }
    }

    /// Adds stones on empty points.
    pub(super) fn add_all(&mut self, side: Side, stones: G) {
        let index = side.index();
        self.of[index] |= stones;
        let near = G::edge(EDGES[index][0], self.size);
        let joined = stones & (near | Self::adjacent(self.joined[index]));
        if !joined.is_empty() {
            self.joined[index] |= joined;
            self.join_from(side, joined);
        }
    }

    /// Joins whatever hangs together with stones that have just been joined.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn join_from(&mut self, side: Side, mut fresh: G) {
        let index = side.index();
        let before = self.joined[index] & !fresh;
        let mut loose = self.of[index] & !self.joined[index];
        loop {
            fresh = Self::adjacent(fresh) & loose;
            if fresh.is_empty() {
                break;
            }
            loose &= !fresh;
        }
        self.joined[index] = self.of[index] & !loose;
        let news = self.joined[index] & !before;
        if !(news & G::edge(EDGES[index][1], self.size)).is_empty() {
            self.winner = Some(side);
        }
    }

    /// The chains of a side that join both of its edges.
    pub(super) fn winning_chain(&self, side: Side) -> G {
        let joined = self.joined[side.index()];
        Self::grown(joined & G::edge(EDGES[side.index()][1], self.size), joined)
    }

    /// The chain to which the stone on this point belongs; no point where there is none.
    pub(super) fn chain(&self, at: Point) -> G {
        let own = self.of.into_iter().find(|own| own.contains(at));
        own.map_or(G::EMPTY, |own| Self::grown(G::single(at), own))
    }

    /// All stones of a set that hang together with some of them.
    fn grown(mut chain: G, stones: G) -> G {
        loop {
            let grown = chain | (Self::adjacent(chain) & stones);
            if grown == chain {
                return chain;
            }
            chain = grown;
        }
    }

    /// The stones of a set that form a chain with a stone at this point.
    #[inline(always)]
    fn neighbours(stones: &G, at: Point) -> Touching<G> {
        let touching = stones.touching(at);
        if DIAGONAL { touching.around() } else { touching.beside() }
    }

    #[inline(always)]
    fn adjacent(set: G) -> G {
        if DIAGONAL { set.beside_or_diagonal() } else { set.beside() }
    }
}

/// The points from which a stone of one's own is seen diagonally with neither of the two points
/// between them one's own: to the north-east, north-west, south-east and south-west.
#[inline(always)]
pub(super) fn lone_diagonals<G: Grid>(own: G) -> [G; 4] {
    let north = own.shift::<0, -1>();
    let south = own.shift::<0, 1>();
    let east = own.shift::<-1, 0>();
    let west = own.shift::<1, 0>();
    [
        own.shift::<-1, -1>() & !(north | east),
        own.shift::<1, -1>() & !(north | west),
        own.shift::<-1, 1>() & !(south | east),
        own.shift::<1, 1>() & !(south | west),
    ]
}

/// The four diagonal directions.
pub(super) const DIAGONALS: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
/// The four orthogonal directions.
pub(super) const ORTHOGONALS: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
