//! The stores keep what they are told, once, and say so only then.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod postgres;
mod proxy;
mod sqlite;
mod suite;
mod tables;
mod written;
