//! What the checker accepts is a proof, and what is no proof it refuses.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod brute;
mod edits;
mod forged;
mod replay;
