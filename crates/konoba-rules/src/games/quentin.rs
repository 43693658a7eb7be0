//! Quentin (Luis Bolaños Mures, the rules of 2012).

use std::cmp::Ordering;

use super::joining::{BLACK, DIAGONALS, SIZES, Stones, WHITE, lone_diagonals};
use crate::any::Game;
use crate::grid::{CENTRE, Grid, RIM, Small, board_around};
use crate::{
    Broken, Flaw, Lattice, Piece, PieceChoice, PieceSpec, Placed, Point, Rule, Rules, Setup, Side,
    Sieve, Spec, Symmetry,
};

/// The game for the register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Family {}

impl Game for Family {
    const SPEC: &'static Spec = &SPEC;
    type On<G: Grid> = Quentin<G>;
}

static DIAGONAL: Rule = Rule {
    id: "diagonal",
    roles: &["stone", "diagonal"],
    helpers: &["one", "other"],
    text: "{stone} and {diagonal} would touch only diagonally. Not allowed unless a stone of their \
           colour is on {one} or {other}",
};
/// The same on a board that cannot stand.
static HAS_DIAGONAL: Rule =
    Rule { helpers: &[], text: "{stone} and {diagonal} touch only diagonally", ..DIAGONAL };
static UNFILLED: Rule = Rule {
    id: "unfilled",
    roles: &["p"],
    helpers: &[],
    text: "{p} is in a territory that is not filled",
};

static SPEC: Spec = Spec {
    id: "quentin",
    name: "Quentin",
    origin: "Luis Bolaños Mures, 2012",
    version: 1,
    summary: "Connect your two edges with a chain of orthogonal neighbours. Closed territories fill \
              themselves, often for the other side.",
    rulebook: &[
        "Black and White take turns placing a stone on an empty point. Black wins by a chain of \
         orthogonal neighbours that connects top and bottom, White by one that connects left and \
         right.",
        "A region of empty points is a territory if each of its points has at least two stones \
         beside it. At the end of a turn every territory is filled with the colour that has more \
         stones beside it; if both have as many, with the colour of the side that did not move.",
        "When the fills are done, any two stones of a colour that are diagonal neighbours must \
         have a stone of their colour beside both. A move that would leave it otherwise is \
         illegal.",
        "A fill can win for either side. A player without a legal move passes; otherwise passing is \
         not allowed. There is no draw.",
    ],
    examples: &[
        include_str!("../../rulebook/common.txt"),
        include_str!("../../rulebook/quentin.txt"),
    ],
    lessons: include_str!("../../lessons/quentin.txt"),
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
    has_fills: true,
    lattice: Lattice::Lines,
    has_edges: true,
    rules: &[&DIAGONAL],
    symmetries: &Symmetry::OF_JOINING_EDGES,
};

/// The stones of a game of Quentin. Its chains are orthogonal (Q5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quentin<G>(Stones<G, false>);

/// The points that have at least two stones beside them, and those that have at least one.
#[inline(always)]
fn stones_beside<G: Grid>(stones: G) -> (G, G) {
    let north = stones.shift::<0, -1>();
    let south = stones.shift::<0, 1>();
    let east = stones.shift::<-1, 0>();
    let west = stones.shift::<1, 0>();
    let (upright, level) = (north | south, east | west);
    ((north & south) | (east & west) | (upright & level), upright | level)
}

/// Whether two stones of the set are diagonal neighbours with no stone of it beside both.
#[inline(always)]
fn has_bad_diagonal<G: Grid>(own: G) -> bool {
    let (south, west, east) = (own.shift::<0, 1>(), own.shift::<1, 0>(), own.shift::<-1, 0>());
    let rising = own.shift::<1, 1>() & !(south | west);
    let falling = own.shift::<-1, 1>() & !(south | east);
    !(own & (rising | falling)).is_empty()
}

/// The two colours of stones after a placement, and the points that are empty.
#[derive(Clone, Copy)]
struct Board<G> {
    stones: [G; 2],
    empty: G,
    /// Empty points beside which there may be more than is known here.
    rim: G,
}

