//! A game between two people, each with a socket of their own.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use fastrand::Rng;
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;

use super::{PlayConfig, SharedTally, lock};
use crate::http::Guest;
use crate::socket::{self, Heard, Socket, TableHeard, random_point};

/// A game, reached by the channels to its two sockets. They close when it is dropped.
pub(super) struct Game {
    sockets: [mpsc::UnboundedSender<Message>; 2],
    state: Arc<Mutex<State>>,
}

/// What became of a turn.
pub(super) enum TurnOutcome {
    /// An order was sent.
    Taken,
    /// The order before is not answered, or the other player does not know of it yet.
    Busy,
    /// The game is over or has lost a socket, and is to be laid anew.
    Over,
    /// Another game is being laid in its place.
    Renewed,
}

/// What is known of a game.
struct State {
    views: [SeenTable; 2],
    sent: Option<Sent>,
    /// The order that was sent last, answered or not.
    latest: Option<Sent>,
    /// What the other player has not been told of.
    untold: Option<Sent>,
    is_renewed: bool,
    size: usize,
    dice: Rng,
    tally: SharedTally,
}

/// What one of the players sees, from whose own socket it comes.
#[derive(Default)]
struct SeenTable {
    version: u64,
    /// Whose turn it is: 0 or 1; none when the game is over.
    to_move: Option<usize>,
    mv: String,
}

/// An order on its way.
#[derive(Clone, Copy)]
struct Sent {
    number: u64,
    seat: usize,
    /// The version to which it brings the table.
    version: u64,
    since: Instant,
}

impl Game {
    /// Two people come to two nodes, as far as there are two, and sit down at a table.
    pub(super) async fn lay(config: &PlayConfig, number: usize) -> anyhow::Result<Self> {
        let node = |seat| config.nodes[(number + seat) % config.nodes.len()];
        let ana = Guest::enter(node(0), "Ana").await?;
        let luka = Guest::enter(node(1), "Luka").await?;
        let table = ana.lay(&config.setup).await?;
        luka.sit(&table).await?;
        let state = State {
            views: Default::default(),
            sent: None,
            latest: None,
            untold: None,
            is_renewed: false,
            size: 1,
            dice: Rng::with_seed(number as u64),
            tally: config.tally.clone(),
        };
        let state = Arc::new(Mutex::new(state));
        let sockets = [
            open(&ana, &table, 0, state.clone()).await?,
            open(&luka, &table, 1, state.clone()).await?,
        ];
        for watcher in 0..config.watchers {
            watch(node(watcher), &table, state.clone()).await?;
        }
        Ok(Self { sockets, state })
    }

    /// The player to move moves, if its view is up to date.
    pub(super) fn take_turn(&self, number: u64, since: Instant, dice: &mut Rng) -> TurnOutcome {
        let mut state = lock(&self.state);
        let is_lost = self.sockets.iter().any(mpsc::UnboundedSender::is_closed);
        if is_lost || state.is_over() {
            return match std::mem::replace(&mut state.is_renewed, true) {
                true => TurnOutcome::Renewed,
                false => TurnOutcome::Over,
            };
        }
        if state.sent.is_some() {
            return TurnOutcome::Busy;
        }
        let own = |seat: &usize| state.views[*seat].to_move == Some(*seat);
        let Some(seat) = [0, 1].into_iter().filter(own).max_by_key(|s| state.views[*s].version)
        else {
            return TurnOutcome::Busy;
        };
        let view = &state.views[seat];
        let order = socket::order(number, "play", Some(&view.mv), view.version);
        let sent = Sent { number, seat, version: view.version + 1, since };
        state.dice = Rng::with_seed(dice.u64(..));
        state.sent = Some(sent);
        state.latest = Some(sent);
        state.untold = Some(sent);
        // A socket that has just closed is seen at the next turn.
        let _ = self.sockets[seat].send(order);
        TurnOutcome::Taken
    }

    pub(super) fn is_waiting(&self) -> bool {
        lock(&self.state).sent.is_some()
    }
}

impl State {
    fn is_over(&self) -> bool {
        self.views.iter().all(|view| view.version > 0 && view.to_move.is_none())
    }

    fn hear(&mut self, seat: usize, heard: Heard<'_>) {
        if let Some(sent) = self.sent.filter(|sent| heard.re == Some(sent.number)) {
            self.sent = None;
            match heard.is_done() {
                true => lock(&self.tally).acknowledge(sent.since),
                false => lock(&self.tally).refused += 1,
            }
        }
        if let Some(table) = heard.table {
            self.see(seat, &table, heard.kind == "table");
        }
    }

    /// A seat is shown a table: the whole of it, or news, which may be late.
    fn see(&mut self, seat: usize, table: &TableHeard<'_>, is_whole: bool) {
        let is_for = |sent: &Sent| sent.seat != seat && table.version >= sent.version;
        if let Some(sent) = self.untold.take_if(|sent| is_for(sent)) {
            lock(&self.tally).tell(sent.since);
        }
        let view = &mut self.views[seat];
        if table.version < view.version && !is_whole {
            return;
        }
        view.version = table.version;
        view.to_move = table.to_move.and_then(|number| number.checked_sub(1));
        self.size = table.size.unwrap_or(self.size);
        if view.to_move == Some(seat) {
            match random_point(table.legal, self.size, &mut self.dice) {
                Some(mv) => view.mv = mv,
                None => view.to_move = None,
            }
        }
    }
}

/// Opens the socket of a seat, and a task that hears what is said on it.
async fn open(
    guest: &Guest,
    table: &str,
    seat: usize,
    state: Arc<Mutex<State>>,
) -> anyhow::Result<mpsc::UnboundedSender<Message>> {
    let path = format!("/api/tables/{table}/socket");
    let socket = socket::open(guest.node, &path, &guest.cookie).await?;
    let (say, said) = mpsc::unbounded_channel();
    tokio::spawn(converse(socket, said, seat, state));
    Ok(say)
}

/// Opens the socket of a watcher, and a task that hears what is said on it for as long as the game is
/// played.
async fn watch(node: SocketAddr, table: &str, state: Arc<Mutex<State>>) -> anyhow::Result<()> {
    let path = format!("/api/tables/{table}/socket");
    let mut socket = socket::open(node, &path, "").await?;
    let state = Arc::downgrade(&state);
    tokio::spawn(async move {
        while let Some(Ok(message)) = socket.next().await {
            let Some(state) = state.upgrade() else { return };
            let Message::Text(text) = message else { continue };
            let heard: Result<Heard<'_>, _> = serde_json::from_str(&text);
            let state = lock(&state);
            let mut tally = lock(&state.tally);
            tally.heard += text.len();
            let version = heard.ok().and_then(|heard| heard.table).map(|table| table.version);
            if let Some(sent) = state.latest.filter(|sent| version == Some(sent.version)) {
                tally.tell(sent.since);
            }
        }
    });
    Ok(())
}

async fn converse(
    mut socket: Socket,
    mut said: mpsc::UnboundedReceiver<Message>,
    seat: usize,
    state: Arc<Mutex<State>>,
) {
    loop {
        tokio::select! {
            message = said.recv() => {
                let Some(message) = message else { return };
                if socket.send(message).await.is_err() {
                    return;
                }
            }
            message = socket.next() => match message {
                Some(Ok(Message::Text(text))) => {
                    let mut state = lock(&state);
                    lock(&state.tally).heard += text.len();
                    if let Ok(heard) = serde_json::from_str(&text) {
                        state.hear(seat, heard);
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return,
            },
        }
    }
}
