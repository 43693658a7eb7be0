//! What a command prints.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a line. That the reader has closed the output, or that the disk is full, is an error for the caller to pass on,
/// and `main` knows what to do about it; `println!` would panic.
pub fn print_line(line: impl Display) -> io::Result<()> {
    writeln!(io::stdout(), "{line}")
}

/// What a command prints that does its work to the end, whether or not anything can be printed.
#[derive(Debug)]
pub struct Report(io::Result<()>);

impl Report {
    /// Nothing is printed yet.
    pub const fn new() -> Self {
        Self(Ok(()))
    }

    /// Prints a line, unless an earlier one could not be printed.
    pub fn line(&mut self, line: impl Display) {
        if self.0.is_ok() {
            self.0 = print_line(line);
        }
    }

    /// Whether all of it was printed.
    pub fn end(self) -> io::Result<()> {
        self.0
    }
}

impl Default for Report {
    fn default() -> Self {
        Self::new()
    }
}
