//! The house in bad weather.
//!
//! A [`World`] holds nodes that keep tables, the store they share, the network between them and the
//! people who play, all in one thread. Time is a number, chance comes from one seed, and so whatever
//! goes wrong goes wrong again in the same way. The nodes run the very
//! [`Keeper`](konoba_live::keeper::Keeper) that the server runs. Messages are late, lost, doubled
//! and out of order; nodes die, freeze and are cut off; the store dies with what it had not made
//! durable, or has no room; clocks are wrong; people repeat themselves, come back elsewhere and cheat.
//!
//! At every step the [ledger](Violation) is asked whether the promises still hold. That it would notice
//! is shown by [`Bug`]: each is a mistake that somebody could make, and each is found.
//!
//! ```
//! use konoba_simulation::{Plan, simulate};
//! let report = simulate(&Plan::of_seed(1)).unwrap();
//! assert!(report.acknowledged > 0);
//! assert_eq!(simulate(&Plan::of_seed(1)).unwrap(), report);
//! ```

mod agenda;
mod bug;
mod client;
mod dice;
mod happening;
mod hours;
mod ledger;
mod node;
mod plan;
mod report;
mod store;
mod world;

pub use bug::Bug;
pub use hours::hours;
pub use ledger::{Promise, Violation};
pub use plan::{Plan, Weather};
pub use report::{Failure, Report};
pub use world::{World, simulate};
