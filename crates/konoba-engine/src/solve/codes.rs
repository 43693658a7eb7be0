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

    /// The board that has a number with the first side to move, or one that is the same but for a symmetry. None where
    /// the number does not tell.
    pub(super) fn pieces<G: Grid>(&self, code: u64) -> Option<[G; 2]> {
        let points = u32::from(self.size) * u32::from(self.size);
        if !self.exchanges_sides || points > EXACT_POINTS || code >= 3u64.pow(points) {
            return None;
        }
        let mut pieces = [G::EMPTY; 2];
        let mut rest = code;
        for at in Point::all(self.size) {
            match rest % 3 {
                0 => {}
                digit => pieces[digit as usize - 1].insert(at),
            }
            rest /= 3;
        }
        Some(pieces)
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

#[cfg(test)]
mod tests {
    use konoba_rules::{AnyPosition, Position, Visitor};

    use super::*;

    struct Numbered {
        is_exact: bool,
    }

    impl Visitor for Numbered {
        type Output = ();

        /// The positions of a random game, from their numbers and back.
        fn visit<R: Rules>(self, start: &Position<R>) {
            let (codes, mut position) = (Codes::new::<R>(start.setup().size), *start);
            let mut dice = WyRand::new(1);
            while position.winner().is_none() {
                let code = codes.code(&codes.sums(position.rules()), position.to_move());
                let pieces = codes.pieces(code);
                assert_eq!(pieces.is_some(), self.is_exact, "{position:?}");
                if let Some(pieces) = pieces {
                    let rules = R::with_pieces(&start.setup(), pieces);
                    assert_eq!(codes.code(&codes.sums(&rules), Side::First), code, "{position:?}");
                }
                let moves: Vec<_> = position.moves().collect();
                position.try_play(moves[dice.bits() as usize % moves.len()]).unwrap();
            }
            assert!(codes.pieces::<R::Grid>(u64::MAX).is_none());
        }
    }

    #[test]
    fn boards_are_read_from_their_numbers_where_these_are_exact() {
        for (setup, is_exact) in [
            ("konobi:6", true),
            ("quentin:5", true),
            ("konobi:7", false),
            ("order-and-chaos", false),
        ] {
            let start = AnyPosition::start(setup.parse().unwrap());
            AnyPosition::start(start.setup().without_pie()).visit(Numbered { is_exact });
        }
    }
}
