//! What a client does when it gets round to something.

use std::time::Duration;

use konoba_live::keeper::Seen;
use konoba_store::Standing;
use konoba_table::{Moment, Seat, Table};
use tokio::time::Instant;

use super::{Pending, Role, Session};
use crate::door::{Hello, connect};
use crate::games::{Game, Opposite};
use crate::requests::Ask;

/// After so long without an answer a client asks again.
const PATIENCE: Duration = Duration::from_secs(6);
/// How shortly before their flag falls some people move.
const HURRY: Duration = Duration::from_millis(2500);
/// The longest that people think, most of the time.
const THINKING: Duration = Duration::from_secs(12);
/// The longest that people are away.
const AWAY: Duration = Duration::from_secs(150);
/// How long people look at a game that is over.
const LOOKING: Duration = Duration::from_secs(40);

impl Session {
    /// When the client next gets round to something: after a while, or just before its flag falls.
    pub(super) fn next_turn(&self) -> Instant {
        let world = &self.shared.requests.world;
        let is_away = self.messages.is_none() && !world.is_calm();
        let state = self.client.lock();
        let now = world.now();
        let table = state.sees.as_ref().filter(|_| state.pending.is_none());
        let deadline = table.and_then(Table::deadline).map(|deadline| deadline.since(now));
        drop(state);
        let is_near = |left: &Duration| *left < 2 * THINKING && world.dice(|dice| dice.chance(400));
        let hurry = world.span(HURRY);
        let at_last = deadline.filter(is_near).and_then(|left| left.checked_sub(hurry));
        let at_last = at_last.filter(|after| !after.is_zero());
        let think = world.span(if is_away { AWAY } else { THINKING });
        Instant::now() + at_last.unwrap_or(think)
    }

    pub(super) fn take_turn(&mut self) {
        let world = self.shared.requests.world.clone();
        let (now, is_calm) = (world.now(), world.is_calm());
        let game = self.shared.games.get(self.client.game);
        if self.client.lock().table != game.table {
            return self.change_table(&game);
        }
        let state = self.client.state();
        if let Some(pending) = state.pending {
            let waits = now.since(pending.since) < PATIENCE && !pending.has_failed;
            if !waits {
                self.repeat(pending);
            }
        } else if !is_calm && (game.table.is_none() || self.is_finished(&game)) {
            self.lay();
        } else if self.messages.is_none() || !state.is_answered {
            if self.messages.is_none() || now.since(self.since) >= PATIENCE {
                self.connect();
            }
        } else if is_calm {
            // Nothing new is begun.
        } else if world.dice(|dice| dice.chance(60)) {
            self.connect();
        } else if world.dice(|dice| dice.chance(30)) {
            self.leave();
        } else if let Some(ask) = self.choose(&game) {
            self.ask(ask, game.with);
        }
    }

    /// Goes to the table at which the game is played now.
    fn change_table(&mut self, game: &Game) {
        {
            let mut state = self.client.lock();
            let requests = state.requests;
            *state = super::State { table: game.table, requests, ..super::State::default() };
        }
        self.connect();
    }

    fn leave(&mut self) {
        self.messages = None;
        self.client.lock().is_answered = false;
    }

    /// Comes to the table through any node, with what was seen before.
    pub(super) fn connect(&mut self) {
        let requests = &self.shared.requests;
        let world = requests.world.clone();
        self.since = world.now();
        self.node = world.dice(|dice| dice.index(self.shared.nodes.len()));
        let mut state = self.client.lock();
        state.is_answered = false;
        let Some(table) = state.table else { return self.messages = None };
        let game = self.shared.games.get(self.client.game);
        let who = self.client.credentials(&game);
        let seen = state.sees.as_ref().map(Seen::of);
        let is_watcher = self.client.role == Role::Watcher;
        let hello = Hello { table, who, seen, is_watcher };
        let node = self.shared.nodes[self.node].clone();
        self.messages = Some(connect(world, &requests.network, node, hello));
    }

    /// Whether the maker of a table has to lay another one.
    fn is_finished(&self, game: &Game) -> bool {
        let world = &self.shared.requests.world;
        let state = self.client.lock();
        let is_withdrawn = state.standing == Some(Standing::Withdrawn);
        let is_over = || {
            let changed_at = world.ledger(|ledger| game.table.and_then(|id| ledger.changed_at(id)));
            let is_long_ago = |at: Moment| world.now().since(at) > LOOKING;
            state.sees.as_ref().is_some_and(Table::is_over) && changed_at.is_some_and(is_long_ago)
        };
        self.client.role == Role::Player(Seat::One) && (state.is_gone || is_withdrawn || is_over())
    }

    /// Lays a table, if this client is the one to do it.
    fn lay(&mut self) {
        if self.client.role != Role::Player(Seat::One) {
            return;
        }
        let world = &self.shared.requests.world;
        let with = Opposite::any(world);
        let offering = Box::new(with.offering(world));
        let guest = self.client.guest.clone();
        self.ask(Ask::Offer { guest, offering }, with);
    }

    /// Asks for something new.
    fn ask(&mut self, ask: Ask, with: Opposite) {
        let mut state = self.client.lock();
        state.requests += 1;
        let since = self.shared.requests.world.now();
        let pending = Pending { number: state.requests, ask, with, since, has_failed: false };
        // A cheat does not wait for what will be refused.
        if self.client.role != Role::Cheat {
            state.pending = Some(pending.clone());
        }
        drop(state);
        self.send(pending.number, pending.ask);
    }

    /// Asks again, through any node.
    fn repeat(&mut self, pending: Pending) {
        let world = &self.shared.requests.world;
        world.count(|report| report.repeated += 1);
        if world.is_calm() && matches!(pending.ask, Ask::Offer { .. }) {
            self.client.lock().pending = None;
            return;
        }
        let since = world.now();
        let ask = match pending.ask {
            Ask::Do { table, who, order, .. } => Ask::Do { table, who, order, is_repeat: true },
            other => other,
        };
        let repeated = Pending { ask, since, has_failed: false, ..pending };
        self.client.lock().pending = Some(repeated.clone());
        self.connect();
        self.send(repeated.number, repeated.ask);
    }

    fn send(&self, number: u64, ask: Ask) {
        let requests = &self.shared.requests;
        let client = self.client.number as u64;
        requests.world.note(&[client, number], || format!("client {client} asks {ask:?}"));
        // People log out at another device too.
        let node = match ask {
            Ask::LogOut { .. } => requests.world.dice(|dice| dice.index(self.shared.nodes.len())),
            _ => self.node,
        };
        let node = self.shared.nodes[node].clone();
        requests.send(node, number, ask, self.replies.clone());
    }
}
