//! A channel of an ssh connection as a client that talks by lines.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use bytes::Bytes;
use konoba_session::{Client, Config, Heard, Pace, wrapped};
use russh::server::Msg;
use russh::{Channel, ChannelMsg, ChannelReadHalf, ChannelWriteHalf};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::line::Line;

/// How many texts may wait for a client that does not read them.
const WAITING: usize = 16;

/// A client at the other end of a channel.
pub(super) struct ChannelClient {
    reading: ChannelReadHalf,
    /// What is to be sent goes through a task of its own, so that nothing is lost or sent twice when waiting for
    /// the next line is given up.
    sending: mpsc::Sender<Bytes>,
    line: Line,
    heard: VecDeque<Heard>,
    has_ended: bool,
    pace: Pace,
    /// How long the client may take to receive something.
    slowness: Duration,
}

impl ChannelClient {
    /// A client, and the task that sends it the rest and closes the channel once the client is dropped.
    pub(super) fn new(
        channel: Channel<Msg>,
        line: Line,
        config: &Config,
    ) -> (Self, JoinHandle<()>) {
        let (reading, sending, sender) = split(channel, WAITING, config.slowness);
        let client = Self {
            reading,
            sending,
            line,
            heard: VecDeque::new(),
            has_ended: false,
            pace: Pace::new(&config.limits),
            slowness: config.slowness,
        };
        (client, sender)
    }

    fn take(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut show = Vec::new();
        for byte in bytes {
            let heard = self.line.take(*byte, &mut show);
            self.heard.extend(heard);
        }
        if show.is_empty() {
            return Ok(());
        }
        // A client that types and does not read is not waited for.
        self.sending.try_send(show.into()).map_err(|_| io::ErrorKind::TimedOut.into())
    }
}

impl Client for ChannelClient {
    async fn next(&mut self) -> io::Result<Heard> {
        while self.heard.is_empty() && !self.has_ended {
            self.pace.read().await;
            match self.reading.wait().await {
                Some(ChannelMsg::Data { data }) => {
                    self.pace.count(data.len());
                    self.take(&data)?;
                }
                Some(ChannelMsg::WindowChange { col_width, .. }) => {
                    self.line.set_columns(col_width);
                }
                Some(ChannelMsg::Eof | ChannelMsg::Close) | None => self.has_ended = true,
                Some(_) => {}
            }
        }
        if !self.heard.is_empty() {
            self.pace.line().await;
        }
        Ok(self.heard.pop_front().unwrap_or(Heard::End))
    }

    async fn say(&mut self, text: &str) -> io::Result<()> {
        let wrapped = self.line.columns().map(|columns| wrapped(text, columns));
        let bytes = self.line.around(wrapped.as_deref().unwrap_or(text));
        let sent = timeout(self.slowness, self.sending.send(bytes.into())).await?;
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

/// The two ways of a channel, and the task that sends and closes it once there is nothing more to send. So many texts
/// may wait for a client that does not read them.
pub(super) fn split(
    channel: Channel<Msg>,
    waiting: usize,
    slowness: Duration,
) -> (ChannelReadHalf, mpsc::Sender<Bytes>, JoinHandle<()>) {
    let (reading, writing) = channel.split();
    let (sending, texts) = mpsc::channel(waiting);
    (reading, sending, tokio::spawn(send(writing, texts, slowness)))
}

/// Sends texts as fast as the client takes them, and closes the channel after the last. A client that takes none
/// for too long is given up.
async fn send(
    writing: ChannelWriteHalf<Msg>,
    mut texts: mpsc::Receiver<Bytes>,
    slowness: Duration,
) {
    while let Some(text) = texts.recv().await {
        let sent = timeout(slowness, writing.data_bytes(text)).await;
        if !sent.is_ok_and(|sent| sent.is_ok()) {
            return;
        }
    }
    // What fails here fails because the client has closed the channel itself.
    let _ = writing.exit_status(0).await;
    let _ = writing.eof().await;
    let _ = writing.close().await;
}
