//! A client that sends requests.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// Longer than the server takes to refuse something.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client at an address, which may be a guest.
#[derive(Clone)]
pub(super) struct Client {
    server: String,
    from: String,
    cookie: String,
}

/// What was answered.
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) retry_after: Option<u64>,
    pub(super) body: String,
    cookie: Option<String>,
}

impl Reply {
    pub(super) fn json(&self) -> Result<Value> {
        ensure!((200..300).contains(&self.status), "{}: {}", self.status, self.body);
        Ok(serde_json::from_str(&self.body)?)
    }
}

impl Client {
    pub(super) const fn new(server: String, from: String) -> Self {
        Self { server, from, cookie: String::new() }
    }

    /// The same with a name.
    pub(super) fn named(mut self, name: &str) -> Result<Self> {
        let reply = self.post("/api/me", &json!({ "name": name }))?;
        self.cookie = reply.cookie.context("there is no cookie")?;
        Ok(self)
    }

    pub(super) fn get(&self, path: &str) -> Result<Reply> {
        self.ask("GET", path, "")
    }

    pub(super) fn post(&self, path: &str, body: &Value) -> Result<Reply> {
        self.ask("POST", path, &body.to_string())
    }

    /// How long something takes that has to succeed, in milliseconds.
    pub(super) fn time(&self, ask: impl FnOnce(&Self) -> Result<Reply>) -> Result<f64> {
        let begin = Instant::now();
        let reply = ask(self)?;
        ensure!(reply.status == 200, "{}: {}", reply.status, reply.body);
        Ok(begin.elapsed().as_secs_f64() * 1000.0)
    }

    /// Asks, and hangs up without waiting for the answer.
    pub(super) fn drop_post(&self, path: &str, body: &str) -> Result<()> {
        self.send("POST", path, body).map(drop)
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> Result<Reply> {
        let mut stream = self.send(method, path, body)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let mut reply = String::new();
        stream.read_to_string(&mut reply)?;
        let (head, body) = reply.split_once("\r\n\r\n").context("that is no answer")?;
        let header = |name: &str| head.lines().find_map(|line| line.strip_prefix(name));
        let status = head.split_whitespace().nth(1).context("there is no status")?.parse()?;
        let retry_after = header("retry-after: ").map(str::parse).transpose()?;
        let cookie = header("set-cookie: ").and_then(|cookie| cookie.split(';').next());
        Ok(Reply { status, retry_after, body: body.to_owned(), cookie: cookie.map(str::to_owned) })
    }

    fn send(&self, method: &str, path: &str, body: &str) -> Result<TcpStream> {
        let Self { server, from, cookie } = self;
        let mut stream = TcpStream::connect(server)?;
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {server}\r\nX-Forwarded-For: {from}\r\n\
             Cookie: {cookie}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n"
        );
        stream.write_all((head + body).as_bytes())?;
        Ok(stream)
    }
}
