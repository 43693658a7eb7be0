//! The line dialogue from outside: lines in, text out.

mod blind;
mod hostile;
mod recorded;
mod seats;
mod shelf;
mod transcripts;
