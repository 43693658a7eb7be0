//! The connection to one client: lines in, text out, and neither without bounds.

use std::collections::VecDeque;
use std::io;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::DefaultDirectRateLimiter;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::{Config, Heard, Machine, to_wire};

/// How much is read at once. What is heard in it is dealt with before more is read, so a client
/// that talks faster than it may is slowed down by its own connection.
const PIECE: usize = 1024;
/// How much of what programs say to each other may wait for a client that does not read.
const MOST_UNSENT: usize = 4096;

/// A client at the other end of a connection.
pub(super) struct Wire {
    stream: TcpStream,
    machine: Machine,
    heard: VecDeque<Heard>,
    has_ended: bool,
    /// What the machine has answered and could not be sent yet.
    unsent: Vec<u8>,
    /// How many columns the client's window has, if it says so.
    columns: Option<usize>,
    /// How fast the client may talk.
    rate: DefaultDirectRateLimiter,
    /// How much it may send of whatever it is: what programs say to each other makes no line.
    reads: DefaultDirectRateLimiter,
    bytes: DefaultDirectRateLimiter,
    /// What was read and is not counted yet.
    uncounted: Option<NonZeroU32>,
    /// How long it may take to listen.
    slowness: Duration,
}

impl Wire {
    pub(super) fn new(stream: TcpStream, config: &Config) -> Self {
        Self {
            stream,
            machine: Machine::default(),
            heard: VecDeque::new(),
            has_ended: false,
            unsent: Vec::new(),
            columns: None,
            rate: DefaultDirectRateLimiter::direct(config.limits.messages.quota()),
            reads: DefaultDirectRateLimiter::direct(config.limits.reads.quota()),
            bytes: DefaultDirectRateLimiter::direct(config.limits.bytes.quota()),
            uncounted: None,
            slowness: config.slowness,
        }
    }

    /// What the client says next. Nothing is lost if this is given up while it waits.
    pub(super) async fn next(&mut self) -> io::Result<Heard> {
        while self.heard.is_empty() && !self.has_ended {
            self.listen().await?;
        }
        if !self.heard.is_empty() {
            self.rate.until_ready().await;
        }
        Ok(self.heard.pop_front().unwrap_or(Heard::End))
    }

    async fn listen(&mut self) -> io::Result<()> {
        // Before more is read, so that nothing is lost if this is given up.
        if let Some(bytes) = self.uncounted {
            self.reads.until_ready().await;
            // A piece is shorter than any burst that people can live with.
            let _ = self.bytes.until_n_ready(bytes).await;
            self.uncounted = None;
        }
        let mut piece = [0; PIECE];
        // A read ends before what was sent as urgent, though there is more. To be told of that
        // more, one has to go on reading until nothing is left, which the short form would not do.
        let length = loop {
            self.stream.readable().await?;
            match self.stream.try_read(&mut piece) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => break read?,
            }
        };
        self.has_ended = length == 0;
        self.uncounted = u32::try_from(length).ok().and_then(NonZeroU32::new);
        let mut heard = Vec::new();
        self.machine.take(&piece[..length], &mut heard, &mut self.unsent);
        for heard in heard {
            match heard {
                Heard::Columns(columns) => {
                    self.columns = Some(usize::from(columns)).filter(|columns| *columns > 0);
                }
                heard => self.heard.push_back(heard),
            }
        }
        // The server does not wait for a client that does not read: what cannot be sent now goes out
        // before the next text.
        let sent = match self.stream.try_write(&self.unsent) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
            sent => sent?,
        };
        self.unsent.drain(..sent);
        if self.unsent.len() > MOST_UNSENT { Err(io::ErrorKind::TimedOut.into()) } else { Ok(()) }
    }

    /// Tells the client something, which has to be received before long.
    pub(super) async fn say(&mut self, text: &str) -> io::Result<()> {
        let wrapped = self.columns.map(|columns| wrapped(text, columns));
        let mut bytes = std::mem::take(&mut self.unsent);
        bytes.extend(to_wire(wrapped.as_deref().unwrap_or(text)));
        timeout(self.slowness, self.stream.write_all(&bytes)).await?
    }
}

/// The text with its lines broken between words where they are longer than the window is wide.
fn wrapped(text: &str, columns: usize) -> String {
    let mut wrapped = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let mut column = 0;
        for word in line.split_inclusive(' ') {
            let width = word.trim_end().chars().count();
            if column > 0 && width > 0 && column + width > columns {
                wrapped.truncate(wrapped.trim_end_matches(' ').len());
                wrapped.push('\n');
                column = 0;
            }
            wrapped.push_str(word);
            column += word.chars().count();
        }
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        let check = |text, columns, expected| assert_eq!(wrapped(text, columns), expected);
        check("one two three\nfour\n", 7, "one two\nthree\nfour\n");
        check("one two three\n", 13, "one two three\n");
        check("  a b c\n\n", 7, "  a b c\n\n");
        check("incomprehensible word\n", 4, "incomprehensible\nword\n");
        check("žžž žžž\n", 7, "žžž žžž\n");
    }
}
