//! The full screen and the line dialogue as a person meets them: the real program on a
//! pseudo-terminal.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod bot;
mod dialogue;
mod games;
mod join;
mod pty;
mod relay;
#[path = "../serving/server.rs"]
#[allow(dead_code, reason = "the tests of the server use all of it")]
mod server;
mod signals;
mod storms;
mod tmux;
