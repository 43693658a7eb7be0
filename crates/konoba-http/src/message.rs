//! What is said on a socket.

use konoba_store::StoreError;
use konoba_table::{Event, Moment, Seat, Table};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::ErrorView;
use crate::orders::{DoneView, OrderBody, What};
use crate::view::{
    BoardView, LinesView, LobbyView, MoveAnswer, Patch, PresenceView, TableChange, TableView,
    all_points, number, patches_between, scene_of, sentences_of, sight_of,
};
use konoba_live::{Remark, Seats, Update, UpdateKind};

/// What the server says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The whole table, on coming in and whenever too much was missed.
    Table {
        /// The whole table.
        table: Box<TableView>,
        /// Every point of the board, and the board itself. A client that has no picture to put them
        /// into asks for one at `/api/tables/TABLE/board`: it would be many times as long, and a
        /// socket keeps room for the longest message that it has ever sent. There is none for a
        /// client that came back and had seen this version already.
        points: Vec<Patch>,
        /// What has happened that led to this, a sentence each: what had been missed, as far as it is
        /// known, or that the database has lost the last move.
        says: Vec<String>,
    },
    /// Something has happened.
    News {
        /// What has happened, a sentence each.
        says: Vec<String>,
        /// What of the table is different now.
        table: Box<TableChange>,
        /// What has changed on the board.
        patches: Vec<Patch>,
    },
    /// People have come or gone.
    Presence(PresenceView),
    /// A player has said something. It is no part of the game, and kept nowhere.
    Remark {
        /// The seat of the player.
        seat: u8,
        /// The stable id of the remark.
        remark: String,
        /// Its words.
        says: String,
    },
    /// A remark was passed on.
    Said {
        /// The number that the client gave.
        re: Option<u64>,
    },
    /// An order was carried out and is kept for good.
    Done {
        /// The number that the client gave.
        re: Option<u64>,
        /// The event that it caused.
        #[serde(flatten)]
        done: DoneView,
    },
    /// What a move would do, or why it may not be played.
    Move {
        /// The number that the client gave.
        re: Option<u64>,
        /// The answer.
        #[serde(flatten)]
        answer: MoveAnswer,
    },
    /// The lines that are still open.
    Lines {
        /// The number that the client gave.
        re: Option<u64>,
        /// The answer.
        #[serde(flatten)]
        answer: LinesView,
    },
    /// The time.
    Time {
        /// The number that the client gave.
        re: Option<u64>,
        /// What the clock of the house shows, in milliseconds since 1970.
        now: u64,
    },
    /// Something was refused, and nothing has changed.
    Refused {
        /// The number that the client gave.
        re: Option<u64>,
        /// Why.
        #[serde(flatten)]
        error: ErrorView,
    },
    /// What goes on in the house; on the socket of the lobby alone.
    Lobby(LobbyView),
    /// The first games of the lobby with their boards, or those of them that have gone on; on the same socket.
    Boards {
        /// The boards.
        boards: Vec<BoardView>,
    },
    /// The house is closing: come back in a moment.
    Closing,
}

/// The number of a message that says nothing else that is understood, so that its refusal can bear it.
#[derive(Default, Deserialize)]
pub(crate) struct Numbered {
    #[serde(default)]
    pub(crate) re: Option<u64>,
}

/// What a client says: an order, a question, a remark, or the code of its seat.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged, try_from = "Said")]
pub enum ClientMessage {
    /// An order.
    Order {
        /// A number of the client's own, which the answer bears.
        #[serde(default)]
        re: Option<u64>,
        /// The order.
        #[serde(flatten)]
        order: OrderBody,
    },
    /// A question about a move: `{"ask": "why", "move": "c4"}`; about open lines:
    /// `{"ask": "lines"}`; or for the time: `{"ask": "time"}`.
    Ask {
        /// A number of the client's own, which the answer bears.
        #[serde(default)]
        re: Option<u64>,
        /// `why`, `lines` or `time`.
        ask: SocketQuestion,
        /// The move in question.
        #[serde(rename = "move", default)]
        mv: Option<String>,
    },
    /// A remark to those who are at the table: `{"remark": "good-game"}`.
    Remark {
        /// A number of the client's own, which the answer bears.
        #[serde(default)]
        re: Option<u64>,
        /// The id of the remark.
        remark: String,
    },
    /// The code of a seat, by which this socket speaks for it from now on.
    Code {
        /// The code.
        code: String,
    },
}

/// What a client can ask on the socket of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SocketQuestion {
    /// What a move would do, or why it may not be played.
    Why,
    /// Which lines are still open.
    Lines,
    /// What time it is, by which a client finds out whether the connection stands.
    Time,
}

