//! Why a command of a session ends early.

use std::borrow::Cow;
use std::io;

use konoba_live::HouseError;

/// Why a command ends early.
pub(super) enum Stopped {
    /// This is to be said instead, in whole lines.
    Said(Cow<'static, str>),
    /// The house refuses it.
    Refused(HouseError),
    /// The client has said goodbye.
    SaidGoodbye,
    /// The connection is gone.
    Gone(io::Error),
}

impl From<&'static str> for Stopped {
    fn from(said: &'static str) -> Self {
        Self::Said(said.into())
    }
}

impl From<String> for Stopped {
    fn from(said: String) -> Self {
        Self::Said(said.into())
    }
}

impl From<HouseError> for Stopped {
    fn from(why: HouseError) -> Self {
        Self::Refused(why)
    }
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Self {
        Self::Gone(error)
    }
}
