//! What a page is shown of boards and records: plain data with every sentence, label and mark in it, so that no page has
//! to know a game.
//!
//! It is made by the server and, from the same code, by the module in the browser: a [`study`], a [`lesson`], a [`puzzle`] and a
//! [`Drawing`] are the same questions to either, so that what is judged in the page is judged and said as it is by the
//! house.

mod advice;
mod analysis;
mod answer;
mod board;
mod drawing;
mod impossible;
pub mod lesson;
mod missed;
pub mod puzzle;
pub mod records;
pub mod study;
pub mod table;
mod tree;

pub use advice::{AdviceView, CandidateView};
pub use analysis::{Analysis, Heat};
pub use answer::{LinesView, MoveAnswer};
pub use board::{
    Patch, all_points, as_bits, patches, patches_between, patches_of_move, patches_of_refusal,
    patches_with,
};
pub use drawing::{Drawing, LatticeName};
pub use impossible::Impossible;
pub use missed::{MissedBody, MissedView};
pub use tree::{NodeView, TreeView};
