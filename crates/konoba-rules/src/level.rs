//! How strongly an engine plays, as people name it and as records, events and stores keep it.

use std::fmt;
use std::str::FromStr;

/// A level from 1, the weakest, to 10, full strength, or a half between two of them.
///
/// ```
/// use konoba_rules::Level;
/// let level: Level = "4.5".parse().unwrap();
/// assert_eq!((level.to_string(), level.code()), ("4.5".to_owned(), 45));
/// assert!(Level::new(4).unwrap() < level && level < Level::STRONGEST);
/// assert!("0".parse::<Level>().is_err() && "10.5".parse::<Level>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level {
    halves: u8,
}

impl Level {
    /// The weakest.
    pub const WEAKEST: Self = Self { halves: 2 };
    /// Full strength.
    pub const STRONGEST: Self = Self { halves: 20 };

    /// The whole level of this number, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1..=10 => Some(Self { halves: 2 * number }),
            _ => None,
        }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (Self::WEAKEST.halves..=Self::STRONGEST.halves).map(|halves| Self { halves })
    }

    /// How many levels are weaker.
    pub const fn place(self) -> usize {
        (self.halves - Self::WEAKEST.halves) as usize
    }

    /// How many levels are stronger.
    pub const fn below_strongest(self) -> u8 {
        Self::STRONGEST.halves - self.halves
    }

    /// The whole number by which events and databases keep it: a whole level is its own number, as before there were
    /// halves, and a half is ten times itself, 45 for 4.5.
    pub const fn code(self) -> u8 {
        if self.halves.is_multiple_of(2) { self.halves / 2 } else { 5 * self.halves }
    }

    /// The level that is kept as this number, if one is.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::all().find(|level| level.code() == code)
    }

    /// The number itself.
    pub fn number(self) -> f32 {
        f32::from(self.halves) / 2.0
    }

    /// The level of this number, if there is one.
    pub fn from_number(number: f32) -> Option<Self> {
        Self::all().find(|level| level.number() == number)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = if self.halves.is_multiple_of(2) { "" } else { ".5" };
        write!(f, "{}{half}", self.halves / 2)
    }
}

/// The text is not a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotALevel;

impl fmt::Display for NotALevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a level is a number from 1 (weakest) to 10 (full strength), such as 4 or 4.5")
    }
}

impl std::error::Error for NotALevel {}

impl FromStr for Level {
    type Err = NotALevel;

    fn from_str(text: &str) -> Result<Self, NotALevel> {
        let (whole, half) = match text.strip_suffix(".5") {
            Some(whole) => (whole, 1),
            None => (text, 0),
        };
        // Rust's numbers may begin with a sign.
        let is_number = whole.bytes().all(|byte| byte.is_ascii_digit());
        let level = whole.parse().ok().filter(|_| is_number).and_then(Self::new);
        let halves = level.ok_or(NotALevel)?.halves + half;
        if halves <= Self::STRONGEST.halves { Ok(Self { halves }) } else { Err(NotALevel) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_told_by_its_name_its_code_and_its_number() {
        assert_eq!(Level::all().len(), 19);
        for level in Level::all() {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(Level::from_code(level.code()), Some(level));
            assert_eq!(Level::from_number(level.number()), Some(level));
        }
        let codes: Vec<_> = Level::all().map(Level::code).collect();
        assert_eq!(codes[..4], [1, 15, 2, 25]);
        assert_eq!(codes[15..], [85, 9, 95, 10]);
    }

    #[test]
    fn what_is_no_level_is_refused() {
        for text in
            ["", "0", ".5", "0.5", "11", "10.5", "4.50", "4.0", "4,5", "+4", "-4", "four", " 4"]
        {
            assert_eq!(text.parse::<Level>(), Err(NotALevel), "{text:?}");
        }
        for code in [0, 11, 14, 16, 100, 105, 255] {
            assert_eq!(Level::from_code(code), None, "{code}");
        }
        for number in [0.0, 0.5, 4.2, 10.5, f32::NAN, f32::INFINITY, -4.0] {
            assert_eq!(Level::from_number(number), None, "{number}");
        }
    }
}
