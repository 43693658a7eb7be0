//! What is said on a socket.

use konoba_store::StoreError;
use konoba_table::{Moment, Table};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::ErrorView;
use crate::orders::{DoneView, OrderBody};
use crate::view::{
    LinesView, LobbyView, MoveAnswer, Patch, TableView, all_points, patches, scene_of, sentences_of,
};
use konoba_live::{Seats, Update};

/// What the house says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The whole table, on coming in and whenever too much was missed.
    Table {
        /// Everything that is to be said.
        table: Box<TableView>,
        /// Every point of the board, and the board itself. Whoever has no picture to put them into
        /// asks for one at `/api/tables/TABLE/board`: it would be many times as long, and a socket
        /// keeps room for the longest message that it has ever sent.
        points: Vec<Patch>,
        /// What has happened that led to this, a sentence each: the database has lost the last move.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        says: Vec<String>,
    },
    /// Something has happened, or people have come or gone.
    News {
        /// Everything that is to be said, as it is now.
        table: Box<TableView>,
        /// What has happened, a sentence each.
        says: Vec<String>,
        /// What has changed on the board.
        patches: Vec<Patch>,
    },
    /// An order was carried out and is kept for good.
    Done {
        /// The number that the client gave.
        re: Option<u64>,
        /// What came of it.
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
    /// The house is closing: come back in a moment.
    Closing,
}

/// What a client says: an order, a question, or the code of its seat.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
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
        ask: Question,
        /// The move in question.
        #[serde(rename = "move", default)]
        mv: Option<String>,
    },
    /// The code of a seat, by which this socket speaks for it from now on.
    Code {
        /// The code.
        code: String,
    },
}

/// What can be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// What a move would do, or why it may not be played.
    Why,
    /// Which lines are still open.
    Lines,
    /// What time it is, by which a client finds out whether anybody is there.
    Time,
}

impl ServerMessage {
    /// The whole table.
    pub(crate) fn first(update: &Update, seats: Seats, now: Moment) -> Self {
        let table = Box::new(TableView::of(update, seats, now, None));
        Self::Table { table, points: all_points(&scene_of(update)), says: Vec::new() }
    }

    /// The whole table, which has lost some of what the client was shown before.
    pub(crate) fn after_loss(update: &Update, seats: Seats, now: Moment) -> Self {
        let table = Box::new(TableView::of(update, seats, now, None));
        let says = vec![StoreError::Lost.to_string()];
        Self::Table { table, points: all_points(&scene_of(update)), says }
    }

    /// What is different from what the client was shown before.
    pub(crate) fn news(before: &Update, update: &Update, seats: Seats, now: Moment) -> Self {
        let known = before.table.as_deref();
        let is_same = known.map(Table::version) == update.table.as_deref().map(Table::version);
        let patches =
            if is_same { Vec::new() } else { patches(&scene_of(before), &scene_of(update)) };
        let events = update.events.iter();
        let missed = events.filter(|event| event.version > known.map_or(0, Table::version));
        let missed: Vec<_> = missed.cloned().collect();
        let says = update.table.as_deref().map(|table| sentences_of(table, &missed));
        let table = Box::new(TableView::of(update, seats, now, known));
        Self::News { table, says: says.unwrap_or_default(), patches }
    }
}
