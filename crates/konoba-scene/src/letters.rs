//! The letters of the columns.

use konoba_rules::Point;

/// Which letters the columns have.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Letters {
    /// None is skipped, as people play here.
    #[default]
    Every,
    /// The letter I is skipped, as the Go Text Protocol wants it.
    SkippingI,
}

/// The column that would be I.
const I: u8 = b'i' - b'a';
/// The first column for which no letter is left when one of 26 is skipped.
const LETTERS: u8 = 25;

impl Letters {
    /// The name of a point, on the board or off it.
    ///
    /// ```
    /// use konoba_scene::Letters;
    /// let point = "i9".parse().unwrap();
    /// assert_eq!(Letters::Every.name(point), "i9");
    /// assert_eq!(Letters::SkippingI.name(point), "j9");
    /// ```
    pub fn name(self, at: Point) -> String {
        match (self, at.x) {
            (Self::Every, _) | (Self::SkippingI, ..I) => at.to_string(),
            (Self::SkippingI, I..LETTERS) => Point::new(at.x + 1, at.y).to_string(),
            (Self::SkippingI, LETTERS..) => {
                format!("{},{}", u16::from(at.x) + 1, u16::from(at.y) + 1)
            }
        }
    }

    /// The letter of a column of a board.
    pub const fn of_column(self, x: u8) -> char {
        let skipped = matches!(self, Self::SkippingI) && x >= I;
        (b'a' + x + skipped as u8) as char
    }
}
