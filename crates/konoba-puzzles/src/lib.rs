//! Puzzles in which one move wins and every other is proved to lose.
//!
//! A [`Puzzle`] is a position of a game that engines have played, with the moves that win, the longest defence against them, and a
//! refutation of everything else. [`Attempt`] leads a person through one, in the same words at every door. [`check`](check::check) proves a puzzle
//! again by [`Plain`], a solver that shares nothing with the one that made the puzzle but the rules.
//!
//! The puzzles themselves are in `data/`, a file for each game; `data/README.md` tells their format.

mod attempt;
pub mod check;
mod collection;
mod daily;
mod name;
mod notation;
mod pairing;
mod plain;
mod puzzle;
mod reading;
mod series;
mod solved;
mod template;
mod theme;
mod words;
mod writing;

pub use attempt::{Attempt, Judgement, Reply, Tries};
pub use check::{Checked, Wrong};
pub use collection::{Choice, Collection, after_lesson, collection};
pub use daily::{Calendar, Era, day_of, parse_date};
pub use name::PuzzleName;
pub use plain::{Plain, TooHard};
pub use puzzle::{
    Grade, HORIZON, MOST_SOLUTIONS, Measured, Plies, Puzzle, REFUTATION, Refutation, Source, Step,
};
pub use reading::{Unreadable, read, read_one};
pub use series::Series;
pub use solved::Solved;
pub use theme::{Theme, themes};
pub use words::{about, grouped, share};
pub use writing::{pack, write};
