//! Why a record does not take what it is given.

use std::fmt;

use super::{MAX_NODES, MAX_TEXT_BYTES};
use crate::{Illegal, Move, Spec};

/// The record has no room for more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full;

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a record holds at most {MAX_NODES} nodes and {MAX_TEXT_BYTES} bytes of text")
    }
}

impl std::error::Error for Full {}

/// A move that cannot be played where it stands.
#[derive(Clone, Copy, Debug)]
pub struct IllegalMove {
    /// The game.
    pub spec: &'static Spec,
    /// The move.
    pub mv: Move,
    /// Why it cannot be played.
    pub illegal: Illegal,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is illegal: {}", self.mv.written(self.spec), self.illegal.id())?;
        self.illegal.cells().try_for_each(|cell| write!(f, " {cell}"))
    }
}

impl std::error::Error for IllegalMove {}

/// Why a record does not take a move.
#[derive(Clone, Debug)]
pub enum AddError {
    /// The move cannot be played there.
    Illegal(Box<IllegalMove>),
    /// There is no room.
    Full(Full),
}

impl fmt::Display for AddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(illegal) => illegal.fmt(f),
            Self::Full(full) => full.fmt(f),
        }
    }
}

impl std::error::Error for AddError {}
