//! The server as a program: killed, cut off from power, out of disk, asked to close, and always with
//! every acknowledged move in its database.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod bot;
#[path = "../../../konoba-store/tests/support/cluster.rs"]
#[allow(dead_code, reason = "the store is tested in crashes")]
mod cluster;
mod crash;
#[path = "../../../konoba-store/tests/support/database.rs"]
mod database;
mod disk;
mod nodes;
mod operate;
#[path = "../../../konoba-store/tests/support/proxy.rs"]
#[allow(dead_code, reason = "the store is tested at its commits")]
mod proxy;
mod server;
mod starting;
mod table;
#[path = "../../../konoba-http/tests/web/view.rs"]
mod view;
mod who;
