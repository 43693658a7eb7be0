//! How far a command has come, on one line of a terminal. A file or a pipe gets none of it.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often the line changes.
const OFTEN: Duration = Duration::from_millis(200);

pub(super) struct ProgressLine {
    last: Option<Instant>,
    is_shown: bool,
}

impl ProgressLine {
    pub(super) fn new() -> Self {
        Self { last: None, is_shown: io::stderr().is_terminal() }
    }

    pub(super) fn tell(&mut self, what: &str, done: u64, of: u64) {
        let is_due = self.last.is_none_or(|last| last.elapsed() >= OFTEN);
        if self.is_shown && is_due {
            self.last = Some(Instant::now());
            // A terminal that has gone is no reason to end.
            let _ = write!(io::stderr(), "\r\x1b[K{what}: {done} of {of}");
        }
    }
}

/// The line is wiped away.
impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.last.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
