//! What a client decides to ask for next.

use konoba_live::{Credentials, Order};
use konoba_rules::Move;
use konoba_store::{Digest, MoveId};
use konoba_table::{Action, Moment, Seat, Table, Wish};

use super::{Role, Session};
use crate::dice::Dice;
use crate::games::{Game, Opposite};
use crate::requests::Ask;

/// How often a player logs out and leaves the page open, in a thousand turns.
const LOG_OUT: u64 = 20;

impl Session {
    /// What the client wants now, if anything.
    pub(super) fn choose(&self, game: &Game) -> Option<Ask> {
        let (table, sees) = {
            let state = self.client.lock();
            (state.table?, state.sees.clone())
        };
        let world = &self.shared.requests.world;
        let Some(sees) = sees else { return self.choose_at_offer(game) };
        let (now, role) = (world.now(), self.client.role);
        if matches!(role, Role::Player(_)) && world.dice(|dice| dice.chance(LOG_OUT)) {
            let (guest, device) = (self.client.guest.id, self.client.token.clone());
            return Some(Ask::LogOut { guest, device });
        }
        let order = world.dice(|dice| match (role, self.client.seat(game)) {
            (Role::Player(_), Some(seat)) => of_player(&sees, seat, now, dice),
            (Role::Cheat, _) => of_cheat(&sees, dice),
            (Role::Player(_) | Role::Watcher, _) => None,
        })?;
        let requests = self.client.lock().requests + 1;
        let id = format!("{}-{requests}", self.client.number);
        let id: MoveId = id.parse().expect("digits and a hyphen");
        // A client that acts for the other seat has no right to.
        let seat = self.client.seat(game);
        let rightful = seat.filter(|seat| order.seat.is_none_or(|other| other == *seat));
        world.ledger(|ledger| ledger.sent(table, &id, rightful));
        let order = Order { id: Some(id), ..order };
        let who = self.shown(game);
        Some(Ask::Do { table, who, order, is_repeat: false })
    }

    /// What the client wants of a table at which no game has begun.
    fn choose_at_offer(&self, game: &Game) -> Option<Ask> {
        let table = game.table?;
        let dice = |per_mille| self.shared.requests.world.dice(|dice| dice.chance(per_mille));
        let guest = self.client.guest.clone();
        let withdraw = |who| Some(Ask::Withdraw { table, who });
        match self.client.role {
            Role::Player(Seat::One) if dice(150) => withdraw(self.client.credentials(game)),
            Role::Player(Seat::Two) => {
                Some(Ask::Sit { table, guest, invitation: game.invitation.clone() })
            }
            // Any client may join an open game, so only a game for a friend can be cheated at.
            Role::Cheat if game.with == Opposite::Friend && dice(500) => {
                Some(Ask::Sit { table, guest, invitation: None })
            }
            Role::Cheat => withdraw(self.shown(game)),
            Role::Player(Seat::One) | Role::Watcher => None,
        }
    }

    /// The proof that is shown with an order: a cheat shows something else each time.
    fn shown(&self, game: &Game) -> Credentials {
        let own = self.client.credentials(game);
        let code = self.shared.requests.world.dice(|dice| {
            let mut bytes = [0; 32];
            dice.fill(&mut bytes);
            dice.chance(500).then_some(Digest::from_bytes(bytes))
        });
        match (self.client.role, code) {
            (Role::Cheat, Some(_)) => Credentials { code, ..own },
            _ => own,
        }
    }
}

fn of_player(table: &Table, seat: Seat, now: Moment, dice: &mut Dice) -> Option<Order> {
    let wish = table.open_wish().filter(|open| open.by != seat);
    let is_due = table.deadline().is_some_and(|deadline| deadline <= now);
    let action = match (wish, dice.below(100)) {
        (Some(open), 0..40) => Action::Accept(open.wish),
        (Some(open), 40..60) => Action::Decline(open.wish),
        (None, 0..20) if table.is_over() => Action::Ask(Wish::Rematch),
        (_, 60..64) => Action::Ask(Wish::Undo),
        (_, 64) if dice.chance(300) => Action::Resign,
        (_, 65..80) if is_due => Action::Flag,
        (_, 80..82) => Action::Accept(Wish::Undo),
        // A player who does not wait for the turn.
        (_, 82..84) => Action::Play(random_move(table, dice)?),
        _ if table.seat_to_move() == Some(seat) => Action::Play(random_move(table, dice)?),
        _ => return None,
    };
    let seen = match dice.below(100) {
        0..3 => None,
        3..5 => Some(table.version().saturating_sub(1)),
        5 => Some(table.version() + dice.below(1000)),
        _ => Some(table.version()),
    };
    // Now and then a player acts for the other seat.
    let other = dice.chance(20).then_some(seat.other());
    Some(Order { seen, seat: other, ..Order::new(action) })
}

fn of_cheat(table: &Table, dice: &mut Dice) -> Option<Order> {
    let seat = if dice.chance(500) { Seat::One } else { Seat::Two };
    let action = match dice.below(4) {
        0 => Action::Resign,
        1 => Action::Ask(Wish::Undo),
        _ => Action::Play(random_move(table, dice)?),
    };
    let seat = dice.chance(800).then_some(seat);
    Some(Order { seat, ..Order::new(action) })
}

fn random_move(table: &Table, dice: &mut Dice) -> Option<Move> {
    let position = table.position();
    let moves = position.moves_of(position.to_move());
    (!moves.is_empty()).then(|| moves[dice.index(moves.len())])
}
