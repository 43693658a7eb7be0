//! The line dialogue from outside: lines in, text out.

mod blind;
#[path = "../common/bot.rs"]
mod bot;
#[path = "../common/mod.rs"]
mod common;
mod engine;
mod hostile;
mod keeping;
mod memory_files;
mod recorded;
mod seats;
mod transcripts;
mod words;
