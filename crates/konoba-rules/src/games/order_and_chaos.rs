//! Order and Chaos (Stephen Sniderman, 1981).

use crate::any::Game;
use crate::grid::{Grid, Small};
use crate::{
    Broken, Flaw, Lattice, Piece, PieceChoice, PieceSpec, Placed, Point, Points, Rules, Setup,
    Side, SideSpec, Sieve, Sizes, Spec, Symmetry, Variant,
};

/// The game for the register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Family {}

impl Game for Family {
    const SPEC: &'static Spec = &SPEC;
    type On<G: Grid> = OrderAndChaos;
}

static SPEC: Spec = Spec {
    id: "order-and-chaos",
    name: "Order and Chaos",
    origin: "Stephen Sniderman, 1981",
    version: 1,
    summary: "Both sides place X or O. Order makes five alike in a row, Chaos prevents it.",
    rulebook: &[
        "Order and Chaos take turns placing a piece on an empty cell; each may place X or O, \
         whatever was placed before. Order moves first.",
        "Order wins when there are five like pieces in a row, a column or a diagonal, no matter who \
         placed the last of them. Chaos wins when no line can become such a five any more.",
        "In the variant Exactly five a run of six does not win by itself. In Five or six it does. \
         In Five that lasts a five wins once it can no longer become a six: when the other piece \
         is on the sixth cell of its line, or the line has only five cells.",
    ],
    examples: &[include_str!("../../rulebook/order-and-chaos.txt")],
    lessons: include_str!("../../lessons/order-and-chaos.txt"),
    sides: [
        SideSpec {
            id: "order",
            name: "Order",
            goal: "make five like pieces in a line",
            won_by: "making five like pieces in a line",
        },
        SideSpec {
            id: "chaos",
            name: "Chaos",
            goal: "leave no line open for a five",
            won_by: "leaving no line open for a five",
        },
    ],
    pieces: [
        PieceSpec { letter: 'X', name: "X", plural: "X" },
        PieceSpec { letter: 'O', name: "O", plural: "O" },
    ],
    choice: PieceChoice::Either,
    sizes: Sizes::only(SIZE),
    has_pie: false,
    has_roles: true,
    variants: &[
        Variant {
            id: "exact-five",
            name: "Exactly five",
            summary: "A run of exactly five wins at once; six does not.",
        },
        Variant {
            id: "five-or-six",
            name: "Five or six",
            summary: "A run of five or six wins at once.",
        },
        Variant {
            id: "lasting-five",
            name: "Five that lasts",
            summary: "A run of exactly five wins once it can no longer become a six.",
        },
    ],
    has_fills: false,
    lattice: Lattice::Squares,
    has_edges: false,
    rules: &[],
    symmetries: &Symmetry::OF_LINES,
};

const SIZE: u8 = 6;
/// "There are 18 lines: 6 rows, 6 columns, 2 diagonals of six cells, 4 of five" (O3).
const LINES: usize = 18;
/// Lines from this number on have five cells.
const SHORT: usize = 14;

const FIVE_OR_SIX: u8 = 1;
const LASTING_FIVE: u8 = 2;

/// The pieces of a game of Order and Chaos, and Order's hopes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrderAndChaos {
    pieces: [Small; 2],
    /// A bit for each of [`HOPES`] that can still come true.
    hopes: u64,
    /// The hope that came true.
    fulfilled: Option<u8>,
    variant: u8,
}

/// Five cells in a line that may all come to hold one piece. The fourteen lines of six have two
/// such windows and the four lines of five have one, each for two pieces: 64 in all, so that one
/// word says which are alive, a piece placed takes one look-up, and no line is open when it is 0.
#[derive(Clone, Copy)]
struct Hope {
    line: usize,
    piece: Piece,
    /// A bit for each cell, as in [`Small`].
    window: u64,
    /// A bit for the sixth cell of the line; 0 where it has only five.
    sixth: u64,
}

