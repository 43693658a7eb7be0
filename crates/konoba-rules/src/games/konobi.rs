//! Konobi (Luis Bolaños Mures, 2012).

use super::joining::{BLACK, DIAGONALS, ORTHOGONALS, SIZES, Stones, WHITE, lone_diagonals};
use crate::any::Game;
use crate::grid::{CENTRE, Grid, board_around};
use crate::{
    Broken, Flaw, Lattice, Piece, PieceChoice, PieceSpec, Placed, Point, Rule, Rules, Setup, Side,
    Sieve, Spec, Symmetry,
};

/// The game for the register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Family {}

impl Game for Family {
    const SPEC: &'static Spec = &SPEC;
    type On<G: Grid> = Konobi<G>;
}

static CROSSCUT: Rule = Rule {
    id: "crosscut",
    roles: &["p", "stone", "left", "right"],
    helpers: &[],
    text: "{p} would make a crosscut: {p} and {stone} across {left} and {right}. Not allowed",
};
/// The same on a board that cannot stand.
static HAS_CROSSCUT: Rule =
    Rule { text: "{p} and {stone} form a crosscut with {left} and {right}", ..CROSSCUT };
static WEAK_CONNECTION: Rule = Rule {
    id: "weak-connection",
    roles: &["stone", "clean"],
    helpers: &[],
    text: "{p} touches {stone} only diagonally. Not allowed while {clean} is free: a stone there \
           would connect to {stone} orthogonally",
};

static SPEC: Spec = Spec {
    id: "konobi",
    name: "Konobi",
    origin: "Luis Bolaños Mures, 2012",
    version: 1,
    summary: "Connect your two edges with a chain of stones. A diagonal step is allowed only where \
              no orthogonal one is left.",
    rulebook: &[
        "Black and White take turns placing a stone on an empty point. Black wins by a chain that \
         connects top and bottom, White by one that connects left and right.",
        "Two stones of a colour are strongly connected if they are orthogonal neighbours, and \
         weakly connected if they are diagonal neighbours and neither of the two points beside \
         both has their colour. A chain may use both kinds.",
        "You may not place a stone that is weakly connected to a stone of yours while some empty \
         point beside that stone would take a stone of yours without any weak connection.",
        "You may not complete a crosscut: two by two points with stones of one colour on one \
         diagonal and of the other colour on the other.",
        "A player without a legal move passes; otherwise passing is not allowed. There is no draw.",
    ],
    examples: &[
        include_str!("../../rulebook/common.txt"),
        include_str!("../../rulebook/konobi.txt"),
    ],
    lessons: include_str!("../../lessons/konobi.txt"),
    sides: [BLACK, WHITE],
    pieces: [
        PieceSpec { letter: 'B', name: "black stone", plural: "black stones" },
        PieceSpec { letter: 'W', name: "white stone", plural: "white stones" },
    ],
    choice: PieceChoice::Own,
    sizes: SIZES,
    has_pie: true,
    has_roles: false,
    variants: &[],
    has_fills: false,
    lattice: Lattice::Lines,
    has_edges: true,
    rules: &[&CROSSCUT, &WEAK_CONNECTION],
    symmetries: &Symmetry::OF_JOINING_EDGES,
};

/// The stones of a game of Konobi. Its chains are the eight-neighbour chains of one colour (K1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Konobi<G>(Stones<G, true>);

/// Stones of one's own that a stone on some empty point beside them would join strongly, with no
/// weak connection at all: a weak connection to one of these is refused (K2). Exact for every stone
/// whose neighbourhood of three points in each direction is known.
#[inline(always)]
fn joinable<G: Grid>(own: G, empty: G, weak: [G; 4]) -> G {
    let clean = empty & !(weak[0] | weak[1] | weak[2] | weak[3]);
    own & clean.beside()
}

impl<G: Grid> Rules for Konobi<G> {
    type Grid = G;
    const SPEC: &'static Spec = &SPEC;

    fn with_pieces(setup: &Setup, pieces: [G; 2]) -> Self {
        Self(Stones::new(setup, pieces))
    }

    fn flaw(&self) -> Option<Flaw> {
        let crosscut = Point::all(self.0.size()).find_map(|at| {
            let side = Side::BOTH.into_iter().find(|side| self.0.of(*side).contains(at))?;
            self.crosscut(side, at)
        });
        if let Some(cells) = crosscut {
            return Some(Flaw::new(&HAS_CROSSCUT, cells));
        }
        self.0.winner().map(|_| Flaw::WON)
    }

