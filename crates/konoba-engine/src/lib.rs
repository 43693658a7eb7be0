//! Players that think.
//!
//! A reader may begin with [`Player`], which is all that interfaces know, and [`Thought`], what comes of thinking.

pub mod limits;
pub mod player;
pub mod thought;

pub use limits::Limits;
pub use player::{Player, Watch};
pub use thought::{Candidate, Proof, Thought};
