//! What a command prints.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use konoba_files::{Replacement, is_stream, replace, resolved};

use crate::usage_error;

/// Prints a line. That the reader has closed the output, or that the disk is full, is an error for the caller to pass on,
/// and `main` knows what to do about it; `println!` would panic.
pub fn print_line(line: impl Display) -> io::Result<()> {
    writeln!(io::stdout(), "{line}")
}

/// Prints a line on standard error, beside what a command is asked for. If this fails too, there is no other place to say it.
pub fn print_note(text: &str) {
    let _ = writeln!(io::stderr(), "konoba: {text}");
}

/// `1 mistake`, `2 mistakes`.
pub fn many(count: usize, name: &str) -> String {
    format!("{count} {name}{}", if count == 1 { "" } else { "s" })
}

/// Whether a file that a person has named is standard output.
pub fn is_output(path: Option<&Path>) -> bool {
    path == Some(Path::new("-"))
}

/// Refuses options of which each prints a document of its own: a program that reads one cannot read two.
pub fn print_one(command: &'static str, options: &[(&'static str, bool)]) -> anyhow::Result<()> {
    let printing = options.iter().filter(|(_, prints)| *prints).map(|(name, _)| *name);
    let printing: Vec<_> = printing.collect();
    if printing.len() > 1 {
        let reason = format!("only one of {} can be printed", printing.join(" and "));
        return Err(usage_error(command, reason));
    }
    Ok(())
}

/// Whether two paths lead to one file, which need not be there yet.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    resolved(one) == resolved(other)
}

/// Fails where a file could not be written, which is better known before hours of work. A pipe or a device is
/// not tried: its reader would see an end.
pub(crate) fn ensure_writable(path: &Path) -> anyhow::Result<()> {
    let is_tried = !is_stream(path) || path.is_dir();
    // What is begun and dropped leaves what was there.
    let tried = if is_tried { Replacement::begin(path).map(drop) } else { Ok(()) };
    tried.with_context(|| path.display().to_string())
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

    /// Remembers that something could not be printed, unless something before it could not.
    pub(crate) fn add(&mut self, printed: io::Result<()>) {
        if self.0.is_ok() {
            self.0 = printed;
        }
    }

    /// Writes a document into a file, or prints it where the file is `-`.
    pub fn document(&mut self, path: &Path, text: &str) -> anyhow::Result<()> {
        if is_output(Some(path)) {
            self.add(io::stdout().write_all(text.as_bytes()));
            return Ok(());
        }
        replace(path, text).with_context(|| path.display().to_string())
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
