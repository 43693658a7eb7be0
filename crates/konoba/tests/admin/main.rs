//! An operator's commands, on data of every kind, and killed while they work.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod backup;
mod check;
mod copy;
mod data;
#[path = "../../../konoba-store/tests/support/database.rs"]
#[allow(dead_code, reason = "the store is tested with more of it")]
mod database;
#[cfg(unix)]
#[path = "../serving/disk.rs"]
#[allow(dead_code, reason = "servers are cut off from power")]
mod disk;
mod export;
mod faults;
#[cfg(unix)]
mod mistakes;
#[cfg(unix)]
mod output;
mod people;
mod prune;
