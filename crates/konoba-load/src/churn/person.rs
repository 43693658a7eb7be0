//! A client at a table, which plays or watches.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use fastrand::Rng;
use futures_util::{SinkExt, StreamExt};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::http::Guest;
use crate::socket::{self, Heard, Socket, random_point};

/// A client that hears nothing for so long counts as disconnected.
const PATIENCE: Duration = Duration::from_secs(30);

/// A client at a table, and what it has been told of it.
pub(super) struct Person {
    guest: Guest,
    table: String,
    socket: Socket,
    version: u64,
    to_move: Option<usize>,
    size: usize,
    /// The legal points as bits.
    legal: String,
}

impl Person {
    /// Comes to a table and waits to be told how it is.
    pub(super) async fn come(guest: Guest, table: &str) -> anyhow::Result<Self> {
        let path = format!("/api/tables/{table}/socket");
        let socket = socket::open(guest.node, &path, &guest.cookie).await?;
        let mut person = Self {
            guest,
            table: table.to_owned(),
            socket,
            version: 0,
            to_move: None,
            size: 1,
            legal: String::new(),
        };
        person.follow(1).await?;
        Ok(person)
    }

    /// Loses the connection and comes back, at any node, with what was seen before.
    pub(super) async fn come_back(&mut self, node: SocketAddr) -> anyhow::Result<()> {
        self.guest.node = node;
        let path = format!("/api/tables/{}/socket?seen={}", self.table, self.version);
        self.socket = socket::open(node, &path, &self.guest.cookie).await?;
        // The server sends a returning client what it missed, or an empty greeting.
        self.hear().await.map(drop)
    }

    /// Whose turn it is, as far as this person knows: 0 or 1.
    pub(super) const fn to_move(&self) -> Option<usize> {
        self.to_move
    }

    /// Gives an order, waits until it is known to be kept, and gives the version that it led to.
    pub(super) async fn order(&mut self, what: &str, dice: &mut Rng) -> anyhow::Result<u64> {
        let mv = match what {
            "play" => random_point(&self.legal, self.size, dice),
            _ => None,
        };
        // A name for the order that no other order has.
        let number = dice.u64(..) >> 11;
        let seen = self.version;
        self.socket.send(socket::order(number, what, mv.as_deref(), seen)).await?;
        while self.hear().await? != Some(number) {}
        self.follow(seen + 1).await?;
        Ok(self.version)
    }

    /// Waits until the table has come to a version.
    pub(super) async fn follow(&mut self, version: u64) -> anyhow::Result<()> {
        while self.version < version {
            self.hear().await?;
        }
        Ok(())
    }

    pub(super) async fn say_goodbye(mut self) -> anyhow::Result<()> {
        Ok(self.socket.close(None).await?)
    }

    /// Hears one message; the number of the order that it answers, if it does.
    async fn hear(&mut self) -> anyhow::Result<Option<u64>> {
        loop {
            let text = match next(&mut self.socket).await? {
                Message::Text(text) => text,
                Message::Close(why) => bail!("the house closed the socket: {why:?}"),
                _ => continue,
            };
            let heard: Heard<'_> = serde_json::from_str(&text).context("what the house says")?;
            ensure!(heard.kind != "refused", "refused: {text}");
            // News may be late, but a whole table is what the house holds, also where that is less.
            let is_whole = heard.kind == "table";
            let is_news = |version: u64| version >= self.version || is_whole;
            if let Some(table) = heard.table.filter(|table| is_news(table.version)) {
                self.version = table.version;
                self.to_move = table.to_move.and_then(|number| number.checked_sub(1));
                self.size = table.size.unwrap_or(self.size);
                table.legal.clone_into(&mut self.legal);
            }
            return Ok(heard.re);
        }
    }
}

/// Looks at what goes on in the house, and leaves.
pub(super) async fn look_into_lobby(node: SocketAddr) -> anyhow::Result<()> {
    let mut socket = socket::open(node, "/api/lobby/socket", "").await?;
    next(&mut socket).await.map(drop)
}

async fn next(socket: &mut Socket) -> anyhow::Result<Message> {
    let message = timeout(PATIENCE, socket.next()).await.context("the house says nothing")?;
    Ok(message.context("the socket is closed")??)
}
