//! A seat at a table of a server, over HTTP and a socket, with TLS or without.

use anyhow::{Context, anyhow, bail};
use konoba_http::view::TableView;
use konoba_http::{LaidView, ServerMessage};
use konoba_join::{Address, Connector, Proof, Response, Stream, Trouble, ask, open_socket};
use konoba_rules::Setup;
use konoba_table::Name;
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use crate::service::announce;

/// A server that a bot has come to.
pub(super) struct BotHouse {
    connector: Connector,
    proof: Proof,
}

/// A seat that has been taken, and the socket to its table.
pub(super) struct BotSeat {
    socket: WebSocket<Stream>,
    orders: u64,
}

impl BotHouse {
    /// The server at an address.
    pub(super) fn at(address: Address) -> anyhow::Result<Self> {
        Ok(Self { connector: Connector::new(address)?, proof: Proof::default() })
    }

    /// What will be played: what is offered, or what is played at the table that is named.
    pub(super) fn setup(&mut self, game: Option<Setup>) -> anyhow::Result<Setup> {
        let Some(table) = self.connector.address().table.clone() else {
            return game.context("say with --game what to offer");
        };
        let answer = self.ask("GET", &format!("/api/tables/{table}"), None)?;
        match answer.read().map_err(|trouble| self.failed(&trouble))? {
            ServerMessage::Table { table, .. } => Ok(table.setup.parse()?),
            _ => bail!("the server said something else than the table"),
        }
    }

    /// Takes a seat: at the table that is named, or at a new one, whose page is printed.
    pub(super) fn sit(mut self, name: &Name, setup: Setup) -> anyhow::Result<BotSeat> {
        self.ask("POST", "/api/me", Some(json!({ "name": name.as_str(), "bot": true })))?;
        let address = self.connector.address();
        let (table, invitation) = (address.table.clone(), address.invitation.clone());
        let table = match table {
            Some(table) => {
                let body = json!({ "invitation": invitation });
                self.ask("POST", &format!("/api/tables/{table}/seat"), Some(body))?;
                table
            }
            None => {
                let offer = json!({ "setup": setup.to_string(), "with": "anyone" });
                let laid = self.ask("POST", "/api/tables", Some(offer))?.read::<LaidView>();
                let laid = laid.map_err(|trouble| self.failed(&trouble))?;
                announce(&format!("{}{}\n", self.connector.address().url(), laid.watch))?;
                laid.table
            }
        };
        let path = format!("/api/tables/{table}/socket");
        let socket = open_socket(&self.connector, &self.proof, &path);
        let socket = socket.map_err(|why| anyhow!("the connection to the table: {why}"))?;
        Ok(BotSeat { socket, orders: 0 })
    }

    /// Asks for something; a new client keeps the cookie.
    fn ask(&mut self, method: &str, path: &str, body: Option<Value>) -> anyhow::Result<Response> {
        let answer = ask(&self.connector, &self.proof, method, path, body.as_ref());
        let answer = answer.map_err(|trouble| self.failed(&trouble))?;
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
    /// What the house says next.
    pub(super) fn hear(&mut self) -> anyhow::Result<ServerMessage> {
        loop {
            match self.socket.read()? {
                Message::Text(text) => return Ok(serde_json::from_str(&text)?),
                Message::Close(_) => bail!("the server has closed the connection"),
                _ => {}
            }
        }
    }

    /// Has something done.
    pub(super) fn order(
        &mut self,
        view: &TableView,
        what: &str,
        mv: Option<String>,
    ) -> anyhow::Result<()> {
        self.orders += 1;
        let id = format!("bot-{}-{}", view.version, self.orders);
        let order = json!({ "do": what, "move": mv, "seen": view.version, "id": id });
        Ok(self.socket.send(Message::text(order.to_string()))?)
    }
}
