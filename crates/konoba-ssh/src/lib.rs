//! The ssh door: people with an ssh client connect and play, and nothing else.
//!
//! Everybody is let in. Whoever has a public key is known again by it, from any machine; what is kept of a
//! key is a digest of its fingerprint. There is no password, no shell, no forwarding and no file transfer. Whoever has a
//! terminal gets the full screen (`konoba-tui`) at the tables of the house; whoever has none, or a dumb one, or says
//! something first, a conversation by lines (`konoba-session`).

mod client;
mod connection;
mod door;
mod host_key;
mod keys;
mod line;
mod lobby;
mod output;
mod place;
mod screen;

pub use door::serve;
pub use host_key::{HostKey, HostKeyError};
pub use konoba_session::Config;
