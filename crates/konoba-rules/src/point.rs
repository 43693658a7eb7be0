//! A point of the board.

use std::fmt;

/// The largest board there is: 19 columns by 19 rows.
pub const MAX_SIZE: u8 = 19;

/// A point (or cell): column and row, both from 0, the row from the bottom.
///
/// ```
/// use konoba_rules::Point;
/// let point = Point::new(2, 3);
/// assert_eq!(point.to_string(), "c4");
/// assert_eq!("c4".parse(), Ok(point));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The column, 0 at the left.
    pub x: u8,
    /// The row, 0 at the bottom.
    pub y: u8,
}

impl Point {
    /// The point in column `x` and row `y`, both from 0.
    pub const fn new(x: u8, y: u8) -> Self {
        Self { x, y }
    }

    /// Whether a board of this size has the point.
    pub const fn is_on(self, size: u8) -> bool {
        self.x < size && self.y < size
    }

    /// The neighbour this far away, unless a coordinate would fall below 0 or off `size`.
    pub fn offset(self, dx: i8, dy: i8, size: u8) -> Option<Self> {
        let moved = Self::new(self.x.checked_add_signed(dx)?, self.y.checked_add_signed(dy)?);
        moved.is_on(size).then_some(moved)
    }

    /// The place among all points of the largest board, row by row from a1.
    pub const fn index(self) -> usize {
        self.y as usize * MAX_SIZE as usize + self.x as usize
    }

    /// All points of a board, row by row from a1.
    pub fn all(size: u8) -> impl Iterator<Item = Self> {
        (0..size).flat_map(move |y| (0..size).map(move |x| Self::new(x, y)))
    }
}

/// Letter of the column, none skipped, then number of the row from the bottom; two numbers where
/// the letters do not reach, which is off every board.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = u16::from(self.y) + 1;
        if self.x < 26 {
            write!(f, "{}{row}", char::from(b'a' + self.x))
        } else {
            write!(f, "{},{row}", u16::from(self.x) + 1)
        }
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the name of a point that any board has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAPoint;

impl std::str::FromStr for Point {
    type Err = NotAPoint;

    /// Reads `c4` in either case. Points beyond the largest board that still look like names,
    /// up to `z99`, are read too, so that a refusal can name them.
    fn from_str(text: &str) -> Result<Self, NotAPoint> {
        let bytes = text.as_bytes();
        let (column, row) = bytes.split_first().ok_or(NotAPoint)?;
        let x = column.to_ascii_lowercase().wrapping_sub(b'a');
        let digits = row.len() <= 2 && row.iter().all(u8::is_ascii_digit);
        let leading_zero = row.first() == Some(&b'0');
        if x >= 26 || row.is_empty() || !digits || leading_zero {
            return Err(NotAPoint);
        }
        let number = row.iter().fold(0, |sum, digit| sum * 10 + (digit - b'0'));
        Ok(Self::new(x, number - 1))
    }
}
