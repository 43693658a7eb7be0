//! What the checker accepts is a proof, and what is no proof it refuses.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]
#![allow(clippy::disallowed_macros, reason = "a test may print what it has counted")]

mod brute;
mod edits;
mod forged;
mod replay;
