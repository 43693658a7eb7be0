//! Konoba line by line: the dialogue for people, and the Go Text Protocol for machines.
//!
//! Nothing here opens a file or a socket by itself. A [`dialogue::Dialogue`] and a [`gtp::Session`]
//! take a line and return what is said to it; [`dialogue::converse`] and [`gtp::converse`] carry
//! both between any reader and any writer. A [`Source`] says how long a line is waited for.

mod ascii;
mod course;
pub mod dialogue;
mod files;
pub mod gtp;
mod learn;
mod lines;
mod puzzling;
mod source;

pub use ascii::{AsciiWriter, ascii};
pub use files::{Files, NoFiles};
pub use learn::{Learning, teach};
pub use lines::{Line, Lines, MAX_LINE, Unreadable};
pub use puzzling::{Puzzling, hold_puzzles};
pub use source::{Heard, Listener, Source};
