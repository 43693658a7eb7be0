//! The telnet door: two people with nothing but `telnet`, `nc` or a bare socket connect and play.
//!
//! [`Machine`] makes lines of bytes and does nothing else. What is said to people and what they may say is
//! `konoba-session`.

mod door;
mod machine;
mod options;
mod protocol;
mod server_status;
mod subnegotiation;
mod wire;

pub use door::serve;
pub use konoba_session::Config;
pub use machine::{Heard, Machine, to_wire};
