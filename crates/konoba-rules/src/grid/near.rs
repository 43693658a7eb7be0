//! The neighbourhood of one point, cut out of a set.

use std::marker::PhantomData;

use super::{Grid, Packed, Small};
use crate::{MAX_SIZE, Point};

/// Where [`Grid::around`] puts the point it was asked about.
pub const CENTRE: Point = Point::new(3, 3);

/// The bits of [`Grid::around`] beside which there may be points that it does not show.
pub const RIM: Small = Packed([0x007f_4141_4141_417f]);

/// Which bits of [`Grid::around`] stand for points of a board of this size.
#[inline(always)]
pub fn board_around(at: Point, size: u8) -> Small {
    let columns = COLUMNS_AROUND[usize::from(size)][usize::from(at.x)];
    let rows = ROWS_AROUND[usize::from(size)][usize::from(at.y)];
    Packed([columns & rows])
}

type BySizeAndPlace = [[u64; MAX_SIZE as usize]; MAX_SIZE as usize + 1];
static COLUMNS_AROUND: BySizeAndPlace = on_board(0x0001_0101_0101_0101, 1);
static ROWS_AROUND: BySizeAndPlace = on_board(0x7f, 8);

/// The lines of a neighbourhood that are on the board, by the board's size and the middle's place
/// across the lines: line 0 is three before the middle. `line` is the first of them, `step` bits
/// before the next.
const fn on_board(line: u64, step: usize) -> BySizeAndPlace {
    let mut sets = [[0; MAX_SIZE as usize]; MAX_SIZE as usize + 1];
    let mut size = 1;
    while size <= MAX_SIZE as usize {
        let mut middle = 0;
        while middle < size {
            let mut number = 0;
            while number < 7 {
                if middle + number >= 3 && middle + number < size + 3 {
                    sets[size][middle] |= line << (number * step);
                }
                number += 1;
            }
            middle += 1;
        }
        size += 1;
    }
    sets
}

impl Small {
    /// The points of a neighbourhood where they are on the board: the way back from
    /// [`Grid::around`].
    pub(crate) fn put_back<G: Grid>(self, at: Point) -> G {
        let mut points = G::EMPTY;
        for near in self.iter() {
            points.insert(Point::new(at.x + near.x - CENTRE.x, at.y + near.y - CENTRE.y));
        }
        points
    }
}

/// Which of the three by three points around one belong to a set: rows of three bits, each as far
/// from the next as in the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touching<G> {
    bits: u64,
    grid: PhantomData<G>,
}

impl<G: Grid> Touching<G> {
    const BESIDE: u64 = 1 << 1 | 1 << G::STRIDE | 1 << (G::STRIDE + 2) | 1 << (2 * G::STRIDE + 1);
    const DIAGONAL: u64 = 1 | 1 << 2 | 1 << (2 * G::STRIDE) | 1 << (2 * G::STRIDE + 2);

    #[inline(always)]
    pub(super) const fn new(bits: u64) -> Self {
        Self { bits, grid: PhantomData }
    }

    /// Whether none of the eight around the middle does.
    #[inline(always)]
    pub const fn is_alone(self) -> bool {
        self.bits & (Self::BESIDE | Self::DIAGONAL) == 0
    }

    /// Those that belong to the other set as well.
    #[inline(always)]
    pub const fn and(self, other: Self) -> Self {
        Self::new(self.bits & other.bits)
    }

    /// Those that belong to this or to the other set.
    #[inline(always)]
    pub const fn or(self, other: Self) -> Self {
        Self::new(self.bits | other.bits)
    }

    /// Only the orthogonal neighbours.
    #[inline(always)]
    pub const fn beside(self) -> Self {
        Self::new(self.bits & Self::BESIDE)
    }

    /// Only the eight neighbours.
    #[inline(always)]
    pub const fn around(self) -> Self {
        Self::new(self.bits & (Self::BESIDE | Self::DIAGONAL))
    }

    /// Only those diagonal neighbours that have, of the points beside them and the middle, none in
    /// the set.
    #[inline(always)]
    pub const fn lone_diagonals(self) -> Self {
        let (level, upright) = self.beside().next_to();
        Self::new(self.bits & Self::DIAGONAL & !(level | upright))
    }

    /// Only those diagonal neighbours that have both points beside them and the middle in `other`.
    #[inline(always)]
    pub const fn between_two_of(self, other: Self) -> Self {
        let (level, upright) = other.beside().next_to();
        Self::new(self.bits & Self::DIAGONAL & level & upright)
    }

    /// The bits one column away, and those one row away.
    #[inline(always)]
    const fn next_to(self) -> (u64, u64) {
        (self.bits << 1 | self.bits >> 1, self.bits << G::STRIDE | self.bits >> G::STRIDE)
    }
}
