//! Symmetries as values: what turns a game into the same game.

use crate::{Grid, Move, Piece, Point, Side};

/// First perhaps a transposition (columns become rows), then perhaps mirrors, then perhaps an
/// exchange of the pieces and of the sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    /// Columns become rows.
    pub transposes: bool,
    /// Left becomes right.
    pub mirrors_columns: bool,
    /// Bottom becomes top.
    pub mirrors_rows: bool,
    /// Each piece becomes the other kind.
    pub exchanges_pieces: bool,
    /// Each side becomes its opponent.
    pub exchanges_sides: bool,
}

impl Symmetry {
    /// Changes nothing.
    pub const IDENTITY: Self = Self::numbered(0);

    /// The symmetries of a game in which each side joins its own two edges: mirrors alone, and
    /// a transposition together with an exchange of the colours.
    pub const OF_JOINING_EDGES: [Self; 8] = {
        let mut all = [Self::IDENTITY; 8];
        let mut number = 0;
        while number < 8 {
            all[number as usize] = Self::numbered(number);
            if all[number as usize].transposes {
                all[number as usize].exchanges_pieces = true;
                all[number as usize].exchanges_sides = true;
            }
            number += 1;
        }
        all
    };

    /// The symmetries of a game of lines in which both sides place either piece: all eight of the
    /// board, with and without an exchange of the pieces.
    pub const OF_LINES: [Self; 16] = {
        let mut all = [Self::IDENTITY; 16];
        let mut number = 0;
        while number < 16 {
            all[number as usize] = Self::numbered(number);
            number += 1;
        }
        all
    };

    const fn numbered(number: u8) -> Self {
        Self {
            transposes: number & 1 != 0,
            mirrors_columns: number & 2 != 0,
            mirrors_rows: number & 4 != 0,
            exchanges_pieces: number & 8 != 0,
            exchanges_sides: false,
        }
    }

    /// Where a point of a board of this size goes.
    pub const fn point(self, at: Point, size: u8) -> Point {
        let (mut x, mut y) = if self.transposes { (at.y, at.x) } else { (at.x, at.y) };
        if self.mirrors_columns {
            x = size - 1 - x;
        }
        if self.mirrors_rows {
            y = size - 1 - y;
        }
        Point::new(x, y)
    }

    /// What a piece becomes.
    pub const fn piece(self, piece: Piece) -> Piece {
        if self.exchanges_pieces { piece.other() } else { piece }
    }

    /// What a side becomes.
    pub const fn side(self, side: Side) -> Side {
        if self.exchanges_sides { side.other() } else { side }
    }

    /// What a move becomes.
    pub const fn mv(self, mv: Move, size: u8) -> Move {
        match mv {
            Move::Place(at) => Move::Place(self.point(at, size)),
            Move::PlacePiece(piece, at) => {
                Move::PlacePiece(self.piece(piece), self.point(at, size))
            }
            Move::Swap => Move::Swap,
            Move::Pass => Move::Pass,
        }
    }

    /// Where a set of points goes.
    pub fn grid<G: Grid>(self, set: G, size: u8) -> G {
        let mut moved = G::EMPTY;
        set.iter().for_each(|at| moved.insert(self.point(at, size)));
        moved
    }

    /// What becomes of the two sets of pieces on a board.
    pub fn pieces<G: Grid>(self, pieces: [G; 2], size: u8) -> [G; 2] {
        let [first, second] = pieces.map(|set| self.grid(set, size));
        if self.exchanges_pieces { [second, first] } else { [first, second] }
    }

    /// Takes back what this symmetry does.
    pub const fn inverse(self) -> Self {
        let mut inverse = self;
        if self.transposes {
            // The mirrors come after the transposition, so undoing them before it exchanges them.
            inverse.mirrors_columns = self.mirrors_rows;
            inverse.mirrors_rows = self.mirrors_columns;
        }
        inverse
    }
}
