//! The connection to one client: lines in, text out, and neither without bounds.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use konoba_line::ascii;
use konoba_scene::TextStyle;
use konoba_session::{self as session, Client, Pace, wrapped};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::server_status::ServerStatus;
use crate::subnegotiation::{data, server_status};
use crate::{Config, Heard, Machine, to_wire};

/// How much is read at once. What is heard in it is dealt with before more is read, so a client
/// that talks faster than it may is slowed down by its own connection.
const PIECE: usize = 1024;
/// How wide a window is taken for that says nothing of it.
const COLUMNS: usize = 80;
/// How much of what programs say to each other may wait for a client that does not read.
const MOST_UNSENT: usize = 4096;

/// A client at the other end of a connection.
pub(super) struct Wire {
    stream: TcpStream,
    machine: Machine,
    heard: VecDeque<session::Heard>,
    has_ended: bool,
    /// What the machine has answered and could not be sent yet.
    unsent: Vec<u8>,
    /// How many columns the client's window has, as far as it says so.
    columns: usize,
    /// Whether the client shows ASCII alone.
    is_ascii: bool,
    status: ServerStatus,
    pace: Pace,
    /// How long it may take to listen.
    slowness: Duration,
}

impl Wire {
    pub(super) fn new(stream: TcpStream, config: &Config, status: ServerStatus) -> Self {
        Self {
            stream,
            machine: Machine::default(),
            heard: VecDeque::new(),
            has_ended: false,
            unsent: Vec::new(),
            columns: COLUMNS,
            is_ascii: false,
            status,
            pace: Pace::new(&config.limits),
            slowness: config.slowness,
        }
    }

    async fn listen(&mut self) -> io::Result<()> {
        // Before more is read, so that nothing is lost if this is given up.
        self.pace.read().await;
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
        self.pace.count(length);
        let mut heard = Vec::new();
        self.machine.take(&piece[..length], &mut heard, &mut self.unsent);
        for heard in heard {
            match heard {
                Heard::Columns(columns) => {
                    self.columns = Some(usize::from(columns)).filter(|c| *c > 0).unwrap_or(COLUMNS);
                }
                Heard::Line(line) => self.heard.push_back(session::Heard::Line(line)),
                Heard::ShowsUnicode(shows) => {
                    self.is_ascii = !shows;
                    let style = if shows { TextStyle::Unicode } else { TextStyle::Ascii };
                    self.heard.push_back(session::Heard::Style(style));
                }
                Heard::ScreenReader => self.heard.push_back(session::Heard::ScreenReader),
                Heard::StatusWanted => self.unsent.extend(server_status(&self.status.values())),
                Heard::AreYouThere => self.heard.push_back(session::Heard::AreYouThere),
                Heard::End => self.heard.push_back(session::Heard::End),
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
}

impl Client for Wire {
    async fn next(&mut self) -> io::Result<session::Heard> {
        while self.heard.is_empty() && !self.has_ended {
            self.listen().await?;
        }
        if !self.heard.is_empty() {
            self.pace.line().await;
        }
        Ok(self.heard.pop_front().unwrap_or(session::Heard::End))
    }

    async fn say(&mut self, text: &str) -> io::Result<()> {
        let text = wrapped(text, self.columns);
        let mut bytes = std::mem::take(&mut self.unsent);
        bytes.extend(to_wire(&if self.is_ascii { ascii(&text) } else { text }));
        bytes.extend(self.machine.end_of_text());
        timeout(self.slowness, self.stream.write_all(&bytes)).await?
    }

    fn wants_data(&self) -> bool {
        self.machine.wants_data()
    }

    async fn tell_data(&mut self, name: &str, json: &str) -> io::Result<()> {
        let mut bytes = std::mem::take(&mut self.unsent);
        bytes.extend(data(name, json));
        timeout(self.slowness, self.stream.write_all(&bytes)).await?
    }
}
