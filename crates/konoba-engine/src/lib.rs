//! Players that think.
//!
//! A reader may begin with [`Player`], which is all that interfaces know, and [`Thought`], what comes of thinking.
//! [`search`] is the engine's own way of thinking; a net joins it through
//! [`Evaluator`].

pub mod arena;
pub mod baseline;
mod calls;
pub mod engine;
pub mod estimates;
pub mod evaluate;
pub mod expert;
pub mod levels;
pub mod limits;
pub mod net;
pub mod player;
pub mod roster;
pub mod search;
pub mod solve;
pub mod thought;

pub use calls::legal_points;
pub use engine::Engine;
pub use evaluate::{Evaluation, Evaluator, Seen};
pub use limits::Limits;
pub use player::{Player, Unwatched, Watch};
pub use search::Config;
pub use thought::{Candidate, Proof, Thought};
