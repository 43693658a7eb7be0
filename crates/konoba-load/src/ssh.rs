//! Many people by ssh, each in front of the full screen and at a table.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use russh::client::{self, Handler, KeyboardInteractiveAuthResponse, Msg};
use russh::keys::PublicKeyOrCertificate;
use russh::{ChannelMsg, ChannelWriteHalf};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, BufReader, stdin};
use tokio::sync::watch;
use tokio::time::{sleep_until, timeout};

use crate::say;
use crate::tally::Spread;

/// Nothing takes this long unless it is broken.
const PATIENCE: Duration = Duration::from_secs(120);
/// How many people come in at once.
const AT_ONCE: usize = 16;
/// Points of the board that lie so far apart that each may be played at any time.
const FAR_APART: usize = 36;

/// Trusts the server that it was told of.
struct Trusting;

impl Handler for Trusting {
    type Error = russh::Error;

    async fn check_server_key(&mut self, _: &PublicKeyOrCertificate) -> Result<bool, Self::Error> {
        Ok(true)
    }
}

/// A person in front of the full screen.
struct Person {
    typing: ChannelWriteHalf<Msg>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// How many bytes have come.
    came: watch::Receiver<usize>,
    /// How many moves the person has made, and whether the other one moves first.
    moves: usize,
    is_second: Option<bool>,
    // Dropping the session closes the connection.
    _session: client::Handle<Trusting>,
}

impl Person {
    async fn enter(server: SocketAddr) -> anyhow::Result<Self> {
        let config = Arc::new(client::Config { nodelay: true, ..client::Config::default() });
        let mut session = client::connect(config, server, Trusting).await?;
        let entered = session.authenticate_keyboard_interactive_start("anyone", None).await?;
        ensure!(matches!(entered, KeyboardInteractiveAuthResponse::Success), "not let in");
        let channel = session.channel_open_session().await?;
        channel.request_pty(false, "xterm-256color", 80, 24, 0, 0, &[]).await?;
        channel.request_shell(false).await?;
        let (mut reading, typing) = channel.split();
        let screen = Arc::new(Mutex::new(vt100::Parser::default()));
        let (count, came) = watch::channel(0);
        let shown = screen.clone();
        tokio::spawn(async move {
            while let Some(message) = reading.wait().await {
                if let ChannelMsg::Data { data } = message {
                    shown.lock().expect("no reader panics").process(&data);
                    count.send_modify(|count| *count += data.len());
                }
            }
        });
        Ok(Self { typing, screen, came, moves: 0, is_second: None, _session: session })
    }

    async fn press(&self, keys: &str) -> anyhow::Result<()> {
        Ok(self.typing.data_bytes(keys.as_bytes().to_vec()).await?)
    }

    /// Waits until one of these is on the screen.
    async fn see(&mut self, wanted: &[&str]) -> anyhow::Result<()> {
        let seen = async {
            loop {
                let shown = self.screen.lock().expect("no reader panics").screen().contents();
                if wanted.iter().any(|wanted| shown.contains(wanted)) {
                    return Ok(());
                }
                self.came.changed().await.with_context(|| format!("cut off after:\n{shown}"))?;
            }
        };
        timeout(PATIENCE, seen).await.with_context(|| format!("{wanted:?} did not come"))?
    }

    fn shows(&self, text: &str) -> bool {
        self.screen.lock().expect("no reader panics").screen().contents().contains(text)
    }

    /// Offers a game to anyone, or takes the seat of a person who does.
    async fn seek(&mut self) -> anyhow::Result<()> {
        self.see(&["Online opponent"]).await?;
        self.press(&("\x1b[B".repeat(6) + "\r")).await?;
        self.see(&["Waiting for an opponent", "Your turn", "to move"]).await
    }
}

impl Person {
    /// Plays at a point where the other one does not, and waits until that is shown.
    async fn play(&mut self) -> anyhow::Result<()> {
        // The one who moves second is asked whether to swap, and says no.
        let is_asked = self.shows("play on");
        let is_second = *self.is_second.get_or_insert(is_asked);
        let place = 2 * self.moves + usize::from(is_second);
        ensure!(place < FAR_APART, "the board is full");
        self.moves += 1;
        let (column, row) = (place % 6, place / 6);
        let point = format!("{}{}", char::from(b'a' + 2 * column as u8), 2 * row + 1);
        self.press(&format!("{}{point}\r", if is_asked { "n" } else { "" })).await?;
        self.see(&["to move"]).await
    }
}

/// Seats so many people at tables, and has them play at each rate that is read.
pub(super) async fn run(nodes: Vec<SocketAddr>, sessions: usize) -> anyhow::Result<()> {
    let mut people = Vec::new();
    while people.len() < sessions {
        let some = AT_ONCE.min(sessions - people.len());
        let arriving = (0..some).map(|number| {
            let server = nodes[number % nodes.len()];
            tokio::spawn(async move {
                let mut person = Person::enter(server).await?;
                person.seek().await?;
                anyhow::Ok(person)
            })
        });
        for person in arriving.collect::<Vec<_>>() {
            people.push(person.await??);
        }
    }
    for person in &mut people {
        person.see(&["Your turn", "to move"]).await?;
    }
    say(&json!({ "seated": people.len() }))?;
    let mut lines = BufReader::new(stdin()).lines();
    while let Some(line) = lines.next_line().await? {
        let mut numbers = line.split(' ').map(str::parse::<u32>);
        let (Some(Ok(rate)), Some(Ok(seconds))) = (numbers.next(), numbers.next()) else {
            anyhow::bail!("'{line}' is not a rate and some seconds");
        };
        say(&play(&mut people, rate, seconds).await?)?;
    }
    Ok(())
}

/// One person after the other plays, if it is their turn, and is waited for until the screen shows it.
async fn play(people: &mut [Person], rate: u32, seconds: u32) -> anyhow::Result<serde_json::Value> {
    let begin = Instant::now();
    let mut took = Vec::new();
    let before: usize = people.iter().map(|person| *person.came.borrow()).sum();
    let count = rate * seconds;
    for number in 0..count {
        let due = begin + Duration::from_secs(1) * number / rate;
        sleep_until(due.into()).await;
        let place = number as usize % people.len();
        let person = &mut people[place];
        if !person.shows("Your turn") {
            continue;
        }
        let pressed = Instant::now();
        person.play().await?;
        took.push(pressed.elapsed().as_secs_f64() * 1000.0);
    }
    let after: usize = people.iter().map(|person| *person.came.borrow()).sum();
    Ok(json!({
        "moves": took.len(), "bytes": after - before,
        "shown": Spread::of(took), "seconds": begin.elapsed().as_secs_f64(),
    }))
}
