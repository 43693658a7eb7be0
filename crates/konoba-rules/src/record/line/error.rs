//! What can be wrong with a game in one line.

use std::fmt;

use super::super::{Contradiction, IllegalMove};
use super::{MAX_LINE_BYTES, VERSION};
use crate::{SetupError, text::TextError};

/// What is wrong with a game in one line, and where.
#[derive(Clone, Debug)]
pub struct LineError {
    /// The character, from 1.
    pub at: usize,
    /// What is wrong there.
    pub problem: LineProblem,
}

/// What is wrong with a game in one line. What it quotes is shortened.
#[derive(Clone, Debug)]
pub enum LineProblem {
    /// The line is longer than any game.
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// A character is not one of those that are used.
    Sign {
        /// Which.
        sign: char,
    },
    /// The form is of another version.
    Version {
        /// Which.
        given: String,
    },
    /// There are more fields than there should be.
    TooManyFields,
    /// The set-up is not one.
    Setup(SetupError),
    /// The start position is not one.
    Start(Box<TextError>),
    /// The start position is on a board of another size.
    StartSize {
        /// The size in the set-up.
        size: u8,
    },
    /// There is something else where a text has to be.
    Text {
        /// What stands there.
        given: String,
    },
    /// There is something else where a move has to be.
    NotAMove {
        /// The number of the move, from 1.
        number: usize,
        /// What stands there.
        given: String,
    },
    /// The move cannot be played.
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// Which, and why not.
        illegal: Box<IllegalMove>,
    },
    /// There is something else where an outcome has to be.
    Outcome {
        /// What stands there.
        given: String,
    },
    /// The outcome does not go with the board.
    Contradiction(Contradiction),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: {}", self.at, self.problem)
    }
}

impl std::error::Error for LineError {}

impl fmt::Display for LineProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { bytes } => {
                write!(f, "a game takes at most {MAX_LINE_BYTES} characters, not {bytes}")
            }
            Self::Sign { sign } => {
                write!(f, "'{}' is not a letter, a digit or one of -._~", sign.escape_debug())
            }
            Self::Version { given } => {
                write!(f, "it is in version '{given}' of this form; this program knows {VERSION}")
            }
            Self::TooManyFields => write!(f, "there are more fields than there should be"),
            Self::Setup(error) => error.fmt(f),
            Self::Start(error) => error.fmt(f),
            Self::StartSize { size } => write!(f, "the start is not a position on size {size}"),
            Self::Text { given } => write!(f, "'{given}' is not a text with closed escapes"),
            Self::NotAMove { number, given } => write!(f, "move {number}: '{given}' is not a move"),
            Self::Illegal { number, illegal } => write!(f, "move {number}: {illegal}"),
            Self::Outcome { given } => write!(f, "'{given}' is not an outcome"),
            Self::Contradiction(contradiction) => contradiction.fmt(f),
        }
    }
}