/// The cells of a line, in order; the last one of a short line is `None`.
const fn cells(line: usize) -> [Option<Point>; 6] {
    // Where the line begins and how it goes on.
    let number = line as u8 % SIZE;
    let (x, y, right, up): (u8, u8, i8, i8) = match line {
        0..6 => (0, number, 1, 0),
        6..12 => (number, 0, 0, 1),
        12 => (0, 0, 1, 1),
        13 => (0, 5, 1, -1),
        14 => (1, 0, 1, 1),
        15 => (0, 1, 1, 1),
        16 => (0, 4, 1, -1),
        _ => (1, 5, 1, -1),
    };
    let mut cells = [None; 6];
    let mut cell = 0;
    while cell < if line < SHORT { 6 } else { 5 } {
        let (right, up) = (cell as i8 * right, cell as i8 * up);
        cells[cell] = Some(Point::new((x as i8 + right) as u8, (y as i8 + up) as u8));
        cell += 1;
    }
    cells
}

static HOPES: [Hope; 64] = {
    let mut hopes = [Hope { line: 0, piece: Piece::First, window: 0, sixth: 0 }; 64];
    let (mut count, mut line) = (0, 0);
    while line < LINES {
        let mut first = 0;
        while first < if line < SHORT { 2 } else { 1 } {
            let (mut window, mut sixth, mut cell) = (0, 0, 0);
            while cell < 6 {
                if let Some(at) = cells(line)[cell] {
                    let bit = 1 << (at.y as usize * Small::STRIDE + at.x as usize);
                    if first <= cell && cell < first + 5 {
                        window |= bit;
                    } else {
                        sixth = bit;
                    }
                }
                cell += 1;
            }
            hopes[count] = Hope { line, piece: Piece::First, window, sixth };
            hopes[count + 1] = Hope { line, piece: Piece::Second, window, sixth };
            count += 2;
            first += 1;
        }
        line += 1;
    }
    assert!(count == hopes.len());
    hopes
};

/// The hopes that survive a piece on a cell, by piece and cell (O3): it ends those of the other
/// piece on windows with the cell, and those of its own piece for which the cell is the sixth.
static SURVIVE: [[u64; 64]; 2] = survivors(true);
/// The same where six is as good as five.
static SURVIVE_WITH_SIX: [[u64; 64]; 2] = survivors(false);

const fn survivors(sixth_counts: bool) -> [[u64; 64]; 2] {
    let mut survivors = [[u64::MAX; 64]; 2];
    let (mut hope, mut cell) = (0, 0);
    while hope < 64 {
        let Hope { piece, window, sixth, .. } = HOPES[hope];
        let (own, other) = (piece.index(), piece.other().index());
        if window >> cell & 1 != 0 {
            survivors[other][cell] &= !(1 << hope);
        }
        if sixth_counts && sixth >> cell & 1 != 0 {
            survivors[own][cell] &= !(1 << hope);
        }
        cell += 1;
        if cell == 64 {
            (hope, cell) = (hope + 1, 0);
        }
    }
    survivors
}

/// Whether there are five of the set in a line, on either side of which there may be a sixth.
#[inline(always)]
fn has_five(set: Small) -> bool {
    // To the right, up, and up to either side: four lanes of a wide register.
    const STEPS: [usize; 4] = [1, Small::STRIDE, Small::STRIDE + 1, Small::STRIDE - 1];
    let set = set.first_word();
    let fives = STEPS.map(|step| {
        let two = set & set >> step;
        two & two >> (2 * step) & set >> (4 * step)
    });
    fives[0] | fives[1] | fives[2] | fives[3] != 0
}

