//! Carrying lines in and text out, over anything that reads and writes bytes.

use std::io::{self, Write};
use std::time::Duration;

use konoba_advice::{Budget, Stopwatch, Thinker};
use konoba_table::Moment;

use super::Dialogue;
use super::line_reader::LineReader;
use crate::{Files, Heard, Source};

/// Holds a dialogue until it is over or its input ends. Whatever is said is out before the next line
/// is awaited. A writer whose other end is closed is a clean end.
///
/// Where the lines are live, one that comes while the engine thinks ends the thought: an undo, a
/// resignation or leaving happens at once, and before any other line the engine first plays the best
/// move that it has found. It never thinks for longer than this patience.
pub fn converse<F: Files>(
    dialogue: &mut Dialogue<F>,
    source: impl Source + Send,
    mut output: impl Write,
    mut now: impl FnMut() -> Moment,
    thinker: &dyn Thinker,
    patience: Duration,
) -> io::Result<()> {
    let mut say = |text: String| match output.write_all(text.as_bytes()).and(output.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        written => written.map(|()| true),
    };
    let mut reader = LineReader::of(source);
    let mut is_heard = say(dialogue.open(now()))?;
    while is_heard && !dialogue.is_over() {
        let said = if let Some(table) = dialogue.thinking() {
            let begin = now();
            let action = reader.listen_during(|must_stop| {
                let watch = Stopwatch::until(must_stop);
                thinker.choose(table, Budget::at(table, begin, patience, &watch))
            });
            match reader.interruption() {
                Some(heard) => hear(dialogue, heard?, now()),
                None => dialogue.reply(action, now()),
            }
        } else if let Some(table) = dialogue.hinting() {
            let begin = now();
            let advice = reader.listen_during(|must_stop| {
                let watch = Stopwatch::until(must_stop);
                thinker.advise(table.position(), Budget::at(table, begin, patience, &watch))
            });
            dialogue.advise(&advice)
        } else {
            let heard = reader.next(dialogue.patience(now()))?;
            hear(dialogue, heard, now())
        };
        is_heard = say(said)?;
    }
    Ok(())
}

fn hear<F: Files>(dialogue: &mut Dialogue<F>, heard: Heard, now: Moment) -> String {
    match heard {
        Heard::Line(line) => match line.text() {
            Ok(text) => dialogue.answer(text, now),
            Err(unreadable) => dialogue.refuse(unreadable),
        },
        Heard::Silence => dialogue.tick(now),
        Heard::End => dialogue.end(),
    }
}
