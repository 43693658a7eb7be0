//! Names for things: tables, guests, commands, and what is known of a secret.

use std::fmt;

use crate::{from_base32, to_base32};

macro_rules! random_name {
    ($(#[$about:meta])* $name:ident, $(#[$about_error:meta])* $error:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name([u8; 10]);

        impl $name {
            /// The name made of these bytes, which ought to be random.
            pub const fn from_bytes(bytes: [u8; 10]) -> Self {
                Self(bytes)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&to_base32(&self.0))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        $(#[$about_error])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $error;

        impl std::str::FromStr for $name {
            type Err = $error;

            fn from_str(text: &str) -> Result<Self, $error> {
                from_base32(text).map(Self).map_err(|_| $error)
            }
        }
    };
}

random_name! {
    /// The name of a table: 80 random bits, which cannot be guessed. A client that knows it may watch.
    TableId,
    /// The text is not the name of a table.
    NotATableId
}

random_name! {
    /// The name of a question that one node has for others: 80 random bits.
    QuestionId,
    /// The text is not the name of a question.
    NotAQuestionId
}

/// The number of a guest. It is no secret and proves nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GuestId(pub i64);

/// What is stored of a secret: its SHA-256. Reading the store reveals no secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest with these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Not even digests may appear in a log.
impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Digest(..)")
    }
}

/// The name that a client gives to a command, so that a repeat of it is known as one. It is unique
/// at its table.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoveId(Box<str>);

impl MoveId {
    /// The most characters that it may have.
    pub const MAX_CHARS: usize = 64;

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text is empty, too long, or has other signs than letters, digits, `-` and `_`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAMoveId;

impl std::str::FromStr for MoveId {
    type Err = NotAMoveId;

    fn from_str(text: &str) -> Result<Self, NotAMoveId> {
        let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let is_id = (1..=Self::MAX_CHARS).contains(&text.len()) && text.bytes().all(is_sign);
        if is_id { Ok(Self(text.into())) } else { Err(NotAMoveId) }
    }
}
