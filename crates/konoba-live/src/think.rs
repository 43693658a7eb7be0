//! The engine of the house, and the pool in which it thinks.
//!
//! An engine is a client like any other: it has a seat, it sees a version, and it sends an order for
//! that version. What it thinks about cannot be hurt by how long it takes.

mod pool;

pub use pool::Hint;
pub(crate) use pool::{Pending, Pool, Turn};
