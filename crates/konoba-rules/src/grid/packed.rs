//! The one representation of a set of points: words of bits.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Edge, Grid, Points, Small, Touching};
use crate::{MAX_SIZE, Point};

/// Does something for each word of a set, one after the other and without a loop. Where code is compiled to be small, as for
/// browsers, compilers leave a loop of four rounds as it is, and keep the words in memory instead of in registers.
macro_rules! for_each_word {
    ($index:ident => $what:expr) => {
        for_each_word!($index => $what, 0 1 2 3 4 5)
    };
    ($index:ident => $what:expr, $($number:literal)*) => {
        const { assert!(WORDS <= 6, "no grid has more words") };
        $(if $number < WORDS {
            let $index: usize = $number;
            $what;
        })*
    };
}

/// `WORDS` words of bits, `STRIDE` bits a row: point (x, y) is bit `y * STRIDE + x`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Packed<const WORDS: usize, const STRIDE: usize>(pub(super) [u64; WORDS]);

impl<const WORDS: usize, const STRIDE: usize> Packed<WORDS, STRIDE> {
    const NONE: Self = Self([0; WORDS]);

    /// All boards by size, so that asking for one is a look-up.
    const BOARDS: [Self; MAX_SIZE as usize + 1] = Self::by_size(None);
    /// The edges of all boards, by edge and size.
    const EDGES: [[Self; MAX_SIZE as usize + 1]; 4] = [
        Self::by_size(Some(Edge::Bottom)),
        Self::by_size(Some(Edge::Top)),
        Self::by_size(Some(Edge::Left)),
        Self::by_size(Some(Edge::Right)),
    ];

    /// For each size that fits, all points of the board or those along one edge.
    const fn by_size(edge: Option<Edge>) -> [Self; MAX_SIZE as usize + 1] {
        let mut sets = [Self::NONE; MAX_SIZE as usize + 1];
        let mut size = 1;
        while size <= Self::FITS {
            let (mut y, mut x) = (0, 0);
            while y < size {
                let belongs = match edge {
                    None => true,
                    Some(Edge::Bottom) => y == 0,
                    Some(Edge::Top) => y == size - 1,
                    Some(Edge::Left) => x == 0,
                    Some(Edge::Right) => x == size - 1,
                };
                let bit = Self::bit(Point::new(x, y));
                if belongs {
                    sets[size as usize].0[bit / 64] |= 1 << (bit % 64);
                }
                x += 1;
                if x == size {
                    (x, y) = (0, y + 1);
                }
            }
            size += 1;
        }
        sets
    }

    /// The largest board: each row has a gap behind it.
    const FITS: u8 = if STRIDE > MAX_SIZE as usize { MAX_SIZE } else { STRIDE as u8 - 1 };

    /// The first word, which of a small grid is all.
    #[inline(always)]
    pub(crate) const fn first_word(&self) -> u64 {
        self.0[0]
    }

    #[inline(always)]
    const fn bit(at: Point) -> usize {
        at.y as usize * STRIDE + at.x as usize
    }

    /// A word of the set. Beyond either end there are no points: where the words are a power of
    /// two they go round, which costs less and leads to the gap behind the last row.
    #[inline(always)]
    fn word(&self, index: usize) -> u64 {
        if WORDS.is_power_of_two() {
            self.0[index & (WORDS - 1)]
        } else if index < WORDS {
            self.0[index]
        } else {
            0
        }
    }

    /// The 64 bits from bit `first - 64` on.
    #[inline(always)]
    fn bits_from(&self, first: usize) -> u64 {
        let (word, shift) = (first / 64, first % 64);
        let low = u128::from(self.word(word.wrapping_sub(1)));
        let high = u128::from(self.word(word));
        ((high << 64 | low) >> shift) as u64
    }

    /// Every bit moved up by `by`, from 1 to 63, or down where it is negative.
    #[inline(always)]
    fn moved(self, by: isize) -> Self {
        let mut moved = Self::NONE;
        if by > 0 {
            for_each_word!(index => {
                let carry = if index == 0 { 0 } else { self.0[index - 1] >> (64 - by) };
                moved.0[index] = self.0[index] << by | carry;
            });
        } else {
            let by = -by;
            for_each_word!(index => {
                let carry = if index + 1 == WORDS { 0 } else { self.0[index + 1] << (64 - by) };
                moved.0[index] = self.0[index] >> by | carry;
            });
        }
        moved
    }

