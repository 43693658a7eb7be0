//! Crossway (Mark Steere, 2007). It is in the register but not on offer: tests play it through every
//! interface, to prove that a game is this file and a line.

use super::joining::{BLACK, DIAGONALS, Stones, WHITE};
use crate::any::Game;
use crate::grid::{Grid, Small};
use crate::{
    Broken, Flaw, Lattice, Piece, PieceChoice, PieceSpec, Placed, Point, Rule, Rules, Setup, Side,
    Sieve, Sizes, Spec, Symmetry,
};

/// The game for the register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Family {}

impl Game for Family {
    const SPEC: &'static Spec = &SPEC;
    type On<G: Grid> = Crossway;
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

static SPEC: Spec = Spec {
    id: "crossway",
    name: "Crossway",
    origin: "Mark Steere, 2007",
    version: 1,
    summary: "Connect your two edges with a chain of stones, straight or diagonal. No crosscuts.",
    rulebook: &[
        "Black and White take turns placing a stone on an empty point. Black wins by a chain that \
         connects top and bottom, White by one that connects left and right. Stones of a colour \
         that touch, orthogonally or diagonally, belong to one chain.",
        "You may not complete a crosscut: two by two points with stones of one colour on one \
         diagonal and of the other colour on the other.",
    ],
    examples: &[],
    lessons: "",
    sides: [BLACK, WHITE],
    pieces: [
        PieceSpec { letter: 'B', name: "black stone", plural: "black stones" },
        PieceSpec { letter: 'W', name: "white stone", plural: "white stones" },
    ],
    choice: PieceChoice::Own,
    // One width of board: what is generic over the games is compiled once more for it, not thrice.
    sizes: Sizes { min: 1, max: Small::MAX, default: 5 },
    has_pie: true,
    has_roles: false,
    variants: &[],
    has_fills: false,
    lattice: Lattice::Lines,
    has_edges: true,
    rules: &[&CROSSCUT],
    symmetries: &Symmetry::OF_JOINING_EDGES,
};

/// The stones of a game of Crossway. Its chains are the eight-neighbour chains of one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Crossway(Stones<Small, true>);

impl Crossway {
    /// The four cells of a crosscut that a stone of this side makes or would make here.
    fn crosscut(&self, side: Side, at: Point) -> Option<[Point; 4]> {
        let [own, other] = [side, side.other()].map(|side| self.0.of(side));
        DIAGONALS.into_iter().find_map(|(dx, dy)| {
            let across = at.offset(dx, dy, self.0.size())?;
            let (left, right) = (Point::new(across.x, at.y), Point::new(at.x, across.y));
            let is_cut = own.contains(across) && other.contains(left) && other.contains(right);
            is_cut.then_some([at, across, left, right])
        })
    }
}

impl Rules for Crossway {
    type Grid = Small;
    const SPEC: &'static Spec = &SPEC;

    fn with_pieces(setup: &Setup, pieces: [Small; 2]) -> Self {
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

    fn pieces(&self) -> [Small; 2] {
        self.0.both()
    }

    fn size(&self) -> u8 {
        self.0.size()
    }

    fn sieve(&self, _: Side) -> Sieve<Small> {
        Sieve { sure: Small::EMPTY, doubt: self.0.empty() }
    }

    fn place_on_empty(&mut self, side: Side, at: Point, piece: Piece) -> Option<Placed<Small>> {
        if self.crosscut(side, at).is_some() {
            return None;
        }
        self.0.add(side, at);
        Some(Placed::alone(at, piece))
    }

    fn winner(&self, _: &Placed<Small>) -> Option<Side> {
        self.0.winner()
    }

    fn why_not(&self, side: Side, at: Point, _: Piece) -> Option<Broken<Small>> {
        self.crosscut(side, at).map(|cells| Broken::new(&CROSSCUT, cells))
    }

    fn witness(&self, winner: Side) -> Small {
        self.0.winning_chain(winner)
    }

    fn chain(&self, at: Point) -> Small {
        self.0.chain(at)
    }
}
