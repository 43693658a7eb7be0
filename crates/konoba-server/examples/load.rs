//! Plays many games at once over sockets and measures how long an order takes to be kept.
//!
//! `cargo xtask load` starts it beside a server: `load ADDRESS SERVER-PID GAMES MOVES-A-SECOND SECONDS`.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{Mutex, Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

type Error = Box<dyn std::error::Error + Send + Sync>;

/// How many games are laid at once.
const AT_ONCE: usize = 32;

struct Plan {
    address: SocketAddr,
    server: u32,
    games: usize,
    rate: u32,
    seconds: u64,
}

impl Plan {
    fn read() -> Result<Self, Error> {
        let words: Vec<String> = std::env::args().skip(1).collect();
        let [address, server, games, rate, seconds] = &words[..] else {
            return Err("ADDRESS SERVER-PID GAMES MOVES-A-SECOND SECONDS".into());
        };
        Ok(Self {
            address: address.parse()?,
            server: server.parse()?,
            games: games.parse()?,
            rate: rate.parse()?,
            seconds: seconds.parse()?,
        })
    }
}

/// What of a message is of interest.
#[derive(Deserialize)]
struct Heard {
    #[serde(rename = "type")]
    kind: String,
    re: Option<u64>,
    table: Option<TableHeard>,
}

#[derive(Deserialize)]
struct TableHeard {
    version: u64,
    to_move: Option<usize>,
    legal: Vec<String>,
}

/// A game, and its two sockets by the channels to them.
struct Game {
    sockets: [mpsc::UnboundedSender<Message>; 2],
    state: Arc<Mutex<State>>,
}

/// What the generator knows of a game.
#[derive(Default)]
struct State {
    version: u64,
    to_move: usize,
    legal: Vec<String>,
    /// The orders that are not answered, and when they were sent.
    waiting: HashMap<u64, Instant>,
    took: Vec<Duration>,
    refused: u64,
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let plan = Arc::new(Plan::read()?);
    let idle = memory(plan.server)?;
    let begin = Instant::now();
    let games = lay(&plan).await?;
    let sockets = games.len() * 2;
    let took = begin.elapsed().as_secs_f64();
    let loaded = memory(plan.server)?;
    println!("{} games, {sockets} sockets, laid in {took:.1} s", games.len());
    println!("memory of the server: {:.1} kB a socket", (loaded - idle) / sockets as f64);
    let before = (cpu(plan.server)?, cpu(std::process::id())?);
    let begin = Instant::now();
    play(&plan, &games).await;
    // Answers that are on their way still count.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let took = begin.elapsed().as_secs_f64();
    let after = (cpu(plan.server)?, cpu(std::process::id())?);
    report(&plan, &games).await;
    let share = |before: f64, after: f64| (after - before) / took * 100.0;
    let (server, own) = (share(before.0, after.0), share(before.1, after.1));
    println!("CPU: server {server:.0} %, generator {own:.0} % of a core");
    println!("memory of the server: {:.1} MB", memory(plan.server)? / 1000.0);
    Ok(())
}

async fn lay(plan: &Arc<Plan>) -> Result<Vec<Game>, Error> {
    let room = Arc::new(Semaphore::new(AT_ONCE));
    let mut tasks = JoinSet::new();
    for _ in 0..plan.games {
        let (plan, room) = (plan.clone(), room.clone());
        tasks.spawn(async move {
            let _room = room.acquire().await;
            lay_one(plan.address).await
        });
    }
    let mut games = Vec::new();
    while let Some(game) = tasks.join_next().await {
        games.push(game??);
    }
    Ok(games)
}

async fn lay_one(address: SocketAddr) -> Result<Game, Error> {
    let ana = post(address, "/api/me", "", &json!({ "name": "Ana" })).await?.0;
    let luka = post(address, "/api/me", "", &json!({ "name": "Luka" })).await?.0;
    let games: Vec<Value> = serde_json::from_value(get(address, "/api/games").await?)?;
    let offer = json!({ "setup": games[0]["setup"], "with": "anyone" });
    let laid = post(address, "/api/tables", &ana, &offer).await?.1;
    let table = laid["table"].as_str().ok_or("no table was laid")?;
    post(address, &format!("/api/tables/{table}/seat"), &luka, &json!({})).await?;
    let state = Arc::new(Mutex::new(State::default()));
    let mut sockets = Vec::new();
    for cookie in [&ana, &luka] {
        sockets.push(open(address, table, cookie, state.clone()).await?);
    }
    let [one, two] = <[_; 2]>::try_from(sockets).map_err(|_| "there are two sockets")?;
    Ok(Game { sockets: [one, two], state })
}

/// Opens a socket and a task that hears what is said on it.
async fn open(
    address: SocketAddr,
    table: &str,
    cookie: &str,
    state: Arc<Mutex<State>>,
) -> Result<mpsc::UnboundedSender<Message>, Error> {
    let url = format!("ws://{address}/api/tables/{table}/socket");
    let mut request = url.into_client_request()?;
    request.headers_mut().insert("Cookie", cookie.parse()?);
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let (socket, _) = client_async(request, stream).await?;
    let (say, said) = mpsc::unbounded_channel();
    tokio::spawn(converse(socket, said, state));
    Ok(say)
}

