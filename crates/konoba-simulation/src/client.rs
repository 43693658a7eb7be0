//! Clients: they play, watch and cheat, each through any node.

mod choice;
mod turn;

use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use konoba_live::{Credentials, Presence, Token};
use konoba_store::{Guest, Standing, TableId};
use konoba_table::{Moment, Seat, Table};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use crate::door::{FromDoor, Told, ToldContent};
use crate::games::{Game, Games, Opposite};
use crate::node::Node;
use crate::requests::{Ask, Replies, Reply, Requests};

/// What a client is there for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// To play, at a seat.
    Player(Seat),
    /// To watch.
    Watcher,
    /// To move for others.
    Cheat,
}

impl Role {
    pub(crate) const ALL: [Self; 4] =
        [Self::Player(Seat::One), Self::Player(Seat::Two), Self::Watcher, Self::Cheat];
}

/// A client.
pub(crate) struct Client {
    pub(crate) number: usize,
    pub(crate) role: Role,
    pub(crate) game: usize,
    guest: Guest,
    token: Token,
    state: Mutex<State>,
}

/// What a client knows, for itself and for those who check it.
#[derive(Clone, Default)]
pub(crate) struct State {
    pub(crate) table: Option<TableId>,
    /// The table as the client has been told of it.
    pub(crate) sees: Option<Table>,
    standing: Option<Standing>,
    /// Who is there, as the client was told last.
    pub(crate) presence: Option<Presence>,
    /// Whether anything has come through the connection that it has.
    pub(crate) is_answered: bool,
    /// Whether there is no such table.
    is_gone: bool,
    pub(crate) pending: Option<Pending>,
    requests: u64,
}

/// A request that is not answered.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    number: u64,
    ask: Ask,
    /// With whom the table is that is to be laid.
    with: Opposite,
    since: Moment,
    has_failed: bool,
}

/// What clients share.
pub(crate) struct Clients {
    pub(crate) requests: Requests,
    pub(crate) nodes: Vec<Arc<Node>>,
    pub(crate) games: Games,
}

/// A client with its connection.
struct Session {
    client: Arc<Client>,
    shared: Arc<Clients>,
    node: usize,
    since: Moment,
    messages: Option<mpsc::Receiver<FromDoor>>,
    replies: Replies,
}

impl Client {
    pub(crate) fn new(
        number: usize,
        role: Role,
        game: usize,
        (guest, token): (Guest, Token),
    ) -> Arc<Self> {
        Arc::new(Self { number, role, game, guest, token, state: Mutex::default() })
    }

    /// What the client knows.
    pub(crate) fn state(&self) -> State {
        self.lock().clone()
    }

    /// What the client shows as proof of its seat.
    pub(crate) fn credentials(&self, game: &Game) -> Credentials {
        match (self.role, game.maker) {
            // Every other maker comes with the code.
            (Role::Player(Seat::One), Some(maker)) if self.game.is_multiple_of(2) => maker,
            _ => Credentials::guest(self.guest.id),
        }
    }

    /// The seat that is really the client's.
    pub(crate) fn seat(&self, game: &Game) -> Option<Seat> {
        match self.role {
            Role::Player(Seat::Two) if game.with == Opposite::Engine => None,
            Role::Player(seat) => Some(seat),
            Role::Watcher | Role::Cheat => None,
        }
    }

    /// Does what clients do until the run is over.
    pub(crate) async fn run(self: Arc<Self>, shared: Arc<Clients>) {
        let world = shared.requests.world.clone();
        let mut ended = pin!(world.ended());
        let (replies, mut replied) = mpsc::unbounded_channel();
        let (client, since) = (self, world.now());
        let mut session = Session { client, shared, node: 0, since, messages: None, replies };
        let mut turn = Instant::now();
        loop {
            tokio::select! {
                biased;
                () = &mut ended => return,
                Some((number, reply)) = replied.recv() => session.hear_reply(number, reply),
                message = next(&mut session.messages) => session.hear(message),
                () = sleep_until(turn) => {
                    session.take_turn();
                    turn = session.next_turn();
                }
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The next message; none when the connection is broken, and never without one.
async fn next(messages: &mut Option<mpsc::Receiver<FromDoor>>) -> Option<FromDoor> {
    match messages {
        Some(messages) => messages.recv().await,
        None => std::future::pending().await,
    }
}

impl Session {
    fn hear_reply(&mut self, number: u64, reply: Reply) {
        let mut state = self.client.lock();
        let Some(pending) = state.pending.as_mut().filter(|own| own.number == number) else {
            return;
        };
        match reply {
            Reply::Failed => pending.has_failed = true,
            Reply::Done | Reply::Refused => state.pending = None,
            Reply::Laid(laid) => {
                self.shared.games.begin(self.client.game, &laid, pending.with);
                self.shared.requests.world.count(|report| report.games += 1);
                state.pending = None;
            }
        }
    }

    /// Something has come through the connection, or it is broken.
    fn hear(&mut self, message: Option<FromDoor>) {
        let world = self.shared.requests.world.clone();
        let told = match message {
            Some(FromDoor::Told(told)) => told,
            Some(FromDoor::NoTable) => {
                let mut state = self.client.lock();
                (state.is_gone, state.is_answered) = (true, true);
                (state.sees, state.pending) = (None, None);
                return;
            }
            None => return self.connect(),
        };
        let number = self.client.number as u64;
        let Told { what, standing, next, presence } = told;
        let is_whole = {
            let mut state = self.client.lock();
            state.is_answered = true;
            state.is_gone = false;
            if standing == Standing::Withdrawn && state.standing == Some(Standing::Waiting) {
                let is_expired =
                    state.pending.is_none() && self.client.role == Role::Player(Seat::One);
                world.count(|report| report.expired_offers += u64::from(is_expired));
            }
            state.standing = Some(standing);
            if !matches!(what, ToldContent::News(_)) {
                state.presence = Some(presence);
            }
            state.take_in(what)
        };
        let table = self.client.lock().table;
        if let (Some(from), Some(to)) = (table, next)
            && self.shared.games.go_on(self.client.game, from, to)
        {
            world.count(|report| {
                report.rematches += 1;
                report.games += 1;
            });
        }
        if !is_whole {
            return self.connect();
        }
        let state = self.client.lock();
        world.count(|report| report.looks += 1);
        if let (Some(id), Some(table)) = (state.table, &state.sees) {
            world.note(&[number, table.version()], || {
                format!("client {number} sees {} of {id}", table.version())
            });
            world.check(|ledger| ledger.seen(id, table, "a client"));
        }
    }
}

impl State {
    /// Takes in what was told. Whether nothing is missing.
    fn take_in(&mut self, what: ToldContent) -> bool {
        match what {
            ToldContent::Presence => true,
            ToldContent::Whole(table) => {
                self.sees = table.map(|table| table.as_ref().clone());
                true
            }
            ToldContent::News(events) => {
                for event in &events {
                    match &mut self.sees {
                        None if event.version == 1 => self.sees = Table::replay([event]).ok(),
                        None => return false,
                        Some(table) if event.version > table.version() + 1 => return false,
                        Some(table) => table.apply(event),
                    }
                }
                true
            }
        }
    }
}
