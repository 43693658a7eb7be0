//! Requests as browsers make them, one connection each.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// An answer that takes longer is none.
const PATIENCE: Duration = Duration::from_secs(30);

/// A guest of the house at one of its nodes.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) node: SocketAddr,
    pub(crate) cookie: String,
}

impl Guest {
    /// Comes in under a name.
    pub(crate) async fn enter(node: SocketAddr, name: &str) -> anyhow::Result<Self> {
        let body = json!({ "name": name }).to_string();
        let (cookie, _) = request(node, "POST", "/api/me", "", &body).await?;
        Ok(Self { node, cookie })
    }

    /// Opens a public table and returns its name.
    pub(crate) async fn lay(&self, setup: &str) -> anyhow::Result<String> {
        let laid = self.post("/api/tables", &json!({ "setup": setup, "with": "anyone" })).await?;
        Ok(laid["table"].as_str().context("no table was laid")?.to_owned())
    }

    /// Takes the other seat.
    pub(crate) async fn sit(&self, table: &str) -> anyhow::Result<()> {
        self.post(&format!("/api/tables/{table}/seat"), &json!({})).await.map(drop)
    }

    async fn post(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        Ok(request(self.node, "POST", path, &self.cookie, &body.to_string()).await?.1)
    }
}

/// The set-up of the first game that the house plays.
pub(crate) async fn first_setup(node: SocketAddr) -> anyhow::Result<String> {
    let (_, games) = request(node, "GET", "/api/games", "", "").await?;
    Ok(games[0]["setup"].as_str().context("the house plays no game")?.to_owned())
}

/// The same on its largest board, for games that are to last.
pub(crate) async fn largest_setup(node: SocketAddr) -> anyhow::Result<String> {
    let (_, games) = request(node, "GET", "/api/games", "", "").await?;
    let id = games[0]["id"].as_str().context("the house plays no game")?;
    Ok(format!("{id}:{}", games[0]["max_size"]))
}

/// Sends a request and gives back the cookie and the body of the answer.
async fn request(
    node: SocketAddr,
    method: &str,
    path: &str,
    cookie: &str,
    body: &str,
) -> anyhow::Result<(String, Value)> {
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {node}\r\nCookie: {cookie}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    let reply = timeout(PATIENCE, exchange(node, request)).await.context("no answer")??;
    let (head, body) = reply.split_once("\r\n\r\n").context("that is no answer")?;
    let status = head.split(' ').nth(1).unwrap_or_default();
    ensure!(status.starts_with('2'), "{path}: {head}\n{body}");
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie.and_then(|cookie| cookie.split(';').next()).unwrap_or_default();
    Ok((cookie.to_owned(), serde_json::from_str(body)?))
}

async fn exchange(node: SocketAddr, request: String) -> anyhow::Result<String> {
    let mut stream = TcpStream::connect(node).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await?;
    Ok(reply)
}
