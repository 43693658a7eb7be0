//! Position texts and records: round trips, foreign readers, and hostile input.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod edits;
mod errors;
mod hostile;
mod odd;
mod oracle;
mod positions;
mod records;
mod round_trips;
mod sgf;
