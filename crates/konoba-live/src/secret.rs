//! Secrets: what proves who a guest is and who may act for a seat. They are made here, shown once,
//! and kept as digests alone.

use std::fmt;

use konoba_store::{Digest, from_base32, to_base32};
use sha2::Digest as _;
use subtle::ConstantTimeEq;

use crate::host::HostHandle;

/// Defines a secret of so many random bytes.
macro_rules! secret {
    ($(#[$about:meta])* $name:ident: $bytes:literal) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq)]
        pub struct $name([u8; $bytes]);

        impl $name {
            /// A new one, made of the randomness of this machine.
            pub fn random() -> Self {
                Self::by(&HostHandle::this_machine())
            }

            /// A new one, made of the randomness of a host.
            pub(crate) fn by(host: &HostHandle) -> Self {
                Self(host.random())
            }

            /// What may be kept of it.
            pub fn digest(&self) -> Digest {
                // The kind is hashed with it, so that no secret passes for one of another kind.
                let hash = sha2::Sha256::new_with_prefix(stringify!($name)).chain_update(self.0);
                Digest::from_bytes(hash.finalize().into())
            }

            /// The secret itself. Only its owner may see it.
            pub fn reveal(&self) -> String {
                to_base32(&self.0)
            }

            /// Reads what [`Self::reveal`] wrote. Hyphens and blanks, by which people group letters,
            /// and the case do not matter.
            pub fn read(text: &str) -> Option<Self> {
                if text.len() > 128 {
                    return None;
                }
                let letters = text.chars().filter(|c| !matches!(c, '-' | ' '));
                from_base32(&letters.collect::<String>()).ok().map(Self)
            }
        }

        /// Secrets must not appear in a log.
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    };
}

secret! {
    /// Proves who a guest is; it is kept in a cookie.
    Token: 32
}

secret! {
    /// Proves the right to a seat, through any door; short enough to be typed.
    ///
    /// ```
    /// use konoba_live::SeatCode;
    /// let code = SeatCode::read("g7k2-9fqa-0z3m-x5tw").unwrap();
    /// assert_eq!(code.grouped(), "g7k2-9fqa-0z3m-x5tw");
    /// assert_eq!(SeatCode::read("G7K29FQA0Z3MX5TW"), Some(code));
    /// ```
    SeatCode: 10
}

secret! {
    /// Proves the right to take the empty seat; it is part of a link for a friend.
    Invitation: 16
}

secret! {
    /// Makes another device known as the guest, once; short enough to be typed.
    DeviceCode: 10
}

secret! {
    /// By which the feed of a guest is read; it is part of an address.
    FeedSecret: 16
}

impl SeatCode {
    /// The code as people read it to one another, in groups of four.
    pub fn grouped(&self) -> String {
        in_groups(&self.reveal())
    }
}

impl DeviceCode {
    /// The code as people read it to one another, in groups of four.
    pub fn grouped(&self) -> String {
        in_groups(&self.reveal())
    }
}

fn in_groups(letters: &str) -> String {
    let letters: Vec<char> = letters.chars().collect();
    let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// Whether two digests are the same, in a time that does not depend on them.
pub(crate) fn is_same(one: &Digest, other: &Digest) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_back_and_passes_for_no_other() {
        let token = Token::random();
        assert_eq!(Token::read(&token.reveal()), Some(token.clone()));
        assert_ne!(Token::random().digest(), token.digest());
        assert_eq!(SeatCode::read(&token.reveal()), None);
        assert_eq!(Token::read(&"0".repeat(1000)), None);
        assert!(!format!("{token:?}").contains(&token.reveal()));
    }
}
