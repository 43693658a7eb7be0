//! The end of a run: failures stop, and what was promised for later has to hold.

use std::sync::Arc;
use std::time::Duration;

use konoba_live::Presence;
use konoba_store::{Entry, Listing, TableId};
use konoba_table::{Moment, Seat, TimeControl};
use tokio::time::{Instant, sleep};

use crate::client::{Client, Clients, Role};
use crate::ledger::{Promise, hold};
use crate::world::World;

/// How long the houses have at most to catch up after the last failure.
const SPAN: Duration = Duration::from_secs(240);
/// How long what has just happened, such as the fall of a flag, may be unknown to some.
const FRESH: Duration = Duration::from_secs(40);
/// How long it takes until all tables sleep that have no visitors.
const SLEEP: Duration = Duration::from_secs(120);

/// How long after their beginning games are listed whose players are not there.
const LEFT: Duration = Duration::from_secs(60 * 60);

/// What is checked, and of whom.
pub(crate) struct Calm<'a> {
    pub(crate) world: &'a World,
    pub(crate) shared: &'a Clients,
    pub(crate) clients: &'a [Arc<Client>],
}

impl Calm<'_> {
    /// Waits until everything should have come right, and checks that it has.
    pub(crate) async fn check(&self) {
        self.world.calm_down();
        sleep(SPAN).await;
        while self.is_news_fresh() {
            sleep(FRESH).await;
        }
        self.check_clients();
        self.check_nodes().await;
        self.check_jobs(false);
        self.check_presence();
        self.check_lobbies().await;
    }

    /// Whether something has happened so lately that it need not be known everywhere.
    fn is_news_fresh(&self) -> bool {
        let is_fresh = |id: TableId| {
            let changed_at = self.world.ledger(|ledger| ledger.changed_at(id));
            changed_at.is_some_and(|at| self.world.now().since(at) < FRESH)
        };
        self.tables().into_iter().any(is_fresh)
    }

    /// The tables at which games go on now.
    fn tables(&self) -> Vec<TableId> {
        let games = 0..self.world.plan().games;
        games.filter_map(|game| self.shared.games.get(game).table).collect()
    }

    /// Every client sees what the log holds, and none waits for an answer.
    fn check_clients(&self) {
        for client in self.clients.iter().filter(|client| client.role != Role::Cheat) {
            let (state, number) = (client.state(), client.number);
            let last = state.table.and_then(|id| self.world.ledger(|ledger| ledger.last(id)));
            let is_there = state.sees.as_ref() == last.as_deref() && state.pending.is_none();
            self.world.demand(hold(Promise::CatchesUp, is_there, || {
                let own = state.sees.as_ref().map(|table| table.version());
                let log = last.as_ref().map(|table| table.version());
                let pending = state.pending.as_ref();
                format!("client {number} sees {own:?} of {log:?} and waits for {pending:?}")
            }));
        }
    }

    /// Every node knows what the log holds.
    async fn check_nodes(&self) {
        for node in &self.shared.nodes {
            let house = node.running().map(|running| running.house);
            for id in self.tables() {
                let last = self.world.ledger(|ledger| ledger.last(id));
                let own = match &house {
                    Some(house) => house.look(id).await.ok(),
                    None => None,
                };
                // A table that was laid and lost is not there.
                let is_lost = last.is_none() && own.is_none();
                let knows = own.is_some_and(|own| own.table == last);
                self.world.demand(hold(Promise::CatchesUp, knows || is_lost, || {
                    format!("node {} does not know {id} as it is", node.number)
                }));
            }
        }
    }

    /// A table with a client does not wait for an engine, and a table without clients has no job left.
    fn check_jobs(&self, is_empty: bool) {
        for id in self.tables() {
            let last = self.world.ledger(|ledger| ledger.last(id));
            let awaited = last.as_ref().and_then(|table| {
                table.seat_to_move().filter(|seat| table.player(*seat).is_engine())
            });
            self.world.demand(hold(Promise::Jobs, awaited.is_none(), || {
                format!("the engine at {id} does not move")
            }));
        }
        let jobs = self.shared.requests.store.durable(|durable| durable.jobs());
        self.world.demand(hold(Promise::Jobs, jobs.is_empty() || !is_empty, || {
            format!("jobs are left: {jobs:?}")
        }));
    }

    /// Every client knows who is at its table.
    fn check_presence(&self) {
        let store = &self.shared.requests.store;
        // A table that was lost before its first event has no clients.
        for id in self.tables().into_iter().filter(|id| store.entry(*id).is_some()) {
            let expected = self.presence_at(id);
            for client in self.clients_at(id) {
                let told = client.state().presence;
                self.world.demand(hold(Promise::Presence, told == Some(expected), || {
                    format!("client {} was told {told:?}, not {expected:?}", client.number)
                }));
            }
        }
    }

    fn clients_at(&self, table: TableId) -> impl Iterator<Item = &Arc<Client>> {
        self.clients.iter().filter(move |client| client.state().table == Some(table))
    }

    fn presence_at(&self, table: TableId) -> Presence {
        let mut presence = Presence::default();
        for client in self.clients_at(table) {
            match client.seat(&self.shared.games.get(client.game)) {
                Some(seat) if self.holds(table, seat) => presence.seats[seat.index()] = true,
                _ => presence.watchers += 1,
            }
        }
        presence
    }

    /// Whether both players have left a game an hour after it was begun; the lobby does not list it then.
    fn is_left(&self, entry: &Entry, now: Moment) -> bool {
        let may_be_away = matches!(entry.offer.time, TimeControl::PerMove { .. });
        let is_attended = self.presence_at(entry.id).seats.contains(&true);
        !is_attended && !may_be_away && now.since(entry.since) > LEFT
    }

    /// Whether a seat is taken by a person.
    fn holds(&self, table: TableId, seat: Seat) -> bool {
        let entry = self.shared.requests.store.entry(table);
        entry.is_some_and(|entry| entry.seats[seat.index()].is_some())
    }

    /// Every node lists the open offers and the public games, but for those that were left.
    async fn check_lobbies(&self) {
        for node in &self.shared.nodes {
            let Some(running) = node.running() else { continue };
            let lobby = running.house.lobby().await;
            let [open, mut live] = self.shared.requests.store.durable(|durable| {
                [Listing::Open, Listing::Live].map(|listing| durable.list(listing, 100))
            });
            live.retain(|entry| !self.is_left(entry, running.house.now()));
            let expected = [open, live].map(|list| sorted(list.iter().map(|entry| entry.id)));
            let own = lobby.map(|lobby| {
                [&lobby.open, &lobby.live]
                    .map(|list| sorted(list.iter().map(|listed| listed.entry.id)))
            });
            let is_same = own.as_ref().is_ok_and(|own| *own == expected);
            self.world.demand(hold(Promise::CatchesUp, is_same, || {
                format!("node {} lists {own:?}, not {expected:?}", node.number)
            }));
        }
    }

    /// All clients have left: no table is in memory, no job is left, and houses close.
    pub(crate) async fn check_sleep(&self) {
        let awake = || {
            let running = self.shared.nodes.iter().filter_map(|node| node.running());
            running.map(|running| running.house.awake()).sum::<usize>()
        };
        let until = Instant::now() + SLEEP;
        while awake() > 0 && Instant::now() < until {
            sleep(Duration::from_secs(1)).await;
        }
        let awake = awake();
        self.world.demand(hold(Promise::Sleeps, awake == 0, || {
            format!("{awake} tables are awake without a visitor")
        }));
        self.check_jobs(true);
        for node in &self.shared.nodes {
            node.close().await;
        }
    }
}

fn sorted(tables: impl Iterator<Item = TableId>) -> Vec<TableId> {
    let mut tables: Vec<TableId> = tables.collect();
    tables.sort_unstable();
    tables
}
