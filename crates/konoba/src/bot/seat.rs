//! A seat at a table of a server, over HTTP and a socket, with TLS or without.

use std::sync::mpsc::{SendError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use konoba_http::view::TableView;
use konoba_http::{LaidView, OrderBody, ServerMessage, What};
use konoba_join::{Address, Connector, Proof, Response, Stream, Trouble, ask, open_socket};
use konoba_lab::usage_error;
use konoba_rules::Setup;
use konoba_store::StoreError;
use konoba_table::Name;
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use super::heard::Heard;
use crate::service::announce;

/// How long a server is sought that does not answer: a restart takes less.
const PATIENCE: Duration = Duration::from_secs(600);
/// How long is waited before it is tried again, at first and at most.
const PAUSES: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(10)];

/// A server that a bot has come to.
pub(super) struct BotHouse {
    connector: Connector,
    proof: Proof,
}

/// A seat that has been taken.
pub(super) struct BotSeat {
    house: BotHouse,
    table: String,
    orders: u64,
}

/// What the server says to an order.
pub(super) enum Answer {
    /// It is carried out, and kept for good.
    Done,
    /// Something else has happened at the table before, which its socket tells.
    TooLate,
    /// It cannot be, for this reason.
    Refused(String),
}

impl BotHouse {
    /// The server at an address.
    pub(super) fn at(address: Address) -> anyhow::Result<Self> {
        Ok(Self { connector: Connector::new(address)?, proof: Proof::default() })
    }

    /// What will be played: what is offered, or what is played at the table that is named.
    pub(super) fn setup(&mut self, game: Option<Setup>) -> anyhow::Result<Setup> {
        let Some(table) = self.connector.address().table.clone() else {
            return game.ok_or_else(|| usage_error("bot", "say with --game what to offer"));
        };
        let answer = self.ask("GET", &format!("/api/tables/{table}"), None);
        let said = answer.and_then(|answer| answer.read());
        match said.map_err(|trouble| self.failed(&trouble))? {
            ServerMessage::Table { table, .. } => Ok(table.setup.parse()?),
            _ => bail!("the server said something else than the table"),
        }
    }

    /// Takes a seat: at the table that is named, or at a new one, whose page is printed. What happens there is told to the
    /// game from here on.
    pub(super) fn sit(
        mut self,
        name: &Name,
        setup: Setup,
        game: Sender<Heard>,
    ) -> anyhow::Result<BotSeat> {
        let (table, page) = self.take_seat(name, setup).map_err(|trouble| self.failed(&trouble))?;
        if let Some(page) = page {
            announce(&format!("{}{page}\n", self.connector.address().url()))?;
        }
        let Self { connector, proof } = &self;
        let line =
            Line { connector: connector.clone(), proof: proof.clone(), table: table.clone() };
        // The game is over when it does not listen any more.
        thread::spawn(move || line.follow(&game).unwrap_or_default());
        Ok(BotSeat { house: self, table, orders: 0 })
    }

    /// The table of the seat, and its page where it is new.
    fn take_seat(
        &mut self,
        name: &Name,
        setup: Setup,
    ) -> Result<(String, Option<String>), Trouble> {
        self.ask("POST", "/api/me", Some(json!({ "name": name.as_str(), "bot": true })))?;
        let address = self.connector.address();
        if let Some(table) = address.table.clone() {
            let body = json!({ "invitation": address.invitation });
            self.ask("POST", &format!("/api/tables/{table}/seat"), Some(body))?;
            return Ok((table, None));
        }
        let offer = json!({ "setup": setup.to_string(), "with": "anyone" });
        let laid: LaidView = self.ask("POST", "/api/tables", Some(offer))?.read()?;
        Ok((laid.table, Some(laid.watch)))
    }

    /// Asks for something; a new client keeps the cookie.
    fn ask(&mut self, method: &str, path: &str, body: Option<Value>) -> Result<Response, Trouble> {
        let answer = ask(&self.connector, &self.proof, method, path, body.as_ref())?;
        if let Some(cookie) = &answer.cookie {
            self.proof.cookie = Some(cookie.clone());
        }
        Ok(answer)
    }

