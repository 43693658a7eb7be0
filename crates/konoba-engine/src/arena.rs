//! Matches: two players, many games in pairs, and what can be concluded from them.
//!
//! Both games of a pair begin with the same opening, and the players exchange sides between them, so that
//! what the opening decides cancels out. All figures are therefore computed over pairs.

mod game;
mod opening;
mod sprt;
mod tally;

pub use game::{Choice, Contestant, Ending, Fault, Game, play};
pub use opening::opening;
pub use sprt::{Sprt, Verdict};
pub use tally::{Bounds, Tally, elo_of_score, score_of_elo};
