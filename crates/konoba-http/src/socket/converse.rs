//! The conversation on the socket of one table.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use governor::DefaultDirectRateLimiter;
use konoba_rules::Move;
use konoba_store::TableId;
use tokio::time::{Instant, interval, timeout};

use crate::error::DoorError;
use crate::message::{ClientMessage, Question, ServerMessage};
use crate::shared::Shared;
use crate::view::{LinesView, MoveAnswer, seat_in_question};
use konoba_live::keeper::Seen;
use konoba_live::{Credentials, HouseError, SeatCode, Update, Visit};

/// Whoever does not read for so long is shown out.
const PATIENCE: Duration = Duration::from_secs(15);

/// The socket is of no more use.
#[derive(Debug)]
pub(super) struct Gone;

/// Why a conversation ends.
enum End {
    /// The client has left or does not read.
    Gone,
    /// The client has done what is not done.
    ShownOut(&'static str),
    /// The house is closing.
    Closing,
}

impl From<Gone> for End {
    fn from(_: Gone) -> Self {
        Self::Gone
    }
}

struct Conversation<'a> {
    shared: &'a Shared,
    socket: WebSocket,
    table: TableId,
    who: Credentials,
    visit: Visit,
    /// What the client was shown last.
    shown: Update,
    rate: DefaultDirectRateLimiter,
    heard: Instant,
}

/// Talks until somebody leaves.
pub(super) async fn run(
    shared: &Shared,
    socket: WebSocket,
    table: TableId,
    who: Credentials,
    seen: Option<Seen>,
    visit: Visit,
) {
    let shown = visit.first.clone();
    let rate = DefaultDirectRateLimiter::direct(shared.config.limits.messages.quota());
    let heard = Instant::now();
    let mut own = Conversation { shared, socket, table, who, visit, shown, rate, heard };
    let frame = match own.talk(seen).await {
        End::Gone => return,
        End::ShownOut(why) => CloseFrame { code: close_code::POLICY, reason: why.into() },
        End::Closing => {
            let _ = say(&mut own.socket, &ServerMessage::Closing).await;
            CloseFrame { code: close_code::RESTART, reason: "closing".into() }
        }
    };
    // Whoever has left before that does not miss it.
    let _ = timeout(PATIENCE, own.socket.send(Message::Close(Some(frame)))).await;
}

/// Says something, unless the other side does not listen.
pub(super) async fn say(socket: &mut WebSocket, message: &ServerMessage) -> Result<(), Gone> {
    let text = serde_json::to_string(message).expect("a message is plain data");
    let sent = timeout(PATIENCE, socket.send(Message::Text(text.into()))).await;
    sent.map_err(|_| Gone)?.map_err(|_| Gone)
}

