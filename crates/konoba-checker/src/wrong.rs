//! Why a certificate proves nothing.

use std::fmt;

/// Why a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// It is of the first format, whose reader believed the heading.
    Format1,
    /// A line, counted from 1, is not what it should be, or is missing.
    Line {
        /// Its number.
        number: u64,
        /// What should be there.
        expected: &'static str,
    },
    /// The lines end before this position, which can arise, has a reply.
    NoReply(String),
    /// The reply in a position cannot be played.
    Illegal {
        /// The line of the reply.
        line: u64,
        /// The position.
        position: String,
    },
    /// The other side wins from this position: by its own move, or by the winner's reply.
    Lost(String),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format1 => f.write_str(
                "the certificate has format 1, which did not prove its game and board; \
                 write it again with `konoba solve --certificate`",
            ),
            Self::Line { number, expected } => write!(f, "line {number}: {expected} is expected"),
            Self::NoReply(position) => write!(f, "there is no reply in {position}"),
            Self::Illegal { line, position } => {
                write!(f, "line {line}: the reply in {position} is illegal")
            }
            Self::Lost(position) => write!(f, "the other side wins from {position}"),
        }
    }
}

impl std::error::Error for Wrong {}