impl OrderAndChaos {
    #[inline(always)]
    fn put(&mut self, at: Point, piece: Piece) {
        self.pieces[piece.index()].insert(at);
        let cell = (usize::from(at.y) * Small::STRIDE + usize::from(at.x)) % 64;
        let survivors = if self.variant == FIVE_OR_SIX { &SURVIVE_WITH_SIX } else { &SURVIVE };
        self.hopes &= survivors[piece.index()][cell];
        let is_lasting = self.variant == LASTING_FIVE;
        if has_five(self.pieces[piece.index()])
            || is_lasting && has_five(self.pieces[piece.other().index()])
        {
            self.fulfilled = self.fulfilled_hope();
        }
    }

    /// The hope that has come true (O2). The sixth cell matters only for fives that must last.
    #[cold]
    fn fulfilled_hope(&self) -> Option<u8> {
        let mut alive = self.hopes;
        while alive != 0 {
            let number = alive.trailing_zeros();
            let Hope { piece, window, sixth, .. } = HOPES[number as usize];
            let [own, other] =
                [piece, piece.other()].map(|piece| self.pieces[piece.index()].first_word());
            let may_grow = self.variant == LASTING_FIVE && sixth & !other != 0;
            if own & window == window && !may_grow {
                return Some(number as u8);
            }
            alive &= alive - 1;
        }
        None
    }
}

impl Rules for OrderAndChaos {
    type Grid = Small;
    const SPEC: &'static Spec = &SPEC;

    fn with_pieces(setup: &Setup, pieces: [Small; 2]) -> Self {
        let mut board = Self {
            pieces: [Small::EMPTY; 2],
            hopes: u64::MAX,
            fulfilled: None,
            variant: setup.variant,
        };
        for piece in Piece::BOTH {
            pieces[piece.index()].iter().for_each(|at| board.put(at, piece));
        }
        board.fulfilled = board.fulfilled_hope();
        board
    }

    fn flaw(&self) -> Option<Flaw> {
        (self.fulfilled.is_some() || self.hopes == 0).then_some(Flaw::WON)
    }

    #[inline(always)]
    fn pieces(&self) -> [Small; 2] {
        self.pieces
    }

    #[inline(always)]
    fn size(&self) -> u8 {
        SIZE
    }

    #[inline(always)]
    fn sieve(&self, _: Side) -> Sieve<Small> {
        let [crosses, noughts] = self.pieces;
        Sieve { sure: Small::board(SIZE) & !(crosses | noughts), doubt: Small::EMPTY }
    }

    #[inline(always)]
    fn place_on_empty(&mut self, _: Side, at: Point, piece: Piece) -> Option<Placed<Small>> {
        self.put(at, piece);
        Some(Placed::alone(at, piece))
    }

    #[inline(always)]
    fn winner(&self, _: &Placed<Small>) -> Option<Side> {
        if self.fulfilled.is_some() {
            Some(Side::First)
        } else if self.hopes == 0 {
            Some(Side::Second)
        } else {
            None
        }
    }

    fn why_not(&self, _: Side, _: Point, _: Piece) -> Option<Broken<Small>> {
        None
    }

    /// The winning run, of five cells or of six.
    fn witness(&self, winner: Side) -> Small {
        let Some(hope) = self.fulfilled.filter(|_| winner == Side::First) else {
            return Small::EMPTY;
        };
        let Hope { line, piece, .. } = HOPES[usize::from(hope)];
        let own = self.pieces[piece.index()];
        let mut run = Small::EMPTY;
        cells(line)
            .into_iter()
            .flatten()
            .filter(|at| own.contains(*at))
            .for_each(|at| run.insert(at));
        run
    }

    fn open_lines(&self, each: &mut dyn FnMut(Points)) {
        let is_open = |line: usize| {
            HOPES
                .iter()
                .enumerate()
                .any(|(number, hope)| hope.line == line && self.hopes >> number & 1 != 0)
        };
        let open = (0..LINES).filter(|line| is_open(*line));
        open.for_each(|line| each(cells(line).into_iter().flatten().collect()));
    }
}
