//! Real houses with a simulated store, network and clock.
//!
//! A run holds nodes, each with the [`House`](konoba_live::House) that the server runs, the store that
//! they share, the network between them, and clients that play, watch and cheat, all in one thread. Time
//! is simulated, chance comes from one seed, and so what goes wrong goes wrong again in the same way.
//! Messages are late, lost and doubled; nodes are killed, restarted, frozen and cut off; the store crashes
//! with what it had not made durable, comes back without its last commits, or has no room; clocks are wrong;
//! clients repeat themselves, stall, leave, come back elsewhere and cheat.
//!
//! At every step the [ledger](Violation) is asked whether the promises still hold. That it would notice is
//! shown by each [`Mistake`].
//!
//! ```
//! use konoba_simulation::{Plan, simulate};
//! let report = simulate(&Plan::of_seed(1)).unwrap();
//! assert!(report.acknowledged > 0);
//! assert_eq!(simulate(&Plan::of_seed(1)).unwrap(), report);
//! ```

mod calm;
mod client;
mod dice;
mod disasters;
mod door;
mod games;
mod host;
mod hours;
mod ledger;
mod mistake;
mod network;
mod node;
mod plan;
mod process;
mod report;
mod requests;
mod simulation;
mod store;
mod world;

pub use hours::hours;
pub use ledger::{Promise, Violation};
pub use mistake::Mistake;
pub use plan::{Conditions, Plan};
pub use report::{Failure, Report};
pub use simulation::simulate;
