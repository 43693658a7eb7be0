//! Konoba line by line: what is said to machines over the Go Text Protocol.
//!
//! Nothing here opens a file or a socket by itself. A [`gtp::Session`] takes a line and returns the
//! answer; [`gtp::converse`] carries both between any reader and any writer.

pub mod gtp;
