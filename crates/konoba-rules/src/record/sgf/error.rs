//! What can be wrong with an SGF file.

use std::fmt;

use super::super::{Contradiction, Full, IllegalMove};
use super::MAX_SGF_BYTES;
use crate::{SetupError, text::TextError};

/// What is wrong with an SGF file, and where.
#[derive(Clone, Debug)]
pub struct SgfError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: SgfProblem,
}

/// What is wrong with an SGF file. What it quotes is shortened.
#[derive(Clone, Debug)]
pub enum SgfProblem {
    /// The file is too large to be read.
    TooLarge,
    /// A byte is not UTF-8.
    NotUtf8 {
        /// The number of the byte, from 0.
        byte: usize,
    },
    /// The file says that it is in another encoding.
    Encoding {
        /// Which.
        given: String,
    },
    /// Something else was to come here.
    Syntax {
        /// What was to come.
        expected: &'static str,
        /// What has come; none at the end of the file.
        found: Option<char>,
    },
    /// The value of a property has no end.
    Unclosed {
        /// The property.
        id: String,
    },
    /// A property stands twice in a node.
    Twice {
        /// The property.
        id: String,
    },
    /// A property has several values where there can be one.
    SeveralValues {
        /// The property.
        id: String,
    },
    /// A property has a value that it cannot have.
    Value {
        /// The property.
        id: String,
        /// Its value.
        given: String,
        /// What it can be.
        wanted: String,
    },
    /// The set-up is missing.
    NoSetup,
    /// The set-up is not one.
    Setup(SetupError),
    /// The start position is not one.
    Start(Box<TextError>),
    /// The rules are of a later version than ours.
    LaterRules {
        /// Their version.
        given: u16,
        /// Our version.
        known: u16,
    },
    /// A node other than the root has no move, or one for each side, or the root has one.
    MoveCount {
        /// Whether it is the root.
        is_root: bool,
    },
    /// What stands for a move is none.
    NotAMove {
        /// What stands there.
        given: String,
    },
    /// The move cannot be played.
    Illegal(Box<IllegalMove>),
    /// It is more than a record holds.
    Full(Full),
    /// The result does not go with the board.
    Contradiction(Contradiction),
    /// There is a second game.
    SecondGame,
}

impl SgfError {
    /// The error at a byte of a text.
    pub(super) fn at(text: &str, at: usize, problem: SgfProblem) -> Self {
        let before = &text[..at];
        // A line ends in "\n", "\r\n" or "\r".
        let line_start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let feeds = before.bytes().filter(|byte| *byte == b'\n').count();
        let bare_returns =
            before.split('\r').skip(1).filter(|rest| !rest.starts_with('\n')).count();
        let column = before[line_start..].chars().count() + 1;
        Self { line: feeds + bare_returns + 1, column, problem }
    }
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl std::error::Error for SgfError {}

impl fmt::Display for SgfProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // How much more is not known where no more was read.
            Self::TooLarge => {
                write!(f, "the file has more than {MAX_SGF_BYTES} bytes, the most that are read")
            }
            Self::NotUtf8 { byte } => write!(f, "byte {byte} of the file is not UTF-8"),
            Self::Encoding { given } => {
                write!(f, "the file says it is in '{given}', and only UTF-8 is read")
            }
            Self::Syntax { expected, found: Some(found) } => {
                write!(f, "expected {expected}, found '{}'", found.escape_debug())
            }
            Self::Syntax { expected, found: None } => {
                write!(f, "expected {expected}, found the end of the file")
            }
            Self::Unclosed { id } => write!(f, "the value of {id} has no closing ']'"),
            Self::Twice { id } => write!(f, "{id} stands twice in a node"),
            Self::SeveralValues { id } => write!(f, "{id} has more than one value"),
            Self::Value { id, given, wanted } => write!(f, "{id} is '{given}', not {wanted}"),
            Self::NoSetup => {
                write!(f, "it does not say which game it is (SU), as games saved by Konoba do")
            }
            Self::Setup(error) => error.fmt(f),
            Self::Start(error) => error.fmt(f),
            Self::LaterRules { given, known } => {
                write!(f, "the rules are of version {given}, and this program knows {known}")
            }
            Self::MoveCount { is_root: true } => write!(f, "there is a move in the first node"),
            Self::MoveCount { is_root: false } => write!(f, "a node must have one move, B or W"),
            Self::NotAMove { given } => write!(f, "'{given}' is not a move"),
            Self::Illegal(illegal) => illegal.fmt(f),
            Self::Full(full) => full.fmt(f),
            Self::Contradiction(contradiction) => contradiction.fmt(f),
            Self::SecondGame => write!(f, "a second game begins; a record holds one"),
        }
    }
}
