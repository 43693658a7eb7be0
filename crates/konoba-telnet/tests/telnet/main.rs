//! The telnet door from outside: bytes in, bytes out, over real connections.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod blind;
#[path = "../../../konoba-line/tests/common/bot.rs"]
mod bot;
mod client;
#[path = "../../../konoba-live/tests/common/double.rs"]
#[allow(dead_code, reason = "the tests of the house use all of it")]
mod double;
mod example;
mod games;
mod house;
mod invitations;
mod limits;
mod linking;
mod programs;
mod puzzles;
mod remarks;
mod signs;
mod storm;
