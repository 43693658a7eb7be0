//! A seat at a table of a server, over HTTP and a socket.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::str::FromStr;

use anyhow::{Context, bail, ensure};
use konoba_http::view::TableView;
use konoba_http::{ErrorView, LaidView, ServerMessage};
use konoba_rules::Setup;
use konoba_table::Name;
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// The longest answer that is read.
const MAX_ANSWER: u64 = 1 << 20;

/// Where to sit: `http://host:port`, perhaps with the page of a table and an invitation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    host: String,
    table: Option<String>,
    invitation: Option<String>,
}

impl FromStr for Place {
    type Err = &'static str;

    fn from_str(url: &str) -> Result<Self, Self::Err> {
        let rest = url.strip_prefix("http://").ok_or("give an address that begins with http://")?;
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let table = match path.trim_end_matches('/') {
            "" => None,
            path => Some(path.strip_prefix("t/").ok_or("that is not the page of a table")?),
        };
        let host = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
        Ok(Self {
            host,
            table: table.map(str::to_owned),
            invitation: fragment.strip_prefix("join=").map(str::to_owned),
        })
    }
}

/// A seat that has been taken, and the socket to its table.
pub(super) struct BotSeat {
    socket: WebSocket<TcpStream>,
    orders: u64,
}

impl BotSeat {
    pub(super) fn take(place: &Place, name: &Name, game: Option<Setup>) -> anyhow::Result<Self> {
        let mut cookie = String::new();
        let mut post = |path: &str, body: Value| post(&place.host, path, &mut cookie, &body);
        post("/api/me", json!({ "name": name.as_str(), "bot": true }))?;
        let table = match &place.table {
            Some(table) => {
                let body = json!({ "invitation": place.invitation });
                post(&format!("/api/tables/{table}/seat"), body)?;
                table.clone()
            }
            None => {
                let setup = game.context("say with --game what to offer")?.to_string();
                let laid = post("/api/tables", json!({ "setup": setup, "with": "anyone" }))?;
                let laid: LaidView = serde_json::from_value(laid)?;
                println!("http://{}{}", place.host, laid.watch);
                laid.table
            }
        };
        let url = format!("ws://{}/api/tables/{table}/socket", place.host);
        let mut request = url.into_client_request()?;
        request.headers_mut().insert("Cookie", cookie.parse()?);
        let stream = TcpStream::connect(&place.host).with_context(|| place.host.clone())?;
        let (socket, _) = tungstenite::client(request, stream).context("the socket")?;
        Ok(Self { socket, orders: 0 })
    }

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

/// Posts JSON and reads JSON; a new client keeps the cookie.
fn post(host: &str, path: &str, cookie: &mut String, body: &Value) -> anyhow::Result<Value> {
    let body = body.to_string();
    let mut stream = TcpStream::connect(host).with_context(|| host.to_owned())?;
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut reply = String::new();
    stream.take(MAX_ANSWER).read_to_string(&mut reply)?;
    let (head, body) = reply.split_once("\r\n\r\n").context("that is no answer")?;
    let status = head.split(' ').nth(1).unwrap_or_default();
    for line in head.lines() {
        if let Some((name, value)) = line.split_once(": ")
            && name.eq_ignore_ascii_case("set-cookie")
        {
            *cookie = value.split(';').next().unwrap_or_default().to_owned();
        }
    }
    if !status.starts_with('2') {
        let error: Result<ErrorView, _> = serde_json::from_str(body);
        ensure!(error.is_err(), "{}", error.map(|error| error.says).unwrap_or_default());
        bail!("{path}: the answer is {status}");
    }
    Ok(serde_json::from_str(body)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read() {
        let place = |url: &str| url.parse::<Place>();
        let read = place("http://127.0.0.1:8080/t/abc#join=xyz").unwrap();
        assert_eq!(read.host, "127.0.0.1:8080");
        assert_eq!((read.table.as_deref(), read.invitation.as_deref()), (Some("abc"), Some("xyz")));
        assert_eq!(place("http://example.org/").unwrap().host, "example.org:80");
        assert_eq!(place("http://example.org").unwrap().table, None);
        for wrong in ["", "example.org", "https://example.org", "http://example.org/api"] {
            assert!(place(wrong).is_err(), "{wrong}");
        }
    }
}
