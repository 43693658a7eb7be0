//! Something that is gone through line by line: lessons, puzzles.

use std::io::{self, BufRead, Write};

use konoba_rules::AnyPosition;
use konoba_scene::{Reading, Scene, Sentences, paint_text};

use crate::Lines;
use crate::dialogue::{Manner, Showing};

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

/// A position that a person has not met yet: drawn, or the pieces told.
pub(crate) fn shown(position: &AnyPosition, scene: &Scene, manner: Manner) -> String {
    match manner.showing {
        Showing::Drawn => format!("\n{}\n", paint_text(scene, manner.style)),
        Showing::Words => pieces(position, scene),
    }
}

/// The pieces in words, for those who do not see a drawn board.
pub(crate) fn pieces(position: &AnyPosition, scene: &Scene) -> String {
    format!("{}\n", Sentences::of(position.setup()).pieces(&scene.spots))
}

/// The answer to a line that asks about the board, as at a table; none where it does not.
pub(crate) fn read(position: &AnyPosition, line: &str) -> Option<String> {
    let reading = match Reading::of(line)? {
        Reading::Changed | Reading::Unclear => return Some(format!("{READ}\n")),
        reading => reading,
    };
    Some(format!("{}\n", Sentences::of(position.setup()).reading(position, reading)))
}

/// What can be asked about the board.
const READ: &str = "You can ask: read row 4, read column c, read around c4, chains, legal near c4.";

/// The list of what can be said instead of a move, and what it does.
pub(crate) fn listed(usage: &[(&str, &str)]) -> String {
    let width = usage.iter().map(|(usage, _)| usage.len()).max().unwrap_or_default();
    usage.iter().map(|(usage, does)| format!("  {usage:<width$}  {does}\n")).collect()
}
