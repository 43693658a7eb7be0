//! Keepers without a network, a disk or a clock: what they promise when a store fails, when another
//! node is faster, and when both happen all the time.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod failures;
mod loss;
mod races;
mod store;
