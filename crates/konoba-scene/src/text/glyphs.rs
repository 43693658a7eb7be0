//! The characters of each style.

use konoba_rules::{Lattice, Piece, PieceChoice, Point, Spec};

use super::TextStyle;
use crate::{Mark, Marks};

/// The characters in which boards are drawn; each takes one column.
pub(super) struct Glyphs {
    /// Stones, and stones that are not there; `None` where the letters of the pieces serve.
    stones: Option<[[char; 2]; 2]>,
    /// An empty point where the side to move may place.
    pub(super) legal: char,
    /// Empty points on lines: rows from the top, each at the left, in the middle, at the right.
    crossings: [[char; 3]; 3],
    /// What is between two points of a row, on lines and on squares.
    between: [char; 2],
    /// The frame above and below squares: left, between cells, right, along a cell.
    pub(super) frame: [[char; 4]; 2],
    /// The edges of the first side, drawn across, and of the second, drawn upright.
    pub(super) edges: [char; 2],
}

const UNICODE: Glyphs = Glyphs {
    stones: Some([['●', '○'], ['•', '◦']]),
    legal: '·',
    crossings: [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']],
    between: ['─', '│'],
    frame: [['┌', '┬', '┐', '─'], ['└', '┴', '┘', '─']],
    edges: ['━', '║'],
};

const ASCII: Glyphs = Glyphs {
    stones: None,
    legal: '_',
    crossings: [['.'; 3]; 3],
    between: [' ', '|'],
    frame: [['+', '+', '+', '-'], ['+', '+', '+', '-']],
    edges: ['=', '|'],
};

impl Glyphs {
    pub(super) const fn of(style: TextStyle) -> &'static Self {
        match style {
            TextStyle::Unicode => &UNICODE,
            TextStyle::Ascii => &ASCII,
        }
    }

    /// A piece on the board.
    pub(super) fn piece(&self, spec: &Spec, piece: Piece) -> char {
        match (spec.choice, self.stones) {
            (PieceChoice::Own, Some([stones, _])) => stones[piece.index()],
            _ => spec.piece(piece).letter,
        }
    }

    /// A piece that is not there: a small stone, or a small letter.
    pub(super) fn ghost(&self, spec: &Spec, piece: Piece) -> char {
        match (spec.choice, self.stones) {
            (PieceChoice::Own, Some([_, ghosts])) => ghosts[piece.index()],
            _ => spec.piece(piece).letter.to_ascii_lowercase(),
        }
    }

    /// An empty point of a board of this size.
    pub(super) fn empty(&self, lattice: Lattice, size: u8, at: Point) -> char {
        let place = |along: u8| match along {
            // The only point of a board of size 1 is drawn as one in the middle.
            _ if size == 1 => 1,
            0 => 0,
            _ if along == size - 1 => 2,
            _ => 1,
        };
        match lattice {
            Lattice::Lines => self.crossings[2 - place(at.y)][place(at.x)],
            Lattice::Squares => ' ',
        }
    }

    /// What is between two points of a row.
    pub(super) const fn between(&self, lattice: Lattice) -> char {
        match lattice {
            Lattice::Lines => self.between[0],
            Lattice::Squares => self.between[1],
        }
    }
}

/// The sign before a point, for the weightiest of its marks that has one. A legal point is known
/// by its own character.
pub(super) fn sign(marks: Marks) -> Option<char> {
    marks.iter().find_map(|mark| match mark {
        Mark::Tried => Some('?'),
        Mark::Blamed => Some('!'),
        Mark::Considered => Some('>'),
        Mark::Hinted => Some('#'),
        Mark::WouldFill | Mark::Filled => Some('+'),
        Mark::Last => Some('('),
        Mark::Winning => Some('*'),
        Mark::OpenLine => Some(':'),
        Mark::Legal => None,
    })
}

/// The sign after a point, which yields to a sign before the next one.
pub(super) fn closing(marks: Marks) -> Option<char> {
    (sign(marks) == Some('(')).then_some(')')
}
