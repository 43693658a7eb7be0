//! The table and the study, tested through what they show to the doors.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod abandoned;
mod clocks;
mod effort;
mod frozen;
mod hostile;
mod names;
mod script;
mod seats;
mod study;
mod support;
mod undo;
mod words;