impl Conversation<'_> {
    async fn talk(&mut self, seen: Option<Seen>) -> End {
        match self.talk_until_end(seen).await {
            Ok(never) => match never {},
            Err(end) => end,
        }
    }

    async fn talk_until_end(
        &mut self,
        seen: Option<Seen>,
    ) -> Result<std::convert::Infallible, End> {
        self.greet(seen).await?;
        let mut ping = interval(self.shared.config.limits.ping);
        loop {
            tokio::select! {
                message = self.socket.recv() => {
                    let message = message.ok_or(End::Gone)?.map_err(|_| End::Gone)?;
                    self.heard = Instant::now();
                    self.hear(message).await?;
                }
                update = self.visit.next() => match update {
                    Some(update) => self.tell(update).await?,
                    None if self.shared.house.is_closing() => return Err(End::Closing),
                    None => self.come_again().await?,
                },
                _ = ping.tick() => {
                    if self.heard.elapsed() > self.shared.config.limits.silence {
                        return Err(End::Gone);
                    }
                    let ping = self.socket.send(Message::Ping(Default::default()));
                    timeout(PATIENCE, ping).await.map_err(|_| Gone)?.map_err(|_| Gone)?;
                }
            }
        }
    }

    /// Shows what the client does not know: nothing but what it missed, if that is known.
    async fn greet(&mut self, seen: Option<Seen>) -> Result<(), Gone> {
        let (seats, now) = (self.visit.seats, self.shared.house.now());
        let first = &self.visit.first;
        let is_known =
            first.table.is_some() && self.visit.missed.as_ref().is_some_and(Vec::is_empty);
        let has_lost = seen.is_some_and(|seen| seen.version > first.version());
        let first = match (is_known, has_lost) {
            (true, _) => ServerMessage::news(&self.shown, first, seats, now),
            (false, false) => ServerMessage::first(first, seats, now),
            (false, true) => ServerMessage::after_loss(first, seats, now),
        };
        self.shown = self.visit.first.clone();
        say(&mut self.socket, &first).await
    }

    /// Comes back to the table after having been too slow, or with another seat.
    async fn come_again(&mut self) -> Result<(), End> {
        let visit = self.shared.house.visit(self.table, self.who, None).await;
        self.visit = match visit {
            Ok(visit) => visit,
            Err(HouseError::Closing) => return Err(End::Closing),
            Err(_) => return Err(End::Gone),
        };
        let update = self.visit.first.clone();
        Ok(self.tell(update).await?)
    }

    async fn tell(&mut self, update: Update) -> Result<(), Gone> {
        let seats = self.who.seats_at(&update.entry);
        if seats != self.visit.seats {
            // Somebody has sat down meanwhile, and is no longer counted among those who watch.
            if let Ok(visit) = self.shared.house.visit(self.table, self.who, None).await {
                self.visit = visit;
            }
        }
        let now = self.shared.house.now();
        let news = match update.has_lost(&self.shown) {
            true => ServerMessage::after_loss(&update, seats, now),
            false => ServerMessage::news(&self.shown, &update, seats, now),
        };
        self.shown = update;
        say(&mut self.socket, &news).await
    }

    async fn hear(&mut self, message: Message) -> Result<(), End> {
        let text = match &message {
            Message::Text(text) => text.as_str(),
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Binary(_) => return Err(End::ShownOut("text only")),
            Message::Close(_) => return Err(End::Gone),
        };
        if self.rate.check().is_err() {
            return Err(End::ShownOut("too many messages"));
        }
        let answer = match serde_json::from_str(text) {
            Ok(ClientMessage::Order { re, order }) => {
                let spec = self.shown.entry.offer.setup.spec;
                let done = self.shared.carry_out(self.table, self.who, &order, spec).await;
                match done {
                    Ok(done) => ServerMessage::Done { re, done },
                    Err(error) => refused(re, error),
                }
            }
            Ok(ClientMessage::Ask { re, ask, mv }) => {
                self.answer(re, ask, mv.as_deref()).unwrap_or_else(|error| refused(re, error))
            }
            Ok(ClientMessage::Code { code }) => {
                let Some(code) = SeatCode::read(&code) else {
                    return Err(End::ShownOut("that is no code"));
                };
                self.who.code = Some(code.digest());
                return self.come_again().await;
            }
            Err(_) => refused(None, DoorError::unreadable("message", "That is not understood.")),
        };
        Ok(say(&mut self.socket, &answer).await?)
    }

    fn answer(
        &self,
        re: Option<u64>,
        ask: Question,
        mv: Option<&str>,
    ) -> Result<ServerMessage, DoorError> {
        let table = || self.shown.table.as_deref().ok_or(HouseError::NotBegun);
        match ask {
            Question::Time => {
                Ok(ServerMessage::Time { re, now: self.shared.house.now().as_millis() })
            }
            Question::Lines => Ok(ServerMessage::Lines { re, answer: LinesView::of(table()?) }),
            Question::Why => {
                let table = table()?;
                let no_move = || DoorError::unreadable("not-a-move", "That is not a move.");
                let mv = Move::read(mv.unwrap_or_default(), table.setup().spec);
                let seat = seat_in_question(table, self.visit.seats);
                let answer = MoveAnswer::of(table, seat, mv.map_err(|_| no_move())?);
                Ok(ServerMessage::Move { re, answer })
            }
        }
    }
}

fn refused(re: Option<u64>, error: DoorError) -> ServerMessage {
    ServerMessage::Refused { re, error: error.into_view() }
}
