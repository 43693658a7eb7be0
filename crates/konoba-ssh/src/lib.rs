//! The ssh door: people with an ssh client connect and play, and nothing else.
//!
//! Everybody is let in. Whoever has a public key is known again by it, from any machine; what is kept of a
//! key is a digest of its fingerprint. There is no password, no shell, no forwarding and no file transfer: a
//! connection is one conversation by lines (`konoba-session`), with a terminal or without one.

mod client;
mod connection;
mod door;
mod host_key;
mod line;

pub use door::serve;
pub use host_key::{HostKey, HostKeyError};
pub use konoba_session::Config;
