//! One number for all positions that are the same but for a symmetry.

use konoba_rules::grid::Grid;
use konoba_rules::playout::WyRand;
use konoba_rules::{Piece, Placed, Point, Rules, Side, Symmetry};

/// No game has more symmetries.
pub(super) const MOST: usize = 16;

/// The numbers of a position as each symmetry shows it.
pub(super) type Sums = [u64; MOST];

/// What each piece on each point adds to the number of a position, by symmetry.
pub(super) struct Codes {
    /// By symmetry, piece and point.
    weights: Vec<[Vec<u64>; 2]>,
    size: u8,
    /// The symmetries under which it becomes the first side's turn, by whose turn it is; all of
    /// them where a symmetry exchanges no sides.
    usable: [Vec<usize>; 2],
    exchanges_sides: bool,
}

/// What is added when it is the second side's turn, beyond the numbers of all boards with a code.
const SECOND: u64 = 1 << 63;
/// Up to so many points, positions are numbered without two having the same number: a digit to the
/// base of three for each point stays below the bit for the turn.
const EXACT_POINTS: u32 = 39;

impl Codes {
    pub(super) fn new<R: Rules>(size: u8) -> Self {
        let symmetries = R::SPEC.symmetries;
        let points = u32::from(size) * u32::from(size);
        let mut dice = WyRand::new(0);
        let digits: Vec<[u64; 2]> = (0..points)
            .map(|point| match 3u64.checked_pow(point).filter(|_| points <= EXACT_POINTS) {
                Some(digit) => [digit, 2 * digit],
                None => [dice.bits(), dice.bits()],
            })
            .collect();
        let seen = |symmetry: &Symmetry| {
            Piece::BOTH.map(|piece| {
                let weight = |at| digits[place(symmetry.point(at, size), size)];
                let piece = symmetry.piece(piece).index();
                Point::all(size).map(|at| weight(at)[piece]).collect()
            })
        };
        let exchanges_sides = symmetries.iter().any(|symmetry| symmetry.exchanges_sides);
        let usable = Side::BOTH.map(|side| {
            let is_usable =
                |symmetry: &Symmetry| !exchanges_sides || symmetry.side(side) == Side::First;
            (0..symmetries.len()).filter(|number| is_usable(&symmetries[*number])).collect()
        });
        let weights = symmetries.iter().map(seen).collect();
        Self { weights, size, usable, exchanges_sides }
    }

    /// The numbers of a board.
    pub(super) fn sums<R: Rules>(&self, rules: &R) -> Sums {
        let mut sums = [0; MOST];
        for piece in Piece::BOTH {
            rules.pieces()[piece.index()].iter().for_each(|at| self.add(&mut sums, piece, at));
        }
        sums
    }

    /// The numbers when a placement is added.
    #[inline(always)]
    pub(super) fn with<G: Grid>(&self, sums: &Sums, placed: &Placed<G>) -> Sums {
        let mut sums = *sums;
        self.add(&mut sums, placed.piece, placed.at);
        for piece in Piece::BOTH {
            placed.fills[piece.index()].iter().for_each(|at| self.add(&mut sums, piece, at));
        }
        sums
    }

    #[inline(always)]
    fn add(&self, sums: &mut Sums, piece: Piece, at: Point) {
        let place = place(at, self.size);
        for (sum, weights) in sums.iter_mut().zip(&self.weights) {
            *sum = sum.wrapping_add(weights[piece.index()][place]);
        }
    }

    /// The one number of a position and of all that are the same but for a symmetry.
    #[inline(always)]
    pub(super) fn code(&self, sums: &Sums, to_move: Side) -> u64 {
        let usable = &self.usable[to_move.index()];
        let least =
            usable.iter().map(|number| sums[*number]).min().expect("identity is among them");
        if self.exchanges_sides || to_move == Side::First { least } else { least ^ SECOND }
    }
}

/// The number of a point, row by row from a1.
pub(super) const fn place(at: Point, size: u8) -> usize {
    at.y as usize * size as usize + at.x as usize
}
