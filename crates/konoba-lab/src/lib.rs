//! The researchers' commands, each with its arguments as the command line takes them: who is stronger, how
//! fast everything is, who wins with best play.
//!
//! What they share with the other commands is here too: nets from files ([`nets`]), positions as people
//! type them ([`start`]), other programs that speak GTP ([`program`]).

// `print_line` passes on what `println!` would panic at.
#![warn(clippy::print_stdout)]

pub mod analyse;
mod audience;
mod bar;
pub mod bench;
pub mod blunders;
pub mod check;
mod lock;
pub mod matches;
pub mod nets;
mod number;
pub mod openings;
mod output;
pub mod perft;
pub mod program;
pub mod prove;
pub mod puzzles;
pub mod records;
mod resources;
pub mod solve;
pub mod start;
mod stopping;
mod usage;

pub use number::{number, seconds};
pub use output::{Report, is_output, is_same_file, many, print_line, print_note, print_one};
pub use resources::Resources;
#[cfg(unix)]
pub use stopping::heeds_hangup;
pub use usage::{WrongUsage, usage_error};
