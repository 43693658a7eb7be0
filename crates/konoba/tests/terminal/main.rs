//! The full screen as a person meets it: the real program on a pseudo-terminal.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod games;
mod pty;
mod storms;
mod tmux;
