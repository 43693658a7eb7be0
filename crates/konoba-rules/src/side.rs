//! The two sides of a game and the two kinds of piece on its board.

/// A side of the game. Rules know sides; who sits behind one is the table's business.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The side that moves first: Black, or Order.
    First,
    /// The side that moves second: White, or Chaos.
    Second,
}

impl Side {
    /// Both, in the order of moving.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first side, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The piece that a side places where each side has a colour of its own.
    pub const fn piece(self) -> Piece {
        match self {
            Self::First => Piece::First,
            Self::Second => Piece::Second,
        }
    }
}

/// One of the two kinds of piece: black and white stones, or X and O.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Piece {
    /// The black stone, or X.
    First,
    /// The white stone, or O.
    Second,
}

impl Piece {
    /// Both kinds.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other kind.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first kind, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}
