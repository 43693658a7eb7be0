//! The conversation on the socket of one table.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::SinkExt;
use governor::DefaultDirectRateLimiter;
use konoba_rules::Move;
use konoba_store::TableId;
use tokio::time::{Instant, interval};

use super::end::{End, Gone, SIGNED_OUT, TOO_MANY, in_time, received, say};
use crate::error::DoorError;
use crate::listener::Stay;
use crate::message::{ClientMessage, Numbered, ServerMessage, SocketQuestion};
use crate::shared::Shared;
use crate::view::{LinesView, MoveAnswer, seat_in_question};
use crate::wrong_field;
use konoba_live::keeper::Seen;
use konoba_live::{Credentials, HouseError, Remark, SeatCode, Update, UpdateKind, Visit};

struct Conversation<'a> {
    shared: &'a Shared,
    socket: WebSocket,
    table: TableId,
    who: Credentials,
    visit: Visit,
    /// What the client was shown last.
    shown: Arc<Update>,
    rate: DefaultDirectRateLimiter,
    heard: Instant,
    stay: Option<&'a Stay>,
}

/// Talks until the client leaves or is disconnected.
pub(super) async fn run(
    shared: &Shared,
    socket: WebSocket,
    table: TableId,
    who: Credentials,
    seen: Option<Seen>,
    visit: Visit,
    stay: Option<&Stay>,
) {
    let shown = visit.first.clone();
    let rate = DefaultDirectRateLimiter::direct(shared.config.limits.messages.quota());
    let heard = Instant::now();
    let mut own = Conversation { shared, socket, table, who, visit, shown, rate, heard, stay };
    own.talk(seen).await.close(&mut own.socket).await;
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
                    let message = received(message, self.stay)?;
                    self.heard = Instant::now();
                    self.hear(message).await?;
                    self.tell_what_waits().await?;
                }
                update = self.visit.next() => match update {
                    Some(update) => {
                        self.tell(update).await?;
                        self.tell_what_waits().await?;
                    }
                    None if self.shared.house.is_closing() => return Err(End::Closing),
                    None => self.come_again().await?,
                },
                _ = ping.tick() => {
                    if self.heard.elapsed() > self.shared.config.limits.silence {
                        return Err(End::ShownOut("nothing was heard"));
                    }
                    in_time(self.socket.send(Message::Ping(Default::default()))).await?;
                }
            }
        }
    }

    /// Shows the table. What the client has seen already is left out, and what it has missed is said.
    async fn greet(&mut self, seen: Option<Seen>) -> Result<(), Gone> {
        let (seats, now) = (self.visit.seats, self.shared.house.now());
        let first = match (seen, &self.visit.missed) {
            (Some(seen), None) if seen.version > self.shown.version() => {
                ServerMessage::after_loss(&self.shown, seats, now)
            }
            (Some(_), Some(missed)) if missed.is_empty() && self.shown.table.is_some() => {
                ServerMessage::known(&self.shown, seats, now)
            }
            (_, missed) => {
                let missed = missed.as_deref().unwrap_or_default();
                ServerMessage::whole(&self.shown, seats, now, missed)
            }
        };
        say(&mut self.socket, &first).await
    }

    /// Comes to the table again, and may have to prove anew who it is.
    async fn visit_again(&mut self) -> Result<Visit, HouseError> {
        if self.visit.is_signed_out() {
            self.shared.house.recognise_again(&mut self.who).await?;
        }
        let seen = self.shown.table.as_deref().map(Seen::of);
        self.shared.house.visit(self.table, self.who, seen).await
    }

    /// Comes back to the table after having been too slow, with another seat, or after a log-out at another device.
    async fn come_again(&mut self) -> Result<(), End> {
        self.visit = match self.visit_again().await {
            Ok(visit) => visit,
            Err(HouseError::Closing) => return Err(End::Closing),
            Err(HouseError::SignedOut) => return Err(End::ShownOut(SIGNED_OUT)),
            Err(_) => return Err(End::Gone),
        };
        let shown = std::mem::replace(&mut self.shown, self.visit.first.clone());
        let (seats, now) = (self.visit.seats, self.shared.house.now());
        let message = if self.shown.has_lost(&shown) {
            ServerMessage::after_loss(&self.shown, seats, now)
        } else {
            let missed = self.visit.missed.as_deref().unwrap_or_default();
            ServerMessage::whole(&self.shown, seats, now, missed)
        };
        Ok(say(&mut self.socket, &message).await?)
    }

    /// Sends an update, in a text that is made once for all clients with the same seats.
    async fn tell(&mut self, update: Arc<Update>) -> Result<(), End> {
        let seats = self.visit.seats;
        if self.is_revoked(&update) {
            return Err(End::ShownOut(SIGNED_OUT));
        }
        if self.who.seats_at(&update.entry) != seats {
            // The client holds another seat by now, and is no longer counted where it was.
            return self.come_again().await;
        }
        let now = self.shared.house.now();
        let shown = std::mem::replace(&mut self.shown, update);
        if self.shown.has_lost(&shown) {
            let whole = ServerMessage::after_loss(&self.shown, seats, now);
            return Ok(say(&mut self.socket, &whole).await?);
        }
        let follows = match &self.shown.kind {
            UpdateKind::Events(before) => before.version() == shown.version(),
            UpdateKind::Presence | UpdateKind::Remark(..) | UpdateKind::Whole => true,
        };
        if !follows {
            let whole = ServerMessage::whole(&self.shown, seats, now, &self.shown.events);
            return Ok(say(&mut self.socket, &whole).await?);
        }
        let make = || Bytes::from(ServerMessage::told(&self.shown, seats, now).text());
        let text = Utf8Bytes::try_from(self.shown.text(seats, make));
        let text = text.expect("a message is text");
        Ok(in_time(self.socket.feed(Message::Text(text))).await?)
    }

    /// Whether the secrets of a seat for which the client acts have been replaced. A client that has the new
    /// ones connects again.
    fn is_revoked(&self, update: &Update) -> bool {
        self.visit.seats.iter().any(|seat| {
            let code = |update: &Update| update.entry.seats[seat.index()].as_ref().map(|h| h.code);
            code(&self.shown).is_some() && code(&self.shown) != code(update)
        })
    }

    /// Tells what has happened meanwhile, and writes all that was said since.
    async fn tell_what_waits(&mut self) -> Result<(), End> {
        while let Some(update) = self.visit.waiting() {
            self.tell(update).await?;
        }
        Ok(in_time(self.socket.flush()).await?)
    }

    /// Handles a message. The answer is written together with the updates that it causes.
    async fn hear(&mut self, message: Message) -> Result<(), End> {
        // A message that was sent before the sign-out of this device but is read after it is not carried out.
        if self.visit.is_signed_out() {
            self.come_again().await?;
        }
        // Pings are answered by the library, and cost as much as anything that is said.
        if self.rate.check().is_err() {
            return Err(End::ShownOut(TOO_MANY));
        }
        let text = match &message {
            Message::Text(text) => text.as_str(),
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Binary(_) => return Err(End::ShownOut("text only")),
            Message::Close(_) => return Err(End::Gone),
        };
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
            Ok(ClientMessage::Remark { re, remark }) => match self.remark(&remark).await {
                Ok(()) => ServerMessage::Said { re },
                Err(error) => refused(re, error),
            },
            Ok(ClientMessage::Code { code }) => {
                let Some(code) = SeatCode::read(&code) else {
                    return Err(End::ShownOut("that is no code"));
                };
                self.who.code = Some(code.digest());
                return self.come_again().await;
            }
            Err(_) => {
                let Numbered { re } = serde_json::from_str(text).unwrap_or_default();
                let says = wrong_field::in_text::<ClientMessage>(text);
                let says = says.unwrap_or_else(|| "That is not understood.".to_owned());
                refused(re, DoorError::unreadable("message", says))
            }
        };
        Ok(in_time(self.socket.feed(Message::Text(answer.text().into()))).await?)
    }

    async fn remark(&mut self, id: &str) -> Result<(), DoorError> {
        let unknown = || DoorError::unreadable("no-remark", "There is no such remark.");
        let remark = Remark::with_id(id).ok_or_else(unknown)?;
        Ok(self.shared.house.remark(self.table, self.who, remark).await?)
    }

    fn answer(
        &self,
        re: Option<u64>,
        ask: SocketQuestion,
        mv: Option<&str>,
    ) -> Result<ServerMessage, DoorError> {
        let table = || self.shown.table.as_deref().ok_or(HouseError::NotBegun);
        match ask {
            SocketQuestion::Time => {
                Ok(ServerMessage::Time { re, now: self.shared.house.now().as_millis() })
            }
            SocketQuestion::Lines => {
                Ok(ServerMessage::Lines { re, answer: LinesView::of(table()?) })
            }
            SocketQuestion::Why => {
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
