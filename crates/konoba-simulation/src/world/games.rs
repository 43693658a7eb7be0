//! Laying tables and clearing them.

use std::time::Duration;

use konoba_live::keeper::Credentials;
use konoba_rules::{Setup, games};
use konoba_store::{
    Digest, Entry, GuestId, Holder, Kept, KeptEvent, Offer, Opponent, Progress, Standing, TableId,
    Visibility,
};
use konoba_table::{Keyboard, Moment, Opened, Player, Seat, Start, TimeControl};

use super::World;
use crate::client::{Client, Role};
use crate::happening::Happening;
use crate::ledger::Checked;
use crate::node::Node;

/// Who is at each table.
const ROLES: [Role; 4] =
    [Role::Player(Seat::One), Role::Player(Seat::Two), Role::Watcher, Role::Cheat];

impl World {
    /// Starts the nodes and lays the first tables.
    pub(super) fn begin(&mut self) -> Checked {
        for node in 0..self.plan.nodes {
            let error = self.span(self.plan.weather.clock_error);
            let zero = Duration::ZERO;
            let [ahead, behind] = if self.dice.chance(500) { [error, zero] } else { [zero, error] };
            self.nodes.push(Node { ahead, behind, ..Node::default() });
            self.poll_later(node);
        }
        for game in 0..self.plan.games {
            for role in ROLES {
                let number = self.clients.len();
                let who = Credentials::guest(GuestId(number as i64 + 1));
                self.clients.push(Client {
                    role,
                    game,
                    table: TableId::from_bytes([0; 10]),
                    who,
                    node: self.dice.index(self.plan.nodes),
                    visit: 0,
                    since: self.now,
                    is_answered: false,
                    heard: 0,
                    sees: None,
                    holder: None,
                    invitation: None,
                    order: None,
                    orders: 0,
                });
                self.agenda.put(self.now, Happening::Turn(number));
            }
            self.lay(game)?;
        }
        self.disaster_later();
        Ok(())
    }

    /// Lays a new table for the people of a game, whose last one is cleared.
    pub(super) fn lay(&mut self, game: usize) -> Checked {
        let id = TableId::from_bytes(self.dice.bytes());
        let setup = Setup::default_of(games()[self.dice.index(games().len())]);
        // A small board is full soon; a game that has one size keeps it.
        let setup = setup.with_size(5).unwrap_or(setup);
        let time = self.time();
        let first = if self.dice.chance(500) { Seat::One } else { Seat::Two };
        let invitation = Digest::from_bytes(self.dice.bytes());
        let mut holders = Vec::new();
        for (number, client) in self.clients.iter_mut().enumerate() {
            if client.game != game {
                continue;
            }
            let code = Digest::from_bytes(self.dice.bytes());
            client.table = id;
            // What still comes from the table before is not heard.
            client.visit += 1;
            client.sees = None;
            client.is_answered = false;
            client.order = None;
            client.invitation = Some(invitation);
            let name = format!("Guest {number}").parse().expect("a name");
            client.holder = client.who.guest.map(|guest| Holder { guest, code, name });
            if let Role::Player(_) = client.role {
                // One comes with a name and the other with a code.
                client.who.code = (number % 2 == 0).then_some(code);
                holders.extend(client.holder.clone());
            }
        }
        let [one, two] = holders.try_into().expect("two people play at each table");
        // At every other table the second seat is still to be taken.
        let is_waiting = self.dice.chance(500);
        let players = [&one, &two].map(|holder: &Holder| Player::person(holder.name.clone()));
        let start = Start::empty(setup);
        let opened = Opened { start, players, first, keyboard: Keyboard::Apart, time };
        let events = opened.events(self.now).into_iter().filter(|_| !is_waiting);
        let events: Vec<_> = events.collect();
        let progress = Progress::of_opening(&events);
        let events: Vec<_> =
            events.into_iter().map(|event| KeptEvent { event, origin: None }).collect();
        self.ledger.kept(id, &events, self.now)?;
        let opponent = Opponent::Friend(invitation);
        let entry = Entry {
            id,
            offer: Offer {
                setup,
                time,
                first: Some(first),
                opponent,
                visibility: Visibility::Private,
            },
            seats: [Some(one), Some(two).filter(|_| !is_waiting)],
            standing: if is_waiting { Standing::Waiting } else { Standing::Playing },
            version: events.len() as u64,
            since: self.now,
            progress,
            next: None,
        };
        self.store.lay(Kept { entry, events, unread: None });
        Ok(())
    }

    /// Clears a table at which the game is over and everybody has seen it.
    pub(super) fn clear(&mut self, game: usize, table: TableId) -> Checked {
        self.report.games += 1;
        self.store.forget(table);
        self.ledger.close(table);
        for node in &mut self.nodes {
            node.tables.remove(&table);
        }
        self.lay(game)
    }

    /// When a game that is over is cleared away.
    pub(super) fn is_cleared(&self, table: TableId) -> bool {
        let entry = self.store.entry(table);
        let is_withdrawn = entry.is_some_and(|entry| entry.standing == Standing::Withdrawn);
        let last = self.ledger.last(table);
        is_withdrawn
            || last.is_some_and(|(last, at): (_, Moment)| {
                last.is_over() && self.now.since(at) > Duration::from_secs(40)
            })
    }

    fn time(&mut self) -> TimeControl {
        let seconds = Duration::from_secs;
        match self.dice.below(4) {
            0 => TimeControl::None,
            1 => TimeControl::PerMove { allowed: seconds(45) },
            2 => TimeControl::Fischer { main: seconds(60), increment: seconds(5) },
            _ => TimeControl::Fischer { main: seconds(600), increment: seconds(3) },
        }
    }
}
