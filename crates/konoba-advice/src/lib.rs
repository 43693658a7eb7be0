//! Thinking as interfaces use it: an opponent, and advice about a position.
//!
//! Every interface that thinks is given a [`Thinker`] and knows no more of the engine. [`Adviser`] is
//! the engine as one; tests put something simpler in its place. Time comes with a [`Budget`], so that
//! this compiles for the browser too: there the page brings a clock of its own, and everywhere else
//! [`Stopwatch`] is one.

mod adviser;
mod budget;
mod chances;
mod missed;
mod prover;
mod puzzle_prover;
pub mod puzzles;
#[cfg(not(target_family = "wasm"))]
mod stopwatch;
mod thinker;

pub use adviser::Adviser;
pub use budget::Budget;
pub use chances::chances;
pub use missed::{MissedWin, missed_wins, missed_wins_told};
pub use prover::{Proved, Prover};
#[cfg(not(target_family = "wasm"))]
pub use stopwatch::Stopwatch;
pub use thinker::Thinker;