    #[inline(always)]
    fn shifted<const DX: i8, const DY: i8>(self) -> Self {
        let (columns, rows) = (DX as isize, DY as isize * STRIDE as isize);
        if !64usize.is_multiple_of(STRIDE) {
            return self.moved(rows + columns);
        }
        // Each word ends with a gap, so a step along a row never leaves its word.
        let mut moved = if DY == 0 { self } else { self.moved(rows) };
        for_each_word!(index => {
            let word = moved.0[index];
            moved.0[index] = if DX >= 0 { word << columns } else { word >> -columns };
        });
        moved
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn shifted_apart<const DX: i8, const DY: i8>(self) -> Self {
        self.shifted::<DX, DY>()
    }
}

impl<const WORDS: usize, const STRIDE: usize> Grid for Packed<WORDS, STRIDE> {
    const MAX: u8 = Self::FITS;
    const STRIDE: usize = STRIDE;
    const EMPTY: Self = Self::NONE;

    #[inline(always)]
    fn board(size: u8) -> Self {
        Self::BOARDS[usize::from(size)]
    }

    #[inline(always)]
    fn edge(edge: Edge, size: u8) -> Self {
        Self::EDGES[edge as usize][usize::from(size)]
    }

    #[inline(always)]
    fn single(at: Point) -> Self {
        let mut single = Self::NONE;
        single.insert(at);
        single
    }

    #[inline(always)]
    fn contains(&self, at: Point) -> bool {
        let bit = Self::bit(at);
        self.word(bit / 64) >> (bit % 64) & 1 != 0
    }

    #[inline(always)]
    fn insert(&mut self, at: Point) {
        let bit = Self::bit(at);
        // Where the words are a power of two, this spares a check that never fails.
        let word = if WORDS.is_power_of_two() { bit / 64 % WORDS } else { bit / 64 };
        self.0[word] |= 1 << (bit % 64);
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        let mut all = 0;
        for_each_word!(index => all |= self.0[index]);
        all == 0
    }

    #[inline(always)]
    fn count(&self) -> u32 {
        let mut count = 0;
        for_each_word!(index => count += self.0[index].count_ones());
        count
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Point> {
        let index = self.0.iter().position(|&word| word != 0)?;
        let bit = index * 64 + self.0[index].trailing_zeros() as usize;
        self.0[index] &= self.0[index] - 1;
        Some(Point::new((bit % STRIDE) as u8, (bit / STRIDE) as u8))
    }

    #[inline(always)]
    fn shift<const DX: i8, const DY: i8>(self) -> Self {
        // A word is shifted by one instruction; several take many, and sets are shifted in a hundred places.
        if WORDS == 1 { self.shifted::<DX, DY>() } else { self.shifted_apart::<DX, DY>() }
    }

    #[inline(always)]
    fn around(&self, at: Point) -> Small {
        // Bit numbers from here on are 64 too high, so that none is negative.
        let first = Self::bit(at) + 64 - 3 * (STRIDE + 1);
        if STRIDE == 8 {
            return Packed([self.bits_from(first)]);
        }
        if STRIDE == 16 {
            // Two words hold eight rows of sixteen columns; keep eight columns of each.
            let squeeze = |rows: u64| {
                let rows = rows & 0x00ff_00ff_00ff_00ff;
                let rows = (rows | rows >> 8) & 0x0000_ffff_0000_ffff;
                (rows | rows >> 16) & 0xffff_ffff
            };
            return Packed([
                squeeze(self.bits_from(first)) | squeeze(self.bits_from(first + 64)) << 32
            ]);
        }
        let mut around = 0;
        for row in 0..7 {
            around |= (self.bits_from(first + row * STRIDE) & 0x7f) << (8 * row);
        }
        Packed([around])
    }

    #[inline(always)]
    fn touching(&self, at: Point) -> Touching<Self> {
        Touching::new(self.bits_from(Self::bit(at) + 64 - (STRIDE + 1)))
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::NONE;
        points.into_iter().for_each(|at| set.insert(at));
        set
    }
}

macro_rules! word_by_word {
    ($($operator:ident $function:ident $assign:ident $assign_function:ident $op:tt),*) => {$(
        impl<const WORDS: usize, const STRIDE: usize> $assign for Packed<WORDS, STRIDE> {
            #[inline(always)]
            fn $assign_function(&mut self, other: Self) {
                for_each_word!(index => self.0[index] $op other.0[index]);
            }
        }
        impl<const WORDS: usize, const STRIDE: usize> $operator for Packed<WORDS, STRIDE> {
            type Output = Self;
            #[inline(always)]
            fn $function(mut self, other: Self) -> Self {
                self $op other;
                self
            }
        }
    )*};
}
word_by_word!(
    BitAnd bitand BitAndAssign bitand_assign &=,
    BitOr bitor BitOrAssign bitor_assign |=,
    BitXor bitxor BitXorAssign bitxor_assign ^=
);

impl<const WORDS: usize, const STRIDE: usize> Not for Packed<WORDS, STRIDE> {
    type Output = Self;
    #[inline(always)]
    fn not(mut self) -> Self {
        for_each_word!(index => self.0[index] = !self.0[index]);
        self
    }
}
