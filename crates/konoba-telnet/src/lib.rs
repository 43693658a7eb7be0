//! The telnet door: two people with nothing but `telnet`, `nc` or a bare socket connect and play.
//!
//! [`Machine`] makes lines of bytes and does nothing else. A session is one person at this door: it
//! hears lines, tells what happens at the table, and asks the
//! [`House`](konoba_live::House) for everything. It holds no game.

mod commands;
mod config;
mod door;
mod game_request;
mod leaving;
mod machine;
mod people;
mod place;
mod protocol;
mod seating;
mod session;
mod stopped;
mod typing;
mod verb;
mod wire;
mod words;

pub use config::Config;
pub use door::serve;
pub use machine::{Heard, Machine, to_wire};
