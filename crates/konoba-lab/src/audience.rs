//! Progress of a long command on standard error, for a terminal, a log or a program.

use std::io::{self, IsTerminal, Write};

/// What kind of reader the progress is written for.
#[derive(Clone, Copy)]
pub(crate) enum Audience {
    /// It sees one line that is overwritten by the next.
    Terminal,
    /// It asked for lines that stay.
    Log,
    /// A program, which asked for a JSON object a line.
    Program,
    NoOne,
}

/// The line is emptied from where the writing ends.
pub(crate) const CLEAR: &str = "\x1b[K";

impl Audience {
    /// A terminal is told in any case, others if they asked, in JSON if they asked for that too.
    pub(crate) fn there_is(is_asked_for: bool, is_json: bool) -> Self {
        match (is_asked_for, io::stderr().is_terminal()) {
            (true, _) if is_json => Self::Program,
            (_, true) => Self::Terminal,
            (true, false) => Self::Log,
            (false, false) => Self::NoOne,
        }
    }
}

/// Writes to standard error. What cannot be told is not worth an error: the result says it too.
pub(crate) fn say(text: &str) {
    let mut output = io::stderr().lock();
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
}