impl<G: Grid> Board<G> {
    /// Every territory with a point in `from`, filled (Q2, Q3). `mover` is the side that has just
    /// placed its stone. `None` where a region goes on beyond what is known.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn fills(&self, mut from: G, mover: Side) -> Option<[G; 2]> {
        let (two, _) = stones_beside(self.stones[0] | self.stones[1]);
        let open = self.empty & !two & !self.rim;
        let mut fills = [G::EMPTY; 2];
        while let Some(at) = from.pop() {
            // The points that came to the region in the last step: all others have been looked at.
            let mut fresh = G::single(at);
            let mut region = fresh;
            let is_territory = loop {
                if !(fresh & open).is_empty() {
                    break false;
                }
                if !(fresh & self.rim).is_empty() {
                    return None;
                }
                fresh = fresh.beside() & self.empty & !region;
                if fresh.is_empty() {
                    break true;
                }
                region |= fresh;
            };
            from &= !region;
            if is_territory {
                let beside = region.beside();
                let [first, second] = self.stones;
                let colour = match (first & beside).count().cmp(&(second & beside).count()) {
                    Ordering::Greater => Side::First,
                    Ordering::Less => Side::Second,
                    Ordering::Equal => mover.other(),
                };
                fills[colour.index()] |= region;
            }
        }
        Some(fills)
    }

    /// Whether the diagonal rule holds when the territories have been filled (Q4).
    #[inline(always)]
    fn stands_with(&self, fills: [G; 2]) -> bool {
        !has_bad_diagonal(self.stones[0] | fills[0]) && !has_bad_diagonal(self.stones[1] | fills[1])
    }
}

impl<G: Grid> Rules for Quentin<G> {
    type Grid = G;
    const SPEC: &'static Spec = &SPEC;

    fn with_pieces(setup: &Setup, pieces: [G; 2]) -> Self {
        Self(Stones::new(setup, pieces))
    }

