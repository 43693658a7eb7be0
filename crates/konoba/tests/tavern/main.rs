//! The tavern as a program: killed, cut off from power, out of disk, asked to close, and always with
//! every acknowledged move in its books.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod bot;
mod crash;
mod disk;
mod nodes;
mod operate;
mod server;
mod table;