    fn failed(&self, trouble: &Trouble) -> anyhow::Error {
        match trouble {
            Trouble::Offline(why) => anyhow!("{}: {why}", self.connector.address().url()),
            Trouble::Refused { says, .. } => anyhow!("{}", says.trim_end_matches('.')),
        }
    }
}

impl BotSeat {
    /// Has something done, and waits until it is done or refused. It is repeated under its own id while the server has
    /// troubles of its own, so that it is neither lost nor done twice.
    pub(super) fn order(
        &mut self,
        view: &TableView,
        what: What,
        mv: Option<&str>,
    ) -> anyhow::Result<Answer> {
        self.orders += 1;
        let seat = view.you.first().copied();
        // To resign is meant whatever has happened.
        let seen = (what != What::Resign).then_some((view.version, view.latest)).unzip();
        let order = json!(OrderBody {
            what,
            mv: mv.map(str::to_owned),
            seen: seen.0,
            latest: seen.1,
            id: Some(format!("bot-{}-{}-{}", seat.unwrap_or(0), view.version, self.orders)),
            seat,
        });
        let path = format!("/api/tables/{}/orders", self.table);
        let answer = persist(|| match self.house.ask("POST", &path, Some(order.clone())) {
            Ok(_) => Ok(Answer::Done),
            Err(Trouble::Refused { id, .. }) if is_too_late(&id) => Ok(Answer::TooLate),
            Err(Trouble::Refused { status, says, .. }) if status < 500 && status != 429 => {
                Ok(Answer::Refused(says.trim_end_matches('.').to_owned()))
            }
            Err(trouble) => Err(trouble),
        });
        answer.map_err(|trouble| self.house.failed(&trouble).context("the move was not sent"))
    }
}

/// Whether an order was refused because something else had happened: a move or a question, the end of the game, or the loss
/// of what it followed.
fn is_too_late(id: &str) -> bool {
    let lost = [StoreError::Lost.id(), StoreError::Conflict.id()];
    ["stale", "ahead", "game-over", "game-closed"].iter().chain(&lost).any(|own| *own == id)
}

/// Tries something again and again, at longer and longer intervals, until it succeeds or patience ends.
fn persist<T, E>(mut attempt: impl FnMut() -> Result<T, E>) -> Result<T, E> {
    let start = Instant::now();
    let [mut pause, longest] = PAUSES;
    loop {
        match attempt() {
            Err(_) if start.elapsed() < PATIENCE => thread::sleep(pause),
            done => return done,
        }
        pause = (2 * pause).min(longest);
    }
}

/// What leads to the table, again and again.
struct Line {
    connector: Connector,
    proof: Proof,
    table: String,
}

impl Line {
    fn open(&self) -> Result<WebSocket<Stream>, String> {
        let path = format!("/api/tables/{}/socket", self.table);
        let socket = open_socket(&self.connector, &self.proof, &path);
        socket.map_err(|why| format!("the connection to the table: {why}"))
    }

    /// Tells the game what the server says, and comes back when the connection is lost: the whole table comes first then. It is
    /// read all the time, since a server takes a client for gone that does not answer its pings.
    fn follow(&self, game: &Sender<Heard>) -> Result<(), SendError<Heard>> {
        loop {
            let mut socket = match persist(|| self.open()) {
                Ok(socket) => socket,
                Err(why) => return game.send(Heard::Gone(why)),
            };
            while let Ok(message) = socket.read() {
                // A later server may say something that this program does not know.
                if let Message::Text(text) = message
                    && let Ok(said) = serde_json::from_str::<ServerMessage>(&text)
                {
                    game.send(Heard::Said(Box::new(said)))?;
                }
            }
            // A server that hangs up at once is not asked without a pause.
            thread::sleep(PAUSES[0]);
        }
    }
}