impl ServerMessage {
    /// The whole table, and what has led there, as far as its reader is to be told of it.
    pub(crate) fn whole(update: &Update, seats: Seats, now: Moment, events: &[Event]) -> Self {
        let table = Box::new(TableView::of(&sight_of(update), seats, now));
        let says = update.table.as_deref().map(|table| sentences_of(table, events, seats));
        let points = all_points(&scene_of(update));
        Self::Table { table, points, says: says.unwrap_or_default() }
    }

    /// The whole table, which has lost some of what the client was shown before.
    pub(crate) fn after_loss(update: &Update, seats: Seats, now: Moment) -> Self {
        let table = Box::new(TableView::of(&sight_of(update), seats, now));
        let says = vec![StoreError::Lost.to_string()];
        Self::Table { table, points: all_points(&scene_of(update)), says }
    }

    /// The table for a client that has seen its version already, with its board and its moves.
    pub(crate) fn known(update: &Update, seats: Seats, now: Moment) -> Self {
        let table = Box::new(TableView::known(&sight_of(update), seats, now));
        Self::Table { table, points: Vec::new(), says: Vec::new() }
    }

    /// What an update tells to those who have seen everything before it.
    pub(crate) fn told(update: &Update, seats: Seats, now: Moment) -> Self {
        let before = match &update.kind {
            UpdateKind::Presence => return Self::Presence(PresenceView::of(update)),
            UpdateKind::Remark(seat, remark) => return Self::remark(*seat, *remark),
            UpdateKind::Events(before) => Some(before),
            UpdateKind::Whole => None,
        };
        let news = before.and_then(|before| Self::news(update, before, seats, now));
        news.unwrap_or_else(|| Self::whole(update, seats, now, &update.events))
    }

    fn remark(seat: Seat, remark: Remark) -> Self {
        let (id, says) = (remark.id().to_owned(), remark.words().to_owned());
        Self::Remark { seat: number(seat), remark: id, says }
    }

    fn news(update: &Update, before: &Table, seats: Seats, now: Moment) -> Option<Self> {
        let table = update.table.as_deref()?;
        Some(Self::News {
            says: sentences_of(table, &update.events, seats),
            table: Box::new(TableChange::of(
                &sight_of(update),
                (before, &update.events),
                seats,
                now,
            )?),
            patches: patches_between(before, table),
        })
    }

    /// The message as it is sent.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("a message is plain data")
    }
}

/// Every field that a client's message can have. Reading it is cheaper than trying one kind of message
/// after the other.
#[derive(Deserialize)]
struct Said {
    re: Option<u64>,
    #[serde(rename = "do")]
    what: Option<What>,
    #[serde(rename = "move")]
    mv: Option<String>,
    seen: Option<u64>,
    latest: Option<u64>,
    id: Option<String>,
    seat: Option<u8>,
    ask: Option<SocketQuestion>,
    remark: Option<String>,
    code: Option<String>,
}

impl TryFrom<Said> for ClientMessage {
    type Error = &'static str;

    fn try_from(said: Said) -> Result<Self, &'static str> {
        let Said { re, what, mv, seen, latest, id, seat, ask, remark, code } = said;
        match (what, ask, remark, code) {
            (Some(what), _, _, _) => {
                Ok(Self::Order { re, order: OrderBody { what, mv, seen, latest, id, seat } })
            }
            (None, Some(ask), _, _) => Ok(Self::Ask { re, ask, mv }),
            (None, None, Some(remark), _) => Ok(Self::Remark { re, remark }),
            (None, None, None, Some(code)) => Ok(Self::Code { code }),
            (None, None, None, None) => {
                Err("neither an order nor a question nor a remark nor a code")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<ClientMessage> {
        serde_json::from_str(text).ok()
    }

    #[test]
    fn a_message_is_an_order_a_question_a_remark_or_a_code() {
        let order = read(r#"{"re": 7, "do": "play", "move": "c4", "seen": 2, "id": "a-1"}"#);
        let Some(ClientMessage::Order { re: Some(7), order }) = order else { panic!("{order:?}") };
        assert_eq!(
            (order.what, order.mv.as_deref(), order.seen),
            (What::Play, Some("c4"), Some(2))
        );
        assert!(matches!(
            read(r#"{"ask": "why", "move": "c4"}"#),
            Some(ClientMessage::Ask { re: None, ask: SocketQuestion::Why, mv: Some(_) })
        ));
        assert!(matches!(read(r#"{"code": "abc"}"#), Some(ClientMessage::Code { .. })));
        assert!(matches!(
            read(r#"{"re": 3, "remark": "thanks"}"#),
            Some(ClientMessage::Remark { re: Some(3), remark }) if remark == "thanks"
        ));
        for wrong in ["{}", r#"{"do": "dance"}"#, r#"{"re": 1}"#, r#"{"ask": 1}"#, "[]", "7", ""] {
            assert!(read(wrong).is_none(), "{wrong}");
        }
    }
}
