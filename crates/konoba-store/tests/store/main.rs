//! The stores keep what they are told, once, and say so only then.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod backup;
#[path = "../support/cluster.rs"]
mod cluster;
#[path = "../support/database.rs"]
mod database;
mod devices;
mod engines;
mod finished;
mod leaving;
mod limits;
mod postgres;
#[path = "../support/proxy.rs"]
#[allow(dead_code, reason = "servers are tested in more of its modes")]
mod proxy;
mod sqlite;
mod suite;
mod tables;
mod written;
