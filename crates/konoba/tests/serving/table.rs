//! Two players at a table who play as fast as they can, and note what was acknowledged.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use konoba_rules::{GAMES, Setup};
use konoba_store::{KeptEvent, Sqlite, Store};
use konoba_table::{Event, Fact, Table};
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use crate::server::Server;
use crate::view::{legal, see};

/// After this long without an answer a test fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Sends a request and reads the answer: the status, the cookie if there is one, and the body.
pub(crate) fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &Value,
) -> (u16, Option<String>, Value) {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    let length = body.len();
    head.push_str(&format!("Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"));
    let Ok(mut stream) = TcpStream::connect(address) else { return (0, None, Value::Null) };
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let _ = stream.write_all((head + &body).as_bytes());
    let mut reply = String::new();
    let _ = stream.read_to_string(&mut reply);
    let (head, body) = reply.split_once("\r\n\r\n").unwrap_or(("", ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie.map(|cookie| cookie.split(';').next().unwrap().to_owned());
    (status, cookie, serde_json::from_str(body).unwrap_or(Value::String(body.to_owned())))
}

/// An order that was acknowledged.
#[derive(Clone, Debug)]
struct Acknowledged {
    id: Option<String>,
    version: Option<u64>,
    mv: String,
}

/// A table, the codes of its seats, and what its players know.
pub(crate) struct Game {
    pub(crate) id: String,
    pub(crate) codes: [String; 2],
    acknowledged: Vec<Acknowledged>,
    /// An order that was sent and not answered.
    pending: Option<(usize, Value)>,
    /// Whether the second seat comes in by telnet.
    is_by_telnet: bool,
    dice: Rng,
    sent: u64,
    /// How long its players wait for an answer before they go elsewhere.
    pub(crate) patience: Duration,
    pub(crate) is_over: bool,
}

/// The connection is lost: the server has been killed.
#[derive(Debug)]
pub(crate) struct Lost;

impl Game {
    pub(crate) fn lay(server: &Server, number: usize) -> Self {
        let is_by_telnet = number.is_multiple_of(3);
        let spec = if is_by_telnet { GAMES[0] } else { GAMES[number % GAMES.len()] };
        let setup = Setup::default_of(spec).with_size(spec.sizes.min.max(6)).unwrap();
        let setup = if spec.has_pie { setup.without_pie() } else { setup };
        let post = |path: &str, cookie: &str, body: &Value| {
            // A server that answers before it commits may not know at once what it has just said.
            let begin = Instant::now();
            loop {
                let reply = request(server.http, "POST", path, &[("Cookie", cookie)], body);
                if reply.0 / 100 == 2 {
                    return reply;
                }
                assert!(begin.elapsed() < PATIENCE, "{path}: {reply:?}");
                thread::sleep(Duration::from_millis(5));
            }
        };
        let guest = |name: &str| post("/api/me", "", &json!({ "name": name })).1.unwrap();
        let [ana, luka] = ["Ana", "Luka"].map(guest);
        let offer = json!({
            "setup": setup.to_string(), "with": "anyone", "side": spec.sides[0].id,
        });
        let laid = post("/api/tables", &ana, &offer).2;
        let id = laid["table"].as_str().unwrap().to_owned();
        let seated = post(&format!("/api/tables/{id}/seat"), &luka, &json!({})).2;
        let codes = [&laid, &seated].map(|view| view["code"].as_str().unwrap().to_owned());
        Self {
            id,
            codes,
            acknowledged: Vec::new(),
            pending: None,
            is_by_telnet,
            dice: Rng::with_seed(number as u64),
            sent: 0,
            patience: PATIENCE,
            is_over: false,
        }
    }

    /// Plays until the game is over or the server is gone.
    pub(crate) fn play(&mut self, server: [SocketAddr; 2]) -> Result<(), Lost> {
        let [http, telnet] = server;
        self.play_at([http, http], telnet)
    }

    /// The same with each seat at a server of its own.
    pub(crate) fn play_at(
        &mut self,
        https: [SocketAddr; 2],
        telnet: SocketAddr,
    ) -> Result<(), Lost> {
        let mut sockets = [self.socket(https[0], 0)?, self.socket(https[1], 1)?];
        let mut typed = if self.is_by_telnet { Some(self.typing(telnet)?) } else { None };
        let mut views = [Value::Null, Value::Null];
        for (socket, view) in sockets.iter_mut().zip(&mut views) {
            see(view, &hear(socket, "table")?);
        }
        // What was sent and not answered is sent again; it is done once, whatever had become of it.
        if let Some((seat, order)) = self.pending.clone() {
            self.send(&mut sockets[seat], &mut views[seat], &order)?;
        }
        loop {
            // The opening is one event, and every move at least one more.
            follow(&mut sockets[0], &mut views[0], self.acknowledged.len() as u64 + 1)?;
            if views[0]["standing"] == "over" {
                self.is_over = true;
                return Ok(());
            }
            let seat = views[0]["to_move"].as_u64().unwrap() as usize - 1;
            let version = views[0]["version"].as_u64().unwrap();
            let view = &mut views[seat];
            follow(&mut sockets[seat], view, version)?;
            let mv = self.choose(view);
            match typed.as_mut().filter(|_| seat == 1) {
                Some(stream) => self.type_move(stream, &mv)?,
                None => {
                    self.sent += 1;
                    let order = json!({
                        "do": "play", "move": mv, "seen": view["version"],
                        "id": format!("{}-{}", self.id, self.sent),
                    });
                    self.pending = Some((seat, order.clone()));
                    self.send(&mut sockets[seat], view, &order)?;
                }
            }
        }
    }

    fn choose(&mut self, view: &Value) -> String {
        let legal = legal(view);
        let point = &legal[self.dice.usize(..legal.len())];
        let pieces = view["pieces"].as_array().unwrap();
        let piece = pieces.get(self.dice.usize(..2)).and_then(|piece| piece["letter"].as_str());
        format!("{}{point}", piece.unwrap_or_default())
    }

    fn send(&mut self, socket: &mut Socket, view: &mut Value, order: &Value) -> Result<(), Lost> {
        socket.send(Message::text(order.to_string())).map_err(|_| Lost)?;
        loop {
            let answer = hear_any(socket)?;
            // What happens at the table may be told before the answer, and is told once.
            see(view, &answer);
            if answer["type"] == "done" {
                let text = |name: &str| order[name].as_str().unwrap().to_owned();
                self.acknowledged.push(Acknowledged {
                    id: Some(text("id")),
                    version: answer["version"].as_u64(),
                    mv: text("move"),
                });
                self.pending = None;
                return Ok(());
            }
            if answer["type"] == "refused" {
                // The database could not be reached, or the house closes. The outcome is asked by
                // repeating the order with the same id.
                let id = answer["id"].as_str().unwrap();
                assert!(["store-gone", "closing"].contains(&id), "{order} {answer}");
                return Err(Lost);
            }
        }
    }

    pub(crate) fn socket(&self, address: SocketAddr, seat: usize) -> Result<Socket, Lost> {
        let code = format!("Bearer {}", self.codes[seat]);
        open_socket(address, &self.id, Some(&code), self.patience)
    }

    /// Comes back to the second seat by telnet.
    fn typing(&self, address: SocketAddr) -> Result<TcpStream, Lost> {
        let mut stream = TcpStream::connect(address).map_err(|_| Lost)?;
        stream.set_read_timeout(Some(self.patience)).unwrap();
        read_until(&mut stream, "Your name?")?;
        stream.write_all(b"Luka\r\n").map_err(|_| Lost)?;
        let back = format!("back {}\r\n", self.codes[1]);
        stream.write_all(back.as_bytes()).map_err(|_| Lost)?;
        Ok(stream)
    }

    /// Types a move; it is acknowledged when the table says that it was played.
    fn type_move(&mut self, stream: &mut TcpStream, mv: &str) -> Result<(), Lost> {
        read_until(stream, "Move, such as")?;
        stream.write_all(format!("{mv}\r\n").as_bytes()).map_err(|_| Lost)?;
        let sent = Acknowledged { id: None, version: None, mv: mv.to_owned() };
        read_until(stream, &format!("You play {mv}"))?;
        self.acknowledged.push(sent);
        Ok(())
    }

    /// Whether the database holds everything that was acknowledged, in order, once.
    pub(crate) fn check(&mut self, store: &dyn Store) -> Result<(), String> {
        let id = self.id.parse().unwrap();
        let kept = store.read(id, 0).wait().map_err(|error| error.to_string())?;
        let kept = kept.ok_or_else(|| format!("table {id} is gone"))?;
        let events: Vec<Event> = kept.events.iter().map(|kept| kept.event.clone()).collect();
        let table = Table::replay(&events).map_err(|_| format!("table {id} is not opened"))?;
        if table.frozen().is_some() || kept.unread.is_some() {
            return Err(table.words().status());
        }
        let spec = table.setup().spec;
        let mv_of = |kept: &KeptEvent| match &kept.event.fact {
            Fact::Moved(moved) => Some(moved.played.mv.written(spec).to_string()),
            _ => None,
        };
        let own: Vec<&KeptEvent> =
            kept.events.iter().filter(|kept| is_choice(&kept.event)).collect();
        for (number, acknowledged) in self.acknowledged.iter().enumerate() {
            let found = own.get(number).ok_or_else(|| {
                format!("{id}: {} of {} are kept", own.len(), self.acknowledged.len())
            })?;
            let is_it = mv_of(found).is_some_and(|mv| mv.eq_ignore_ascii_case(&acknowledged.mv))
                && acknowledged.version.is_none_or(|version| version == found.event.version)
                && acknowledged.id.as_deref().is_none_or(|id| {
                    found.origin.as_ref().is_some_and(|own| own.id.as_str() == id)
                });
            if !is_it {
                return Err(format!("{id}: {acknowledged:?} is kept as {found:?}"));
            }
        }
        // One more may be there, whose acknowledgement was lost on the way.
        if own.len() > self.acknowledged.len() + 1 {
            return Err(format!("{id}: {} moves of {}", own.len(), self.acknowledged.len()));
        }
        self.learn(&own, mv_of);
        Ok(())
    }

    /// A move by telnet has no name by which it could be sent again: that it was played is seen on
    /// coming back.
    fn learn(&mut self, own: &[&KeptEvent], mv_of: impl Fn(&KeptEvent) -> Option<String>) {
        if let Some(last) = own.get(self.acknowledged.len())
            && self.pending.is_none()
        {
            let mv = mv_of(last).unwrap_or_default();
            self.acknowledged.push(Acknowledged { id: None, version: None, mv });
        }
    }

    pub(crate) fn acknowledged(&self) -> usize {
        self.acknowledged.len()
    }
}

/// A move that a player chose, and not a forced pass.
fn is_choice(event: &Event) -> bool {
    matches!(&event.fact, Fact::Moved(moved) if moved.played.mv != konoba_rules::Move::Pass)
}

pub(crate) type Socket = WebSocket<TcpStream>;

/// Comes to a table, to a seat if there is a code for it.
pub(crate) fn open_socket(
    address: SocketAddr,
    table: &str,
    code: Option<&str>,
    patience: Duration,
) -> Result<Socket, Lost> {
    let stream = TcpStream::connect(address).map_err(|_| Lost)?;
    stream.set_read_timeout(Some(patience)).unwrap();
    let url = format!("ws://{address}/api/tables/{table}/socket");
    let mut request = url.into_client_request().unwrap();
    if let Some(code) = code {
        request.headers_mut().insert("Authorization", code.parse().unwrap());
    }
    tungstenite::client(request, stream).map(|(socket, _)| socket).map_err(|_| Lost)
}

/// Comes to a table to watch.
pub(crate) fn watch(address: SocketAddr, table: &str) -> Socket {
    open_socket(address, table, None, PATIENCE).unwrap()
}

pub(crate) fn hear_any(socket: &mut Socket) -> Result<Value, Lost> {
    loop {
        match socket.read() {
            Ok(Message::Text(text)) => return Ok(serde_json::from_str(&text).unwrap()),
            Ok(Message::Close(_)) | Err(_) => return Err(Lost),
            Ok(_) => {}
        }
    }
}

/// Listens until a view of the table has come to a version.
fn follow(socket: &mut Socket, view: &mut Value, version: u64) -> Result<(), Lost> {
    while view["version"].as_u64() < Some(version) {
        see(view, &hear_any(socket)?);
    }
    Ok(())
}

pub(crate) fn hear(socket: &mut Socket, kind: &str) -> Result<Value, Lost> {
    loop {
        let message = hear_any(socket)?;
        if message["type"] == kind {
            return Ok(message);
        }
    }
}

pub(crate) fn read_until(stream: &mut TcpStream, wanted: &str) -> Result<(), Lost> {
    let mut heard = Vec::new();
    let mut byte = [0];
    while !heard.ends_with(wanted.as_bytes()) {
        match stream.read(&mut byte) {
            Ok(1) => heard.push(byte[0]),
            _ => return Err(Lost),
        }
    }
    Ok(())
}

/// Opens a copy of the database of a server that does not run, so that reading changes nothing.
pub(crate) fn opened_copy(data: &Path) -> (Sqlite, TempDir) {
    let copy = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(data).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, copy.path().join(path.file_name().unwrap())).unwrap();
    }
    (Sqlite::open(&copy.path().join("konoba.sqlite")).unwrap(), copy)
}