    #[inline(always)]
    fn pieces(&self) -> [G; 2] {
        self.0.both()
    }

    #[inline(always)]
    fn size(&self) -> u8 {
        self.0.size()
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn sieve(&self, side: Side) -> Sieve<G> {
        let (own, other, empty) = (*self.0.of(side), *self.0.of(side.other()), self.0.empty());
        let weak = lone_diagonals(own);
        let joinable = joinable(own, empty, weak);
        let north = other.shift::<0, -1>();
        let south = other.shift::<0, 1>();
        let east = other.shift::<-1, 0>();
        let west = other.shift::<1, 0>();
        let refused = (weak[0] & (joinable.shift::<-1, -1>() | (north & east)))
            | (weak[1] & (joinable.shift::<1, -1>() | (north & west)))
            | (weak[2] & (joinable.shift::<-1, 1>() | (south & east)))
            | (weak[3] & (joinable.shift::<1, 1>() | (south & west)));
        let sure = empty & !refused;
        Sieve { sure, doubt: G::EMPTY }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn place_on_empty(&mut self, side: Side, at: Point, _: Piece) -> Option<Placed<G>> {
        let (own, other) = (self.0.of(side), self.0.of(side.other()));
        let (touching, touching_other) = (own.touching(at), other.touching(at));
        // Two of three points tried in playouts have no stone to be weakly connected to, and are legal.
        let weak = touching.lone_diagonals();
        if !weak.is_alone() {
            if !weak.between_two_of(touching_other).is_alone() {
                return None;
            }
            let board = board_around(at, self.0.size());
            let (own, other) = (own.around(at) & board, other.around(at) & board);
            let joinable = joinable(own, board & !(own | other), lone_diagonals(own));
            let weak = own.touching(CENTRE).lone_diagonals();
            if !weak.and(joinable.touching(CENTRE)).is_alone() {
                return None;
            }
        }
        self.0.add(side, at);
        Some(Placed::alone(at, side.piece()))
    }

    #[inline(always)]
    fn winner(&self, _: &Placed<G>) -> Option<Side> {
        self.0.winner()
    }

    fn why_not(&self, side: Side, at: Point, _: Piece) -> Option<Broken<G>> {
        if let Some(cells) = self.crosscut(side, at) {
            return Some(Broken::new(&CROSSCUT, cells));
        }
        let size = self.0.size();
        let own = self.0.of(side);
        let empty = self.0.empty();
        let weak = self.weakly_connected(side, at);
        weak.into_iter().flatten().find_map(|stone| {
            let beside = ORTHOGONALS.iter().filter_map(|&(dx, dy)| stone.offset(dx, dy, size));
            let mut free = beside.filter(|&point| empty.contains(point));
            let clean = free.find(|&point| {
                self.weakly_connected(side, point).into_iter().flatten().next().is_none()
            })?;
            debug_assert!(own.contains(stone));
            Some(Broken::new(&WEAK_CONNECTION, [stone, clean]))
        })
    }

    fn witness(&self, winner: Side) -> G {
        self.0.winning_chain(winner)
    }

    fn chain(&self, at: Point) -> G {
        self.0.chain(at)
    }
}

impl<G: Grid> Konobi<G> {
    /// The stones to which a stone at this point is or would be weakly connected (K1).
    fn weakly_connected(&self, side: Side, at: Point) -> [Option<Point>; 4] {
        let own = self.0.of(side);
        DIAGONALS.map(|(dx, dy)| {
            let stone = at.offset(dx, dy, self.0.size())?;
            let between = [Point::new(stone.x, at.y), Point::new(at.x, stone.y)];
            let is_weak = own.contains(stone) && !between.iter().any(|point| own.contains(*point));
            is_weak.then_some(stone)
        })
    }

    /// The four cells of a crosscut that a stone at this point makes or would make (K3).
    fn crosscut(&self, side: Side, at: Point) -> Option<[Point; 4]> {
        let other = self.0.of(side.other());
        self.weakly_connected(side, at).into_iter().flatten().find_map(|stone| {
            let (left, right) = (Point::new(stone.x, at.y), Point::new(at.x, stone.y));
            let is_cut = other.contains(left) && other.contains(right);
            is_cut.then_some([at, stone, left, right])
        })
    }
}
