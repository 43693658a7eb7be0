//! Carrying lines in and text out, over anything that reads and writes bytes.

use std::io::{self, BufRead, Write};

use konoba_table::Moment;

use super::Dialogue;
use crate::{Files, Lines};

/// Holds a dialogue until it is over or its input ends. Whatever is said is out before the next line
/// is read. A writer that nobody listens to any more is a clean end.
pub fn converse<F: Files>(
    dialogue: &mut Dialogue<F>,
    input: impl BufRead,
    mut output: impl Write,
    mut now: impl FnMut() -> Moment,
) -> io::Result<()> {
    let mut say = |text: String| match output.write_all(text.as_bytes()).and(output.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        written => written.map(|()| true),
    };
    let mut lines = Lines::new(input);
    let mut is_heard = say(dialogue.open(now()))?;
    while is_heard && !dialogue.is_over() {
        let Some(line) = lines.next_line()? else {
            say(dialogue.end())?;
            break;
        };
        is_heard = say(match line.text() {
            Ok(text) => dialogue.answer(text, now()),
            Err(unreadable) => dialogue.refuse(unreadable),
        })?;
    }
    Ok(())
}
