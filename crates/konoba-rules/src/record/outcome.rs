//! How a recorded game ended.

use std::fmt;

use super::plain;
use crate::{Side, Spec};

/// How a recorded game ended.
///
/// ```
/// use konoba_rules::{Side, record::{How, Outcome}};
/// let outcome = Outcome::Won { winner: Side::Second, how: How::Resignation };
/// assert_eq!(outcome.to_string(), "W+R");
/// assert_eq!(Outcome::read("W+Resign"), Some(outcome));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A side has won.
    Won {
        /// Which.
        winner: Side,
        /// By what.
        how: How,
    },
    /// It ended without a winner, in the words of the record: `Void`.
    Other(String),
}

/// By what a side has won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum How {
    /// By the rules of the game.
    Board,
    /// The opponent resigned.
    Resignation,
    /// The opponent's time ran out.
    Time,
    /// In the words of the record: `Forfeit`.
    Other(String),
}

impl Outcome {
    /// A side has won by the rules of the game.
    pub const fn on_board(winner: Side) -> Self {
        Self::Won { winner, how: How::Board }
    }

    /// Reads a result as SGF writes it, `B` being the first side; `None` if nothing is known.
    /// Writing what was read and reading it again changes nothing.
    pub fn read(text: &str) -> Option<Self> {
        let text = plain::one_line(text);
        let won = |winner, how| Self::Won { winner, how: How::read(how) };
        match text.as_str() {
            "" | "?" => return None,
            _ => {}
        }
        let outcome = match (text.strip_prefix("B+"), text.strip_prefix("W+")) {
            (Some(how), _) => won(Side::First, how),
            (_, Some(how)) => won(Side::Second, how),
            _ => Self::Other(text),
        };
        Some(outcome)
    }
}

impl How {
    /// Reads what follows the sign in a result of SGF.
    pub fn read(word: &str) -> Self {
        let is = |known: [&str; 2]| known.iter().any(|known| word.eq_ignore_ascii_case(known));
        match word {
            "" => Self::Board,
            _ if is(["R", "Resign"]) => Self::Resignation,
            _ if is(["T", "Time"]) => Self::Time,
            _ => Self::Other(word.to_owned()),
        }
    }
}

/// The result as SGF writes it.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, how) = match self {
            Self::Won { winner, how } => (winner, how),
            Self::Other(text) => return f.write_str(text),
        };
        f.write_str(["B+", "W+"][winner.index()])?;
        match how {
            How::Board => Ok(()),
            How::Resignation => f.write_str("R"),
            How::Time => f.write_str("T"),
            How::Other(word) => f.write_str(word),
        }
    }
}

/// A result does not go with the board at the end of the main line.
#[derive(Clone, Debug)]
pub struct Contradiction {
    /// The game.
    pub spec: &'static Spec,
    /// The result that was given.
    pub given: Outcome,
    /// Who has won on the board.
    pub on_board: Option<Side>,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = crate::setup::shortened(&self.given.to_string());
        let winner = self.on_board.map_or("neither side", |winner| self.spec.side(winner).name);
        write!(f, "the result is given as '{given}', but {winner} has won on the board")
    }
}

impl std::error::Error for Contradiction {}
