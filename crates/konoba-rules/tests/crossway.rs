//! A fourth game in one file, to show what a game costs: Crossway (Mark Steere, 2007). Stones of one
//! colour that touch, orthogonally or diagonally, form a chain; a chain that joins the two edges of
//! its colour wins; two by two points with one colour on each diagonal may never arise.

mod suite;

use konoba_rules::grid::{Edge, Grid, Large, Medium, Small};
use konoba_rules::{
    Broken, Flaw, Lattice, Move, Piece, PieceChoice, PieceSpec, Placed, Point, Position, Rule,
    Rules, Setup, Side, SideSpec, Sieve, Sizes, Spec, Symmetry,
};

static CROSSCUT: Rule = Rule {
    id: "crosscut",
    roles: &["p", "stone", "left", "right"],
    text: "{p} and {stone} would cut across {left} and {right}",
};

static SPEC: Spec = Spec {
    id: "crossway",
    name: "Crossway",
    origin: "Mark Steere, 2007",
    version: 1,
    summary: "Join your two edges; no crosscuts.",
    rulebook: &[],
    sides: [
        SideSpec {
            id: "black",
            name: "Black",
            goal: "join the top and bottom edges",
            won_by: "joining the top and bottom edges",
        },
        SideSpec {
            id: "white",
            name: "White",
            goal: "join the left and right edges",
            won_by: "joining the left and right edges",
        },
    ],
    pieces: [PieceSpec { letter: 'B', name: "black" }, PieceSpec { letter: 'W', name: "white" }],
    choice: PieceChoice::Own,
    sizes: Sizes { min: 1, max: 19, default: 12 },
    has_pie: true,
    has_roles: false,
    variants: &[],
    has_fills: false,
    lattice: Lattice::Lines,
    has_edges: true,
    rules: &[&CROSSCUT],
    symmetries: &Symmetry::OF_JOINING_EDGES,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Crossway<G> {
    stones: [G; 2],
    size: u8,
}

impl<G: Grid> Crossway<G> {
    fn empty(&self) -> G {
        G::board(self.size) & !(self.stones[0] | self.stones[1])
    }

    /// The three other cells of a crosscut that a stone here makes.
    fn crosscut(&self, side: Side, at: Point) -> Option<[Point; 3]> {
        let [own, other] = [side, side.other()].map(|side| self.stones[side.index()]);
        [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().find_map(|(dx, dy)| {
            let across = at.offset(dx, dy, self.size)?;
            let (left, right) = (Point::new(across.x, at.y), Point::new(at.x, across.y));
            let is_cut = own.contains(across) && other.contains(left) && other.contains(right);
            is_cut.then_some([across, left, right])
        })
    }
}

impl<G: Grid> Rules for Crossway<G> {
    type Grid = G;
    const SPEC: &'static Spec = &SPEC;

    fn with_pieces(setup: &Setup, stones: [G; 2]) -> Self {
        Self { stones, size: setup.size }
    }

    fn flaw(&self) -> Option<Flaw> {
        let is_won = Side::BOTH.into_iter().any(|side| !self.witness(side).is_empty());
        is_won.then_some(Flaw::WON)
    }

    fn pieces(&self) -> [G; 2] {
        self.stones
    }

    fn size(&self) -> u8 {
        self.size
    }

    fn sieve(&self, _: Side) -> Sieve<G> {
        Sieve { sure: G::EMPTY, doubt: self.empty() }
    }

    fn place_on_empty(&mut self, side: Side, at: Point, piece: Piece) -> Option<Placed<G>> {
        if self.crosscut(side, at).is_some() {
            return None;
        }
        self.stones[side.index()].insert(at);
        Some(Placed::alone(at, piece))
    }

    fn winner(&self, last: &Placed<G>) -> Option<Side> {
        let mover = Side::BOTH[last.piece.index()];
        (!self.witness(mover).is_empty()).then_some(mover)
    }

    fn why_not(&self, side: Side, at: Point, _: Piece) -> Option<Broken<G>> {
        let [across, left, right] = self.crosscut(side, at)?;
        Some(Broken::new(&CROSSCUT, [at, across, left, right]))
    }

    fn witness(&self, winner: Side) -> G {
        let own = self.stones[winner.index()];
        let [near, far] = match winner {
            Side::First => [Edge::Bottom, Edge::Top],
            Side::Second => [Edge::Left, Edge::Right],
        };
        let joined = |from: G, through: G| {
            let mut chain = from & through;
            loop {
                let grown = (chain | chain.beside_or_diagonal()) & through;
                if grown == chain {
                    return chain;
                }
                chain = grown;
            }
        };
        joined(G::edge(far, self.size), joined(G::edge(near, self.size), own))
    }
}

#[test]
fn a_game_in_one_file_obeys_the_laws() {
    let setup = Setup::default_of(&SPEC);
    for size in 1..=7 {
        suite::obeys_the_laws::<Crossway<Small>>(setup.with_size(size).unwrap(), 10);
    }
    suite::obeys_the_laws::<Crossway<Medium>>(setup.with_size(9).unwrap(), 3);
    suite::obeys_the_laws::<Crossway<Large>>(setup.with_size(16).unwrap(), 1);
}

#[test]
fn it_has_turns_pie_and_refusals_from_the_house() {
    let mut position =
        Position::<Crossway<Small>>::start(Setup::default_of(&SPEC).with_size(3).unwrap());
    for text in ["a1", "swap", "a2", "b2"] {
        position.play(Move::read(text, &SPEC).unwrap()).unwrap();
    }
    let refusal = position.play(Move::read("b1", &SPEC).unwrap()).unwrap_err();
    assert_eq!(refusal.id(), "crosscut");
    assert_eq!(refusal.cells().count(), 4);
}
