//! What an operator does to a whole database, of either kind: look at its rows as they are, copy, count
//! and remove them.
//!
//! Statements are written once. PostgreSQL and SQLite agree on what is used here, if parameters are
//! numbered in the order in which they first appear: SQLite takes `$1` for a name, and counts.

mod backup;
mod copy;
mod database;
mod error;
mod guests;
mod orphans;
mod postgres;
mod prune;
mod stats;
mod usable;
mod value;

pub use backup::{back_up, ensure_apart, ensure_backup, restore};
pub use copy::{Copying, copy};
pub use database::Upkeep;
pub use error::UpkeepError;
pub use guests::{KnownGuest, ban, guests};
pub use orphans::{Orphans, orphans};
pub use prune::{Ages, Pruned, prune};
pub use stats::{Stats, stats};
pub use usable::ensure_usable;
pub use value::Value;
