//! The door for browsers and programs, on a real network.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod alerts;
mod authority;
mod client;
mod damaged;
mod devices;
mod fair_play;
mod fuzz;
mod games;
mod leaving;
mod limits;
mod own;
mod page;
mod page_game;
mod previews;
mod protocol;
mod remarks;
mod server;
