//! Those who play, watch and cheat.

use konoba_live::keeper::{Credentials, Order};
use konoba_rules::Move;
use konoba_store::{Digest, Holder, MoveId, TableId};
use konoba_table::{Action, Moment, Seat, Table, Wish};

use crate::dice::Dice;
use crate::happening::Sitting;

/// What somebody is there for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// To play, at a seat.
    Player(Seat),
    /// To watch.
    Watcher,
    /// To move for others.
    Cheat,
}

/// Somebody at a table, through one of the nodes.
pub(crate) struct Client {
    pub(crate) role: Role,
    pub(crate) game: usize,
    pub(crate) table: TableId,
    /// The proof that is shown.
    pub(crate) who: Credentials,
    /// The node that the client talks to.
    pub(crate) node: usize,
    /// Counts the connections; what comes through an earlier one is not heard.
    pub(crate) visit: u32,
    /// When the last connection was made.
    pub(crate) since: Moment,
    /// Whether anything has come through it.
    pub(crate) is_answered: bool,
    /// How many messages have come through it, each in its turn.
    pub(crate) heard: u32,
    /// The table as the client has been told of it.
    pub(crate) sees: Option<Table>,
    /// As whom the client sits down, and the invitation to it.
    pub(crate) holder: Option<Holder>,
    pub(crate) invitation: Option<Digest>,
    /// The order of which the client does not know what came.
    pub(crate) order: Option<Pending>,
    pub(crate) orders: u64,
}

/// An order that is not answered.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub(crate) order: Order,
    pub(crate) sitting: Option<Sitting>,
    pub(crate) since: Moment,
    pub(crate) has_failed: bool,
}

impl Client {
    /// The seat that is really the client's.
    pub(crate) const fn seat(&self) -> Option<Seat> {
        match self.role {
            Role::Player(seat) => Some(seat),
            Role::Watcher | Role::Cheat => None,
        }
    }

    /// What the client thinks of doing now, if anything.
    pub(crate) fn thinks_of(
        &mut self,
        number: usize,
        now: Moment,
        dice: &mut Dice,
    ) -> Option<Order> {
        let table = self.sees.as_ref()?;
        let order = match self.role {
            Role::Watcher => return None,
            Role::Player(seat) => player(table, seat, now, dice)?,
            Role::Cheat => cheat(table, dice)?,
        };
        Some(self.named(number, order))
    }

    /// What the client does about a table at which no game has begun, if anything.
    pub(crate) fn settles(&mut self, number: usize, dice: &mut Dice) -> Option<(Order, Sitting)> {
        let sitting = match (self.role, self.holder.clone()) {
            (Role::Player(Seat::One), _) if dice.chance(150) => Sitting::Withdraw,
            (Role::Player(Seat::Two), Some(holder)) => Sitting::Sit(holder, self.invitation),
            (Role::Cheat, Some(holder)) if dice.chance(500) => Sitting::Sit(holder, None),
            (Role::Cheat, _) => Sitting::Withdraw,
            _ => return None,
        };
        Some((self.named(number, Order::new(Action::Resign)), sitting))
    }

    fn named(&mut self, number: usize, order: Order) -> Order {
        self.orders += 1;
        let id: MoveId = format!("{number}-{}", self.orders).parse().expect("letters and digits");
        Order { id: Some(id), ..order }
    }

    /// The proof that is shown with an order: a cheat shows something else each time.
    pub(crate) fn shows(&self, dice: &mut Dice) -> Credentials {
        match self.role {
            Role::Cheat if dice.chance(500) => {
                Credentials { code: Some(Digest::from_bytes(dice.bytes())), ..self.who }
            }
            _ => self.who,
        }
    }
}

fn player(table: &Table, seat: Seat, now: Moment, dice: &mut Dice) -> Option<Order> {
    let wish = table.open_wish().filter(|open| open.by != seat);
    let is_due = table.deadline().is_some_and(|deadline| deadline <= now);
    let action = match (wish, dice.below(100)) {
        (Some(open), 0..40) => Action::Accept(open.wish),
        (Some(open), 40..60) => Action::Decline(open.wish),
        (_, 60..64) => Action::Ask(Wish::Undo),
        (_, 64) if dice.chance(300) => Action::Resign,
        (_, 65..80) if is_due => Action::Flag,
        (_, 80..82) => Action::Accept(Wish::Undo),
        // Somebody who does not wait for their turn.
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
    // Now and then somebody speaks for the other seat.
    let other = dice.chance(20).then_some(seat.other());
    Some(Order { seen, seat: other, ..Order::new(action) })
}

fn cheat(table: &Table, dice: &mut Dice) -> Option<Order> {
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
