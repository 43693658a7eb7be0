//! Something that is gone through line by line: lessons, puzzles.

use std::io::{self, BufRead, Write};

use crate::Lines;

/// Says what is to be said first and then what `answer` says to each line, or to the end of the input, until it tells
/// that this was the last. A writer whose other end is closed is a clean end.
pub(crate) fn hold(
    first: String,
    mut answer: impl FnMut(Option<&str>) -> (String, bool),
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let (mut said, mut is_over) = (first, false);
    loop {
        match output.write_all(said.as_bytes()).and(output.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            written => written?,
        }
        if is_over {
            return Ok(());
        }
        (said, is_over) = match lines.next_line()? {
            None => answer(None),
            Some(line) => match line.text() {
                Ok(text) => answer(Some(text)),
                Err(unreadable) => (format!("{unreadable}\n"), false),
            },
        };
    }
}

/// The list of what can be said instead of a move, and what it does.
pub(crate) fn listed(usage: &[(&str, &str)]) -> String {
    let width = usage.iter().map(|(usage, _)| usage.len()).max().unwrap_or_default();
    usage.iter().map(|(usage, does)| format!("  {usage:<width$}  {does}\n")).collect()
}