    fn flaw(&self) -> Option<Flaw> {
        for own in self.0.both() {
            if let Some(pair) = bad_diagonal(own, self.0.size()) {
                return Some(Flaw::new(&HAS_DIAGONAL, pair));
            }
        }
        let board = self.board(self.0.both());
        let [first, second] = board.fills(board.empty, Side::First).expect(KNOWN);
        if let Some(at) = (first | second).iter().next() {
            return Some(Flaw::new(&UNFILLED, [at]));
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

    /// A stone at p can make a territory only of a region with a point q beside p. Then q has,
    /// beside p itself, another stone; and no point beside q except p, which is no longer empty,
    /// has fewer than two stones beside it. Where there is no such q, only the diagonals count.
    fn sieve(&self, side: Side) -> Sieve<G> {
        let empty = self.0.empty();
        let [first, second] = self.0.both();
        let (two, one) = stones_beside(first | second);
        let open = empty & !two;
        let north = open.shift::<0, -1>();
        let south = open.shift::<0, 1>();
        let east = open.shift::<-1, 0>();
        let west = open.shift::<1, 0>();
        let closing = empty & one;
        let doubt = empty
            & ((closing & !(north | east | west)).shift::<0, -1>()
                | (closing & !(south | east | west)).shift::<0, 1>()
                | (closing & !(north | south | east)).shift::<-1, 0>()
                | (closing & !(north | south | west)).shift::<1, 0>());
        let bad = lone_diagonals(*self.0.of(side));
        Sieve { sure: empty & !(doubt | bad[0] | bad[1] | bad[2] | bad[3]), doubt }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn place_on_empty(&mut self, side: Side, at: Point, _: Piece) -> Option<Placed<G>> {
        let fills = self.turn(side, at)?;
        self.0.add(side, at);
        for colour in Side::BOTH {
            if !fills[colour.index()].is_empty() {
                self.0.add_all(colour, fills[colour.index()]);
            }
        }
        Some(Placed { at, piece: side.piece(), fills })
    }

    #[inline(always)]
    fn accepts(&self, side: Side, at: Point, _: Piece) -> bool {
        self.turn(side, at).is_some()
    }

    #[inline(always)]
    fn winner(&self, _: &Placed<G>) -> Option<Side> {
        self.0.winner()
    }

    fn why_not(&self, side: Side, at: Point, _: Piece) -> Option<Broken<G>> {
        let mut stones = self.0.both();
        stones[side.index()].insert(at);
        let board = self.board(stones);
        let fills = board.fills(board.empty, side).expect(KNOWN);
        // The mover's own colour first: its stone is what people look at.
        [side, side.other()].into_iter().find_map(|colour| {
            let own = stones[colour.index()] | fills[colour.index()];
            let pair = bad_diagonal(own, self.0.size())?;
            let [one, other] = beside_both(pair);
            Some(Broken { fills, ..Broken::new(&DIAGONAL, [pair[0], pair[1], one, other]) })
        })
    }

    fn witness(&self, winner: Side) -> G {
        self.0.winning_chain(winner)
    }

    fn chain(&self, at: Point) -> G {
        self.0.chain(at)
    }
}

impl<G: Grid> Quentin<G> {
    /// What a stone here fills; `None` if the turn would be taken back (Q1).
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn turn(&self, side: Side, at: Point) -> Option<[G; 2]> {
        let (own, other) = (self.0.of(side), self.0.of(side.other()));
        let touching = own.touching(at);
        // The neighbourhood alone settles more than nine of ten tries in playouts.
        let points = board_around(at, self.0.size());
        let centre = Small::single(CENTRE);
        let (own, other) = ((own.around(at) & points) | centre, other.around(at) & points);
        let empty = points & !(own | other);
        let (two, _) = stones_beside(own | other);
        // Only from here can a region have become a territory: see the sieve.
        let closed = centre.beside() & empty & two & !(empty & !two).beside();
        if closed.is_empty() {
            return touching.lone_diagonals().is_alone().then_some([G::EMPTY; 2]);
        }
        let stones = if side == Side::First { [own, other] } else { [other, own] };
        let board = Board { stones, empty, rim: empty & RIM };
        match board.fills(closed, side) {
            Some(fills) => {
                board.stands_with(fills).then(|| [fills[0].put_back(at), fills[1].put_back(at)])
            }
            None => self.fills_of_whole_board(side, at),
        }
    }

    /// All of the board, with these stones.
    fn board(&self, stones: [G; 2]) -> Board<G> {
        let empty = G::board(self.0.size()) & !(stones[0] | stones[1]);
        Board { stones, empty, rim: G::EMPTY }
    }

    /// What a stone fills where a region is too large for the neighbourhood; `None` if the diagonal
    /// rule is broken then.
    #[cold]
    fn fills_of_whole_board(&self, side: Side, at: Point) -> Option<[G; 2]> {
        let mut stones = self.0.both();
        stones[side.index()].insert(at);
        let board = self.board(stones);
        let fills = board.fills(G::single(at).beside() & board.empty, side).expect(KNOWN);
        board.stands_with(fills).then_some(fills)
    }
}

/// Why a region is always found on the whole board.
const KNOWN: &str = "the whole board has no rim";

/// Two stones that touch only diagonally, with no stone of the set beside both (Q4).
fn bad_diagonal<G: Grid>(own: G, size: u8) -> Option<[Point; 2]> {
    own.iter().find_map(|stone| {
        DIAGONALS.iter().find_map(|&(dx, dy)| {
            let diagonal = stone.offset(dx, dy, size).filter(|at| own.contains(*at))?;
            let pair = [stone, diagonal];
            let is_bad = !beside_both(pair).iter().any(|at| own.contains(*at));
            is_bad.then_some(pair)
        })
    })
}

/// The two points that are orthogonal neighbours of both of two diagonal neighbours.
const fn beside_both([one, other]: [Point; 2]) -> [Point; 2] {
    [Point::new(one.x, other.y), Point::new(other.x, one.y)]
}
