//! How strongly an engine plays, as people name it and as records, events and stores keep it.

use std::fmt;
use std::str::FromStr;

/// A level from 1, the weakest, to 10, full strength, or one of the two between neighbours, written as 4.3 and 4.7.
///
/// ```
/// use konoba_rules::Level;
/// let level: Level = "4.3".parse().unwrap();
/// assert_eq!((level.to_string(), level.code()), ("4.3".to_owned(), 43));
/// assert!(Level::new(4).unwrap() < level && level < Level::STRONGEST);
/// assert!("0".parse::<Level>().is_err() && "10.3".parse::<Level>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level {
    thirds: u8,
}

/// What is written behind the point of a level that is so many thirds above a whole one.
const TENTHS: [u8; 3] = [0, 3, 7];

impl Level {
    /// The weakest.
    pub const WEAKEST: Self = Self { thirds: 3 };
    /// Full strength.
    pub const STRONGEST: Self = Self { thirds: 30 };

    /// The whole level of this number, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1..=10 => Some(Self { thirds: 3 * number }),
            _ => None,
        }
    }

    /// Whether it is written without a point.
    pub const fn is_whole(self) -> bool {
        self.thirds.is_multiple_of(3)
    }

    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (Self::WEAKEST.thirds..=Self::STRONGEST.thirds).map(|thirds| Self { thirds })
    }

    /// How many levels are weaker.
    pub const fn place(self) -> usize {
        (self.thirds - Self::WEAKEST.thirds) as usize
    }

    /// How many levels are stronger.
    pub const fn below_strongest(self) -> u8 {
        Self::STRONGEST.thirds - self.thirds
    }

    /// The whole number by which events and databases keep it: a whole level is its own number, as before there were
    /// others, and one between is ten times what is written, 43 for 4.3.
    pub const fn code(self) -> u8 {
        match (self.thirds / 3, TENTHS[self.thirds as usize % 3]) {
            (whole, 0) => whole,
            (whole, tenths) => 10 * whole + tenths,
        }
    }

    /// The level that is kept as this number, if one is. For a while there were halves, kept as 45: the next above stands
    /// for them.
    pub fn from_code(code: u8) -> Option<Self> {
        let is_half = matches!(code, 15..=95) && code % 10 == 5;
        let code = if is_half { code + 2 } else { code };
        Self::all().find(|level| level.code() == code)
    }

    /// The number itself, as it is written.
    pub fn number(self) -> f32 {
        let tenths = 10 * (self.thirds / 3) + TENTHS[self.thirds as usize % 3];
        f32::from(tenths) / 10.0
    }

    /// The level of this number, if there is one.
    pub fn from_number(number: f32) -> Option<Self> {
        Self::all().find(|level| level.number() == number)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.thirds / 3, TENTHS[usize::from(self.thirds % 3)]) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, tenths) => write!(f, "{whole}.{tenths}"),
        }
    }
}

/// The text is not a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotALevel;

impl fmt::Display for NotALevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a level is a number from 1 (weakest) to 10 (full strength), such as 4, 4.3 or 4.7",
        )
    }
}

impl std::error::Error for NotALevel {}

impl FromStr for Level {
    type Err = NotALevel;

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, NotALevel> {
        Self::all().find(|level| level.to_string() == text).ok_or(NotALevel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_told_by_its_name_its_code_and_its_number() {
        assert_eq!(Level::all().len(), 28);
        for level in Level::all() {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(Level::from_code(level.code()), Some(level));
            assert_eq!(Level::from_number(level.number()), Some(level));
        }
        let codes: Vec<_> = Level::all().map(Level::code).collect();
        assert_eq!(codes[..5], [1, 13, 17, 2, 23]);
        assert_eq!(codes[23..], [87, 9, 93, 97, 10]);
    }

    #[test]
    fn what_is_no_level_is_refused() {
        for text in [
            "", "0", ".3", "0.7", "11", "10.3", "4.30", "4.0", "4,3", "+4", "-4", "four", " 4",
            "04",
        ] {
            assert_eq!(text.parse::<Level>(), Err(NotALevel), "{text:?}");
        }
        for code in [0, 11, 14, 16, 100, 105, 107, 255] {
            assert_eq!(Level::from_code(code), None, "{code}");
        }
        for number in [0.0, 0.3, 4.5, 10.3, f32::NAN, f32::INFINITY, -4.0] {
            assert_eq!(Level::from_number(number), None, "{number}");
        }
    }

    #[test]
    fn a_half_that_was_kept_is_the_next_above() {
        assert_eq!(Level::from_code(45).map(Level::code), Some(47));
        assert_eq!(Level::from_code(95).map(Level::code), Some(97));
    }
}
