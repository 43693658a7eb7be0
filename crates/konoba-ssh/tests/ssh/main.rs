//! The ssh door, by the client that people have: OpenSSH, in a terminal and without one.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod advice;
mod linking;
mod noise;
mod openssh;
mod programs;
mod screens;
mod slow;
mod visitors;
