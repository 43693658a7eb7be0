//! A move and its notation.

use std::fmt;

use crate::{Piece, PieceChoice, Point, Spec};

/// What a side can do on its turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Place a stone of the side's own colour.
    Place(Point),
    /// Place a piece of the chosen kind.
    PlacePiece(Piece, Point),
    /// Take the first side's place instead of placing (the pie rule).
    Swap,
    /// Let a turn go by, because there is no legal placement.
    Pass,
}

impl Move {
    /// The placement as a game takes it: a move with a piece where pieces are chosen.
    pub const fn placement(choice: PieceChoice, piece: Piece, at: Point) -> Self {
        match choice {
            PieceChoice::Own => Self::Place(at),
            PieceChoice::Either => Self::PlacePiece(piece, at),
        }
    }

    /// The point that is placed on, if any.
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Place(at) | Self::PlacePiece(_, at) => Some(at),
            Self::Swap | Self::Pass => None,
        }
    }

    /// The move as this game writes it: `c4`, `Xc4`, `swap`, `pass`.
    pub fn written(self, spec: &'static Spec) -> Written {
        Written { mv: self, spec }
    }

    /// Reads a move in any form that people may type: `c4`, `C4`, `c 4`, `3,4`, `3 4`, `Xc4`,
    /// `X@c4`, `c4x`, `swap`, `pass`.
    ///
    /// A piece is read wherever the game's letters stand for one; whether the game wants a piece
    /// is for the position to judge. Points may lie off the board, so that a refusal can name them.
    pub fn read(text: &str, spec: &Spec) -> Result<Self, NotAMove> {
        let text = text.trim();
        if text.len() > 32 {
            return Err(NotAMove);
        }
        let word = text.to_ascii_lowercase();
        match word.as_str() {
            "swap" => return Ok(Self::Swap),
            "pass" => return Ok(Self::Pass),
            _ => {}
        }
        if let Some(at) = read_point(&word) {
            return Ok(Self::Place(at));
        }
        let mut rest = word.chars();
        if let Some(piece) = rest.next().and_then(|letter| spec.piece_lettered(letter))
            && let Some(at) = read_point(rest.as_str().trim_start().trim_start_matches('@'))
        {
            return Ok(Self::PlacePiece(piece, at));
        }
        let mut rest = word.chars();
        if let Some(piece) = rest.next_back().and_then(|letter| spec.piece_lettered(letter))
            && let Some(at) = read_point(rest.as_str().trim_end().trim_end_matches('@'))
        {
            return Ok(Self::PlacePiece(piece, at));
        }
        Err(NotAMove)
    }
}

/// `c4` or `c 4`, and column, then row from the bottom: `3,4` or `3 4`.
fn read_point(text: &str) -> Option<Point> {
    let text = text.trim();
    if let Ok(at) = text.parse() {
        return Some(at);
    }
    let (column, row) = text.split_once([',', ' '])?;
    let (column, row) = (column.trim(), row.trim_start_matches([',', ' ']));
    if let [letter] = column.as_bytes()
        && letter.is_ascii_alphabetic()
        && !text.contains(',')
    {
        return format!("{column}{row}").parse().ok();
    }
    let number = |text: &str| {
        let plain = !text.is_empty() && text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| text.parse::<u8>().ok())??.checked_sub(1)
    };
    Some(Point::new(number(column)?, number(row)?))
}

/// The text is not a move in any form that is understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAMove;

/// A move on its way to text; see [`Move::written`].
#[derive(Clone, Copy, Debug)]
pub struct Written {
    mv: Move,
    spec: &'static Spec,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mv {
            Move::Place(at) => write!(f, "{at}"),
            Move::PlacePiece(piece, at) => write!(f, "{}{at}", self.spec.piece(piece).letter),
            Move::Swap => f.write_str("swap"),
            Move::Pass => f.write_str("pass"),
        }
    }
}
