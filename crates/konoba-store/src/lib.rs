//! The durable log: the events of the tables, the guests, and who holds which seat.
//!
//! A [`Store`] keeps events and gives them back. It knows nothing of playing: which events a command
//! causes is decided elsewhere, and the caller waits for [`Store::append`] before anything
//! changes in memory. The unique key (table, version) is the truth: of two who append the same
//! version one is told [`StoreError::Conflict`], reads what the other wrote and decides again. An event
//! is kept only after its predecessor: a caller that knows more than the store holds, because the store
//! has lost its last commits, is told [`StoreError::Lost`].
//!
//! [`Sqlite`] is the store of one node. Its writer is one thread, which commits everything that
//! waits in one transaction, so that many tables share one flush of the disk. [`Postgres`] is the store
//! of many nodes, which tells each of them by a [`Notice`] what the others have written, and has
//! [`Leases`] for what is no event: who is where, and who thinks about what.
//!
//! ```
//! # let folder = tempfile::tempdir().unwrap();
//! use konoba_store::{Digest, NewGuest, Sqlite, Store};
//! use konoba_table::Moment;
//! let store = Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap();
//! let token = Digest::from_bytes([7; 32]);
//! let ana = NewGuest { token, name: "Ana".parse().unwrap(), since: Moment::from_millis(0) };
//! let id = store.add_guest(ana).wait().unwrap();
//! assert_eq!(store.guest(token).wait().unwrap().unwrap().id, id);
//! ```

mod alerts;
mod answer;
mod base32;
mod columns;
mod device;
mod entry;
mod error;
mod fault;
mod finished;
mod group;
mod house_time;
mod ids;
mod leases;
mod migrations;
mod notice;
mod outage;
mod owner;
mod postgres;
mod progress;
mod questions;
mod sqlite;
mod store;
pub mod upkeep;
mod written;

pub use alerts::Alerts;
pub use answer::{Answer, Promise};
pub use base32::{NotBase32, from_base32, to_base32};
pub use device::{DeviceLink, NewDevice};
pub(crate) use entry::FoundEvent;
pub use entry::{
    Append, Cut, Entry, Fingerprint, Guest, Head, Holder, Kept, KeptEvent, Listing, NewGuest,
    NewTable, Offer, Opponent, Origin, PositionsQuery, Predecessor, Secrets, Standing, Visibility,
};
pub use error::StoreError;
pub use finished::{FinishedQuery, OpponentQuery, ResultQuery};
pub use house_time::MachineClocks;
pub use ids::{
    Digest, GuestId, MoveId, NotAMoveId, NotAQuestionId, NotATableId, QuestionId, TableId,
};
pub use leases::{Asker, Backlog, Claimed, Job, Leases, Presence};
pub use notice::{Notice, Notices};
pub use outage::{Lasted, Outage};
pub use owner::open_own;
pub use postgres::Postgres;
pub use progress::{GameResult, Progress};
pub use questions::{Question, Questions};
pub use sqlite::Sqlite;
pub use store::{Queued, Store};
pub use written::{Unreadable, event_from_text, event_to_text};
