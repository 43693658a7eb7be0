//! Where lines come from, and how long they are waited for.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use crate::{Line, Lines};

/// What comes of waiting for a line.
#[derive(Debug)]
pub enum Heard {
    /// A line.
    Line(Line),
    /// Nothing, for as long as it was waited.
    Silence,
    /// There will be no more lines.
    End,
}

/// Somewhere that lines come from.
pub trait Source {
    /// The next line. It may be waited for longer than the patience lasts, if there is no other way.
    fn next(&mut self, patience: Option<Duration>) -> io::Result<Heard>;

    /// Whether a person types the lines as the conversation goes on. A line that comes while an engine
    /// thinks is then meant for that moment; where all lines were written before, it is only early.
    fn is_live(&self) -> bool {
        false
    }
}

/// Waits as long as it takes, which is not long where lines come from a file or from memory.
impl<R: BufRead> Source for Lines<R> {
    fn next(&mut self, _: Option<Duration>) -> io::Result<Heard> {
        Ok(self.next_line()?.map_or(Heard::End, Heard::Line))
    }
}

/// Lines that a thread of their own waits for, so that a reader can give up waiting. The
/// thread ends with its input, or with the program.
#[derive(Debug)]
pub struct Listener {
    lines: Receiver<io::Result<Option<Line>>>,
    is_live: bool,
}

impl Listener {
    /// Listens to an input that is opened where it is read.
    pub fn to<R: BufRead>(open: impl FnOnce() -> R + Send + 'static) -> Self {
        Self::to_lines(|| Lines::new(open()))
    }

    /// The same where lines are read in another way.
    pub fn to_lines<R: BufRead>(open: impl FnOnce() -> Lines<R> + Send + 'static) -> Self {
        // One line is read ahead, so that a program after this one finds most of the input.
        let (heard, lines_heard) = sync_channel(0);
        thread::spawn(move || {
            let mut lines = open();
            loop {
                let line = lines.next_line();
                let is_last = !matches!(line, Ok(Some(_)));
                if heard.send(line).is_err() || is_last {
                    break;
                }
            }
        });
        Self { lines: lines_heard, is_live: false }
    }

    /// The same where a person types the lines.
    pub fn live(self) -> Self {
        Self { is_live: true, ..self }
    }
}

impl Source for Listener {
    fn next(&mut self, patience: Option<Duration>) -> io::Result<Heard> {
        let line = match patience {
            None => self.lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(patience) => self.lines.recv_timeout(patience),
        };
        match line {
            Ok(line) => Ok(line?.map_or(Heard::End, Heard::Line)),
            Err(RecvTimeoutError::Timeout) => Ok(Heard::Silence),
            Err(RecvTimeoutError::Disconnected) => Ok(Heard::End),
        }
    }

    fn is_live(&self) -> bool {
        self.is_live
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::sync::mpsc::{Receiver, channel};

    use super::*;

    /// An input that says a byte when it is told to.
    struct Slow(Receiver<u8>);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            Ok(self.0.recv().map_or(0, |byte| {
                buffer[0] = byte;
                1
            }))
        }
    }

    #[test]
    fn patience_can_be_lost_and_no_line_is() {
        let (say, slow) = channel();
        let mut listener = Listener::to(|| io::BufReader::new(Slow(slow)));
        say.send(b'a').expect("the source listens");
        let mut next = |patience| listener.next(patience).expect("memory does not fail");
        assert!(matches!(next(Some(Duration::from_millis(1))), Heard::Silence));
        say.send(b'\n').expect("the source listens");
        assert!(matches!(next(None), Heard::Line(line) if line.text() == Ok("a")));
        drop(say);
        assert!(matches!(next(None), Heard::End));
        assert!(matches!(next(None), Heard::End));
    }
}
