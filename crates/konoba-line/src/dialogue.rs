//! The line dialogue for people: at a terminal, through a pipe, from afar.
//!
//! Lines come in and text goes out; nothing here waits, and time is an argument. Whatever is played
//! goes through a [`Table`](konoba_table::Table).
//!
//! [`Talk`] is the conversation of one keyboard about one table that the caller keeps. It
//! understands what a person says ([`Talk::hear`]), puts into words what has happened
//! ([`Talk::tell`]) and knows what is to be asked ([`Talk::question`]). Its [`Voice`] says for whom
//! the keyboard speaks: for both players, for one who is asked only for their own moves, or for a
//! watcher, who is asked nothing.
//!
//! [`Dialogue`] is all that happens at one keyboard: who plays what, the games, the records.

mod config;
mod conversation;
mod interview;
mod line_reader;
mod little_time;
mod loading;
mod manner;
mod meaning;
mod obey;
mod play;
mod questions;
mod saving;
mod talk;
mod tell;
mod thoughts;
mod trying;
mod verb;

pub use config::Config;
pub use conversation::converse;
pub use manner::{Manner, Showing};
pub use meaning::Meaning;
pub use play::Dialogue;
pub use questions::{BOARD_OFF, NO_HINTS, rules, size as size_question};
pub(crate) use questions::{exercise_move, no_exercise_move};
pub use talk::{Talk, Voice};
pub use verb::USAGE;
