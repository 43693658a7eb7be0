//! Carrying lines in and text out, over anything that reads and writes bytes.

use std::io::{self, Write};

use konoba_table::Moment;

use super::Dialogue;
use crate::{Adviser, Files, Heard, Source};

/// Holds a dialogue until it is over or its input ends. Whatever is said is out before the next line
/// is awaited. A writer that nobody listens to any more is a clean end.
pub fn converse<F: Files>(
    dialogue: &mut Dialogue<F>,
    mut source: impl Source,
    mut output: impl Write,
    mut now: impl FnMut() -> Moment,
    adviser: &mut Adviser,
) -> io::Result<()> {
    let mut say = |text: String| match output.write_all(text.as_bytes()).and(output.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        written => written.map(|()| true),
    };
    let mut is_heard = say(dialogue.open(now()))?;
    while is_heard && !dialogue.is_over() {
        let said = if let Some(table) = dialogue.thinking() {
            let action = adviser.act(table, now(), &|| false);
            dialogue.reply(action, now())
        } else if let Some(table) = dialogue.hinting() {
            let hint = adviser.hint(table, now());
            dialogue.advise(&hint)
        } else {
            match source.next(dialogue.patience(now()))? {
                Heard::Line(line) => match line.text() {
                    Ok(text) => dialogue.answer(text, now()),
                    Err(unreadable) => dialogue.refuse(unreadable),
                },
                Heard::Silence => dialogue.tick(now()),
                Heard::End => dialogue.end(),
            }
        };
        is_heard = say(said)?;
    }
    Ok(())
}
