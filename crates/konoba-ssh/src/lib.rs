//! The ssh door: people with an ssh client connect and play, and nothing else.
//!
//! Anyone may come in. A person with a public key is known again by it, from any machine; what is kept of a
//! key is a digest of its fingerprint. There is no password, no shell, no forwarding and no file transfer. A person with a
//! terminal gets the full screen (`konoba-tui`) at the tables of the house; without one, in a dumb one, or with
//! a command, a conversation by lines (`konoba-session`).

mod advising;
mod awaited;
mod client;
mod connection;
mod door;
mod host_key;
mod keys;
mod line;
mod linking;
mod lobby;
mod output;
mod place;
mod remarks;
mod screen;

pub use door::serve;
pub use host_key::{HostKey, HostKeyError};
pub use konoba_session::Config;
