//! How a socket ends: the client is told why.

use std::error::Error;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::stream::FusedStream;
use tokio::time::{sleep, timeout};

use crate::listener::Stay;
use crate::message::ServerMessage;

/// A client that reads nothing for so long is disconnected.
const PATIENCE: Duration = Duration::from_secs(15);

/// How long a client may take to answer the close frame.
const FAREWELL: Duration = Duration::from_secs(1);

/// Why a client that sends too much is disconnected.
pub(super) const TOO_MANY: &str = "too many messages";

/// Why a client is disconnected whose guest has logged out, or whose secrets were replaced. The page
/// compares this text.
pub(super) const SIGNED_OUT: &str = "signed out";

/// Why the socket can no longer be used.
#[derive(Debug)]
pub(super) struct Gone;

/// Why a conversation ends.
pub(super) enum End {
    /// The client has left or does not read.
    Gone,
    /// The client has broken a rule, or was signed out.
    ShownOut(&'static str),
    /// The client has sent a message that is longer than any may be.
    TooLong,
    /// The house is closing.
    Closing,
}

impl From<Gone> for End {
    fn from(_: Gone) -> Self {
        Self::Gone
    }
}

impl End {
    /// Nothing can be read any more: the client has left, or has sent more than it may.
    fn unreadable(error: Option<&axum::Error>, stay: Option<&Stay>) -> Self {
        if stay.is_some_and(|stay| stay.meter.is_over()) {
            return Self::ShownOut("too much data");
        }
        match error.is_some_and(is_too_long) {
            true => Self::TooLong,
            false => Self::Gone,
        }
    }

    /// Closes the socket.
    pub(super) async fn close(self, socket: &mut WebSocket) {
        let frame = match self {
            Self::Gone => return,
            Self::ShownOut(why) => CloseFrame { code: close_code::POLICY, reason: why.into() },
            Self::TooLong => {
                CloseFrame { code: close_code::SIZE, reason: "message too long".into() }
            }
            Self::Closing => {
                let _ = say(socket, &ServerMessage::Closing).await;
                CloseFrame { code: close_code::RESTART, reason: "closing".into() }
            }
        };
        // If the client has left already, the frame is not needed.
        if timeout(PATIENCE, socket.send(Message::Close(Some(frame)))).await.is_err() {
            return;
        }
        // Closing with unread input would reset the connection, and the client would not get the close frame.
        if socket.is_terminated() {
            // The library reads no more, so the client gets time to read the frame before the reset.
            return sleep(FAREWELL).await;
        }
        let _ = timeout(FAREWELL, async { while let Some(Ok(_)) = socket.recv().await {} }).await;
    }
}

/// A message that was received, or why there are no more.
pub(super) fn received(
    message: Option<Result<Message, axum::Error>>,
    stay: Option<&Stay>,
) -> Result<Message, End> {
    match message {
        Some(Ok(message)) => Ok(message),
        Some(Err(error)) => Err(End::unreadable(Some(&error), stay)),
        None => Err(End::unreadable(None, stay)),
    }
}

/// Whether a message was refused by the library for its length.
fn is_too_long(error: &axum::Error) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref());
    matches!(cause, Some(tungstenite::Error::Capacity(_)))
}

/// Says something, unless the other side does not listen.
pub(super) async fn say(socket: &mut WebSocket, message: &ServerMessage) -> Result<(), Gone> {
    send(socket, message.text().into()).await
}

/// Sends a text, unless the other side does not listen.
pub(super) async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), Gone> {
    in_time(socket.send(Message::Text(text))).await
}

/// A client that does not read in time is gone.
pub(super) async fn in_time(
    sent: impl Future<Output = Result<(), axum::Error>>,
) -> Result<(), Gone> {
    timeout(PATIENCE, sent).await.map_err(|_| Gone)?.map_err(|_| Gone)
}
