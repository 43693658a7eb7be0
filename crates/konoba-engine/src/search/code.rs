//! Moves as small numbers, and sets of them.

use konoba_rules::{MAX_SIZE, Move, Piece, PieceChoice, Point};

/// How many placements there are: two pieces on each point of the largest board.
const PLACEMENTS: u16 = 2 * MAX_SIZE as u16 * MAX_SIZE as u16;

/// A move as a number below [`Code::COUNT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Code(pub(crate) u16);

impl Code {
    pub(crate) const PASS: Self = Self(PLACEMENTS);
    pub(crate) const SWAP: Self = Self(PLACEMENTS + 1);
    pub(crate) const COUNT: usize = PLACEMENTS as usize + 2;

    /// A placement. Where each side has a colour of its own, the piece goes without saying.
    #[inline(always)]
    pub(crate) const fn placement(choice: PieceChoice, piece: Piece, at: Point) -> Self {
        let piece = match choice {
            PieceChoice::Own => 0,
            PieceChoice::Either => piece.index() as u16,
        };
        Self(at.index() as u16 * 2 + piece)
    }

    /// The move that it stands for in a game.
    #[inline(always)]
    pub(crate) const fn mv(self, choice: PieceChoice) -> Move {
        match self {
            Self::PASS => Move::Pass,
            Self::SWAP => Move::Swap,
            Self(number) => {
                let (place, width) = (number / 2, MAX_SIZE as u16);
                let at = Point::new((place % width) as u8, (place / width) as u8);
                Move::placement(choice, Piece::BOTH[(number % 2) as usize], at)
            }
        }
    }

    /// The point that is placed on, if any.
    #[inline(always)]
    pub(crate) const fn point(self) -> Option<Point> {
        self.mv(PieceChoice::Own).point()
    }
}

/// A set of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CodeSet([u64; Code::COUNT.div_ceil(64)]);

impl CodeSet {
    pub(crate) const EMPTY: Self = Self([0; Code::COUNT.div_ceil(64)]);

    #[inline(always)]
    pub(crate) const fn insert(&mut self, Code(number): Code) {
        self.0[number as usize / 64] |= 1 << (number % 64);
    }

    #[inline(always)]
    pub(crate) const fn contains(&self, Code(number): Code) -> bool {
        self.0[number as usize / 64] >> (number % 64) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_a_code_of_its_own() {
        let mut seen = CodeSet::EMPTY;
        let mut check = |choice, mv, code: Code| {
            assert_eq!(code.mv(choice), mv);
            assert!(!seen.contains(code) && usize::from(code.0) < Code::COUNT);
            seen.insert(code);
        };
        for at in Point::all(MAX_SIZE) {
            for piece in Piece::BOTH {
                let code = Code::placement(PieceChoice::Either, piece, at);
                check(PieceChoice::Either, Move::PlacePiece(piece, at), code);
                let own = Code::placement(PieceChoice::Own, piece, at);
                assert_eq!(own.mv(PieceChoice::Own), Move::Place(at));
            }
        }
        check(PieceChoice::Own, Move::Pass, Code::PASS);
        check(PieceChoice::Either, Move::Swap, Code::SWAP);
    }
}
