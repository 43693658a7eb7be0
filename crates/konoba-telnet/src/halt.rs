//! Why something that was begun at the door comes to nothing.

use std::borrow::Cow;
use std::io;

use konoba_live::HouseError;

/// Why something that was begun comes to nothing.
pub(super) enum Halt {
    /// This is to be said instead, in whole lines.
    Said(Cow<'static, str>),
    /// The house does not do it.
    Refused(HouseError),
    /// The evening is over.
    Parted,
    /// The connection is gone.
    Gone(io::Error),
}

impl From<&'static str> for Halt {
    fn from(said: &'static str) -> Self {
        Self::Said(said.into())
    }
}

impl From<String> for Halt {
    fn from(said: String) -> Self {
        Self::Said(said.into())
    }
}

impl From<HouseError> for Halt {
    fn from(why: HouseError) -> Self {
        Self::Refused(why)
    }
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Self {
        Self::Gone(error)
    }
}
