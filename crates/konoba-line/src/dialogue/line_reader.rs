//! Reading the lines that come while an engine thinks.

use std::io;
use std::sync::Mutex;
use std::time::Duration;

use super::verb::Verb;
use crate::{Heard, Source};

/// Reads the lines of a source, also while the engine thinks.
pub(super) struct LineReader<S> {
    source: S,
    /// What was said while the engine thought and is still to be answered.
    kept: Option<io::Result<Heard>>,
}

impl<S: Source + Send> LineReader<S> {
    pub(super) const fn of(source: S) -> Self {
        Self { source, kept: None }
    }

    /// The next line, first one that has come while the engine thought.
    pub(super) fn next(&mut self, patience: Option<Duration>) -> io::Result<Heard> {
        self.kept.take().unwrap_or_else(|| self.source.next(patience))
    }

    /// The result of a thought, which is asked to stop when a line comes meanwhile. Lines that
    /// were all there from the beginning stop nothing: what they lead to does not depend on how fast
    /// the next read or thought.
    pub(super) fn listen_during<T>(
        &mut self,
        think: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T,
    ) -> T {
        if !self.source.is_live() {
            return think(&|| false);
        }
        let reader = Mutex::new(&mut *self);
        // Of several threads that look at once one reads the line; the others see it when they look again.
        let thought = think(&|| reader.try_lock().is_ok_and(|mut reader| reader.has_line()));
        self.kept.take_if(|heard| only_hurries(heard));
        thought
    }

    /// What was said while an engine thought, if it makes the move void that was thought about.
    pub(super) fn interruption(&mut self) -> Option<io::Result<Heard>> {
        self.kept.take_if(|heard| interrupts(heard))
    }

    fn has_line(&mut self) -> bool {
        if self.kept.is_none() {
            self.kept = match self.source.next(Some(Duration::ZERO)) {
                Ok(Heard::Silence) => None,
                heard => Some(heard),
            };
        }
        self.kept.is_some()
    }
}

/// Whether this line only wants the engine to get on with it.
fn only_hurries(heard: &io::Result<Heard>) -> bool {
    let said = text(heard).map(str::trim);
    said.is_some_and(|said| said.is_empty() || said.eq_ignore_ascii_case("stop"))
}

/// Whether the move that was thought about is not to be played: because of a verb, or because the input
/// has ended.
fn interrupts(heard: &io::Result<Heard>) -> bool {
    match heard {
        Ok(Heard::Line(_)) => {
            text(heard).and_then(|said| Verb::read(said.trim())).is_some_and(Verb::interrupts)
        }
        _ => true,
    }
}

fn text(heard: &io::Result<Heard>) -> Option<&str> {
    match heard {
        Ok(Heard::Line(line)) => line.text().ok(),
        _ => None,
    }
}