async fn converse(
    socket: WebSocketStream<TcpStream>,
    mut said: mpsc::UnboundedReceiver<Message>,
    state: Arc<Mutex<State>>,
) {
    let (mut out, mut heard) = socket.split();
    loop {
        tokio::select! {
            message = said.recv() => {
                let Some(message) = message else { return };
                if out.send(message).await.is_err() {
                    return;
                }
            }
            message = heard.next() => match message {
                Some(Ok(Message::Text(text))) => {
                    let Ok(heard) = serde_json::from_str::<Heard>(&text) else { continue };
                    state.lock().await.hear(heard);
                }
                Some(Ok(_)) => {}
                _ => return,
            },
        }
    }
}

impl State {
    fn hear(&mut self, heard: Heard) {
        if let Some(sent) = heard.re.and_then(|re| self.waiting.remove(&re)) {
            match heard.kind.as_str() {
                "done" => self.took.push(sent.elapsed()),
                _ => self.refused += 1,
            }
        }
        if let Some(table) = heard.table.filter(|table| table.version >= self.version) {
            self.version = table.version;
            self.to_move = table.to_move.unwrap_or(0);
            self.legal = table.legal;
        }
    }
}

/// Sends so many orders a second, whatever becomes of them, to one game after the other.
async fn play(plan: &Plan, games: &[Game]) {
    let mut ticks = tokio::time::interval(Duration::from_millis(5));
    let begin = Instant::now();
    let (mut sent, mut dice) = (0u64, 1u64);
    while begin.elapsed() < Duration::from_secs(plan.seconds) {
        ticks.tick().await;
        let due = (begin.elapsed().as_secs_f64() * f64::from(plan.rate)) as u64;
        while sent < due {
            sent += 1;
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            let game = &games[sent as usize % games.len()];
            let mut state = game.state.lock().await;
            // A game that is over, or whose last order is not answered, lets its turn go by.
            if state.to_move == 0 || state.legal.is_empty() || !state.waiting.is_empty() {
                continue;
            }
            let mv = &state.legal[(dice >> 33) as usize % state.legal.len()];
            let order = json!({
                "re": sent, "do": "play", "move": mv, "seen": state.version, "id": sent.to_string(),
            });
            let socket = &game.sockets[state.to_move - 1];
            let _ = socket.send(Message::text(order.to_string()));
            state.waiting.insert(sent, Instant::now());
        }
    }
}

async fn report(plan: &Plan, games: &[Game]) {
    let (mut took, mut refused, mut waiting) = (Vec::new(), 0, 0);
    for game in games {
        let state = game.state.lock().await;
        took.extend(state.took.iter().map(|took| took.as_secs_f64() * 1000.0));
        refused += state.refused;
        waiting += state.waiting.len();
    }
    took.sort_by(f64::total_cmp);
    let at = |share: f64| took.get(((took.len() as f64 - 1.0) * share) as usize).unwrap_or(&0.0);
    let rate = took.len() as f64 / plan.seconds as f64;
    println!("{rate:.0} durable moves/s of {} asked, {refused} refused, {waiting} open", plan.rate);
    println!("p50 {:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms", at(0.5), at(0.99), at(0.999));
}

async fn get(address: SocketAddr, path: &str) -> Result<Value, Error> {
    Ok(request(address, "GET", path, "", "").await?.1)
}

async fn post(
    address: SocketAddr,
    path: &str,
    cookie: &str,
    body: &Value,
) -> Result<(String, Value), Error> {
    request(address, "POST", path, cookie, &body.to_string()).await
}

/// Sends a request and gives back the cookie and the body of the answer.
async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    cookie: &str,
    body: &str,
) -> Result<(String, Value), Error> {
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await?;
    let (head, body) = reply.split_once("\r\n\r\n").ok_or("that is no answer")?;
    if head.split(' ').nth(1).is_none_or(|status| !status.starts_with('2')) {
        return Err(format!("{path}: {head}\n{body}").into());
    }
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie.and_then(|cookie| cookie.split(';').next()).unwrap_or_default();
    Ok((cookie.to_owned(), serde_json::from_str(body)?))
}

/// What a process holds in memory, in kB.
fn memory(process: u32) -> Result<f64, Error> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()).ok_or("no VmRSS")?;
    Ok(number.parse()?)
}

/// The seconds of processor time that a process has used.
fn cpu(process: u32) -> Result<f64, Error> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    let after = stat.rsplit_once(')').ok_or("no stat")?.1;
    let ticks: Vec<f64> =
        after.split_whitespace().skip(11).take(2).filter_map(|tick| tick.parse().ok()).collect();
    // Linux counts in hundredths of a second.
    Ok(ticks.iter().sum::<f64>() / 100.0)
}
