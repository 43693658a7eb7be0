//! The socket, over which a table is followed and played at.

mod converse;
mod end;

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::response::Response;
use governor::DefaultDirectRateLimiter;
use konoba_table::Moment;
use serde::Deserialize;

use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{OfTable, Query, Upgrade};
use crate::listener::Stay;
use crate::message::{ClientMessage, ServerMessage, SocketQuestion};
use crate::shared::Shared;
use crate::view::{BoardView, LobbyView};
use end::End;
use konoba_live::keeper::Seen;

/// What a client says of itself when it comes back.
#[derive(Deserialize)]
pub(super) struct Since {
    /// The version of the table that it saw last.
    seen: Option<u64>,
    /// When the last event that it saw happened: `latest` of the table that it was shown.
    latest: Option<u64>,
}

impl Since {
    fn seen(&self) -> Option<Seen> {
        let at = self.latest.map(Moment::from_millis);
        self.seen.map(|version| Seen { version, at })
    }
}

/// Opens the socket of a table.
pub(super) async fn open(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    OfTable(table): OfTable,
    Query(since): Query<Since>,
    stay: Option<Extension<Arc<Stay>>>,
    Upgrade(upgrade): Upgrade,
) -> Result<Response, DoorError> {
    // A client that is refused is told so before the socket is opened.
    let credentials = caller.credentials();
    let visit = shared.house.visit(table, credentials, since.seen()).await?;
    let upgrade = limited(upgrade, &shared);
    Ok(upgrade.on_upgrade(move |socket| async move {
        shared.metrics.sockets.inc();
        let stay = begin(stay);
        converse::run(&shared, socket, table, credentials, since.seen(), visit, stay.as_deref())
            .await;
        shared.metrics.sockets.dec();
        // The socket counts as a connection until here.
        drop(stay);
    }))
}

/// Opens the socket of the lobby, on which the client listens and asks for nothing but the time.
pub(super) async fn open_lobby(
    State(shared): State<Arc<Shared>>,
    stay: Option<Extension<Arc<Stay>>>,
    Upgrade(upgrade): Upgrade,
) -> Response {
    let upgrade = limited(upgrade, &shared);
    upgrade.on_upgrade(move |socket| async move {
        shared.metrics.sockets.inc();
        let (mut socket, stay) = (socket, begin(stay));
        let end = match follow_lobby(&shared, &mut socket, stay.as_deref()).await {
            Ok(never) => match never {},
            Err(end) => end,
        };
        end.close(&mut socket).await;
        shared.metrics.sockets.dec();
        drop(stay);
    })
}

/// A connection that was one of many requests is a socket from now on, over which one client speaks.
fn begin(stay: Option<Extension<Arc<Stay>>>) -> Option<Arc<Stay>> {
    let Extension(stay) = stay?;
    stay.meter.count();
    Some(stay)
}

/// So much is gathered before it is written, unless there is nothing to wait for. An acknowledgement and
/// its news fit, and cost one write.
const WRITE_BUFFER: usize = 2 << 10;

/// Buffers as small as the messages, since there are many sockets and most of them are quiet.
fn limited(upgrade: WebSocketUpgrade, shared: &Shared) -> WebSocketUpgrade {
    let most = shared.config.limits.message_bytes;
    upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .read_buffer_size(2 << 10)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(1 << 20)
}

/// Sends the lobby whenever it changes, in a text that is made once for all clients.
async fn follow_lobby(
    shared: &Shared,
    socket: &mut WebSocket,
    stay: Option<&Stay>,
) -> Result<Infallible, End> {
    let mut lobby = shared.house.follow_lobby();
    let mut boards = shared.house.follow_boards();
    let mut ping = tokio::time::interval(shared.config.limits.ping);
    let mut heard = tokio::time::Instant::now();
    let rate = DefaultDirectRateLimiter::direct(shared.config.limits.messages.quota());
    loop {
        tokio::select! {
            () = shared.house.closing() => return Err(End::Closing),
            lobby = lobby.next() => {
                let view = || ServerMessage::Lobby(LobbyView::of(&shared.house, &lobby));
                let text = Utf8Bytes::try_from(lobby.text(|| Bytes::from(view().text())));
                end::send(socket, text.expect("a message is text")).await?;
            }
            (boards, only_new) = boards.next() => {
                let text = boards.text(only_new, |boards| {
                    let boards = boards.iter().map(BoardView::of).collect();
                    Bytes::from(ServerMessage::Boards { boards }.text())
                });
                end::send(socket, Utf8Bytes::try_from(text).expect("a message is text")).await?;
            }
            message = socket.recv() => {
                let message = end::received(message, stay)?;
                if rate.check().is_err() {
                    return Err(End::ShownOut(end::TOO_MANY));
                }
                heard = tokio::time::Instant::now();
                match message {
                    Message::Ping(_) | Message::Pong(_) => {}
                    Message::Text(text) => {
                        let answer = time_asked(&text, shared);
                        let answer = answer.ok_or(End::ShownOut("only the time is told here"))?;
                        end::say(socket, &answer).await?;
                    }
                    Message::Binary(_) => return Err(End::ShownOut("text only")),
                    Message::Close(_) => return Err(End::Gone),
                }
            }
            _ = ping.tick() => {
                if heard.elapsed() > shared.config.limits.silence {
                    return Err(End::ShownOut("nothing was heard"));
                }
                end::in_time(socket.send(Message::Ping(Default::default()))).await?;
            }
        }
    }
}

/// The answer to a client that only checks whether the connection stands.
fn time_asked(text: &str, shared: &Shared) -> Option<ServerMessage> {
    match serde_json::from_str(text).ok()? {
        ClientMessage::Ask { re, ask: SocketQuestion::Time, .. } => {
            Some(ServerMessage::Time { re, now: shared.house.now().as_millis() })
        }
        _ => None,
    }
}
