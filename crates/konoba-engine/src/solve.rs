//! Who wins a position, for certain.
//!
//! [`Solver`] searches, within an [`Effort`], led by an [`Estimate`] that may have [`Learned`]; [`Joint`] is several threads that search together; [`maps`] holds what was found out about first moves; and
//! [`Strategy`] is what makes a result believable to a reader who does not trust the search.

mod codes;
mod effort;
mod estimate;
mod joint;
mod learned;
pub mod maps;
mod search;
mod strategy;
mod table;

pub use effort::Effort;
pub use estimate::{Estimate, Lacking};
pub use joint::Joint;
pub use learned::Learned;
pub use search::{Solved, Solver};
pub use strategy::{NotWon, Scout, Strategy};
pub use table::Entry;
