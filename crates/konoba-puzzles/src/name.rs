//! What a puzzle that comes with Konoba is called.

use std::fmt;
use std::str::FromStr;

use konoba_rules::{Spec, games};

use crate::{Puzzle, collection, grouped};

/// A puzzle by its game and its number, from 1: `konobi-17`.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleName {
    /// The game.
    pub spec: &'static Spec,
    /// The number among the puzzles of that game.
    pub number: usize,
}

impl PuzzleName {
    /// The puzzle itself; none where there is no such number.
    pub fn find(self) -> Option<&'static Puzzle> {
        collection(self.spec)?.numbered(self.number)
    }

    /// What it is called in a sentence: by its number, or by the day whose puzzle it is.
    pub fn called(self, day: Option<impl fmt::Display>) -> String {
        day.map_or_else(|| grouped(self.number), |day| format!("of {day}"))
    }
}

impl fmt::Display for PuzzleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.spec.id, self.number)
    }
}

impl FromStr for PuzzleName {
    type Err = NoPuzzle;

    /// Reads the name of a puzzle that there is.
    fn from_str(text: &str) -> Result<Self, NoPuzzle> {
        let (id, number) = text.rsplit_once('-').ok_or(NoPuzzle)?;
        let spec = games().iter().copied().find(|spec| spec.id == id).ok_or(NoPuzzle)?;
        let name = Self { spec, number: number.parse().map_err(|_| NoPuzzle)? };
        name.find().map(|_| name).ok_or(NoPuzzle)
    }
}

/// There is no puzzle of this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoPuzzle;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_is_written() {
        for spec in games() {
            let name = PuzzleName { spec, number: 1 };
            let again: PuzzleName = name.to_string().parse().unwrap();
            assert_eq!((again.spec.id, again.number), (spec.id, 1));
        }
        let id = games()[0].id;
        for text in
            ["", "-", "1", id, &format!("{id}-0"), &format!("{id}-99999"), &format!("{id}-x")]
        {
            assert!(text.parse::<PuzzleName>().is_err(), "{text}");
        }
    }
}
