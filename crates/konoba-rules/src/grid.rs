//! Sets of points as bits, so that one machine word answers for many points at once.
//!
//! A board lies in the words row after row, each row followed by at least one bit that is no
//! point. A set shifted by one column therefore falls into that gap instead of into the next row,
//! and no shift needs a mask; the caller meets a shifted set with a set of real points.

mod near;
mod packed;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

pub use near::{CENTRE, RIM, Touching, board_around};
pub use packed::Packed;

use crate::Point;

/// A set of points on boards up to [`Grid::MAX`] wide.
///
/// Shifts move every point; what leaves the board lands on no point, where it stays until the set
/// meets [`Grid::board`] or any other set of points.
pub trait Grid:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The largest board size that fits.
    const MAX: u8;
    /// How many bits there are from a point to the one above it.
    const STRIDE: usize;
    /// No point at all.
    const EMPTY: Self;

    /// All points of a board of this size.
    fn board(size: u8) -> Self;
    /// The points along one edge of a board of this size.
    fn edge(edge: Edge, size: u8) -> Self;
    /// One point alone.
    fn single(at: Point) -> Self;
    /// Whether the point is in the set.
    fn contains(&self, at: Point) -> bool;
    /// Adds a point.
    fn insert(&mut self, at: Point);
    /// Whether there is no bit in the set.
    fn is_empty(&self) -> bool;
    /// How many points there are.
    fn count(&self) -> u32;
    /// Takes the lowest point out and returns it.
    fn pop(&mut self) -> Option<Point>;
    /// Every point moved by this many columns and rows, which together are less than 64 bits away.
    fn shift<const DX: i8, const DY: i8>(self) -> Self;
    /// The seven by seven points around `at`, with `at` itself at [`CENTRE`]. Bits that stand for
    /// no point of the board are arbitrary: meet the result with [`board_around`].
    fn around(&self, at: Point) -> Small;
    /// The three by three points around `at`.
    fn touching(&self, at: Point) -> Touching<Self>;
    /// The set for the outside, free of widths.
    fn to_points(self) -> Points {
        self.iter().collect()
    }
    /// The set from the outside; points that do not fit are lost.
    fn from_points(points: Points) -> Self {
        let mut set = Self::EMPTY;
        points.iter().filter(|at| at.is_on(Self::MAX)).for_each(|at| set.insert(at));
        set
    }
    /// The points, row by row from a1.
    #[inline(always)]
    fn iter(self) -> Iter<Self> {
        Iter(self)
    }

    /// Everything orthogonally adjacent to a point of the set.
    #[inline(always)]
    fn beside(self) -> Self {
        self.shift::<1, 0>() | self.shift::<-1, 0>() | self.shift::<0, 1>() | self.shift::<0, -1>()
    }
    /// Everything orthogonally or diagonally adjacent to a point of the set.
    #[inline(always)]
    fn beside_or_diagonal(self) -> Self {
        let across = self | self.shift::<1, 0>() | self.shift::<-1, 0>();
        self.shift::<1, 0>()
            | self.shift::<-1, 0>()
            | across.shift::<0, 1>()
            | across.shift::<0, -1>()
    }
}

/// An edge of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// Row 1.
    Bottom,
    /// The last row.
    Top,
    /// Column a.
    Left,
    /// The last column.
    Right,
}

/// Boards up to 7x7, and the neighbourhood of a point on any board, in one word.
pub type Small = Packed<1, 8>;
/// Boards up to 15x15, in four words.
pub type Medium = Packed<4, 16>;
/// Boards up to 19x19, in six words.
pub type Large = Packed<6, 20>;

/// A set of points for the outside, whatever the width of its board.
pub type Points = Large;

/// The points of a grid, lowest first.
#[derive(Clone, Debug)]
pub struct Iter<G>(G);

impl<G: Grid> Iterator for Iter<G> {
    type Item = Point;

    #[inline(always)]
    fn next(&mut self) -> Option<Point> {
        self.0.pop()
    }
}
