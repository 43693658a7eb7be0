//! Decides which events a request causes. Nothing is changed here.

use std::sync::Arc;

use konoba_store::{Holder, NewTable, Offer, Opponent, Origin, Standing, StoreError, TableId};
use konoba_table::{
    Command, Event, Fact, Keyboard, Moment, Opened, Player, Refused, Seat, Start, Table,
};

use super::{Asked, By, Credentials, Done, Keeper, Order, Request};
use crate::error::TableRefusal;
use crate::secret::is_same;
use crate::{HouseError, Seats};

/// What is to be written to the store.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    pub(super) events: Vec<Event>,
    pub(super) origin: Option<Origin>,
    /// For whom it is done.
    pub(super) seat: Option<Seat>,
    pub(super) sits: Option<(Seat, Holder)>,
    pub(super) leaves: Option<TableId>,
    pub(super) withdraws: bool,
    pub(super) next: Option<Box<NewTable>>,
}

impl Decision {
    pub(super) const fn of_events(events: Vec<Event>) -> Self {
        let (origin, seat, sits, leaves, next) = (None, None, None, None, None);
        Self { events, origin, seat, sits, leaves, withdraws: false, next }
    }
}

/// What follows from a request that is not refused.
pub(super) enum Decided {
    /// The same order was carried out before, and this came of it.
    Already(Done),
    /// This has to be written first.
    ToWrite(Decision),
}

impl Keeper {
    /// The seats for which the holder of these credentials may act.
    pub fn seats_of(&self, who: &Credentials) -> Seats {
        who.seats_at(&self.entry)
    }

    pub(super) fn decide(&self, asked: &Asked) -> Result<Decided, HouseError> {
        if self.unread.is_some() {
            return Err(HouseError::Unread);
        }
        match &asked.what {
            Request::Do { order, next, no_room } => {
                self.decide_order(asked, order, *next, no_room.as_ref())
            }
            Request::Sit { holder, invitation, first, leaves } => {
                let invitation = invitation.as_ref();
                let is_invited = match &self.entry.offer.opponent {
                    Opponent::Anyone => true,
                    Opponent::Friend(wanted) => {
                        invitation.is_some_and(|shown| is_same(shown, wanted))
                    }
                    Opponent::Engine { .. } | Opponent::SameScreen => false,
                };
                let sitting = self.decide_sitting(holder, is_invited, *first, asked.at)?;
                Ok(Decided::ToWrite(Decision { leaves: *leaves, ..sitting }))
            }
            Request::Withdraw => self.decide_withdrawal(asked).map(Decided::ToWrite),
        }
    }

    fn decide_order(
        &self,
        asked: &Asked,
        order: &Order,
        next: TableId,
        no_room: Option<&HouseError>,
    ) -> Result<Decided, HouseError> {
        let seat = self.seat_for(&asked.by, order)?;
        let table = self.table.as_ref().ok_or(HouseError::NotBegun)?;
        if let Some(id) = &order.id
            && let Some(done) = self.carried_out(id, seat, order.action)?
        {
            return Ok(Decided::Already(done));
        }
        if let Some(why) = no_room {
            return Err(why.clone());
        }
        let is_same = order.latest.is_none_or(|latest| latest == table.latest());
        if order.seen == Some(table.version()) && !is_same {
            return Err(HouseError::Store(StoreError::Lost));
        }
        let command = Command { action: order.action, seen: order.seen };
        let events = table.decide(seat, command, asked.at);
        let events = events.map_err(|refused| self.refusal(asked, table, refused))?;
        let next = events.iter().find_map(|event| match &event.fact {
            Fact::Rematched { next: opened } => Some(self.next_table(opened, next, asked.at)),
            _ => None,
        });
        let origin = order.id.clone().map(|id| Origin { seat, id });
        let next = next.map(Box::new);
        let decision = Decision { origin, seat: Some(seat), next, ..Decision::of_events(events) };
        Ok(Decided::ToWrite(decision))
    }

    /// The seat that an order is for: the one that its sender holds. A sender who holds both acts
    /// for the one that is named, or for the one for which the same order was carried out before, or for
    /// the seat to move.
    fn seat_for(&self, by: &By, order: &Order) -> Result<Seat, HouseError> {
        let credentials = match by {
            By::Engine(seat) => return Ok(*seat),
            By::House => return Err(HouseError::NotSeated),
            By::Outside(credentials) => credentials,
        };
        let seats = self.seats_of(credentials);
        let to_move = || self.table.as_ref().and_then(|table| table.seat_to_move());
        let meant = match (order.seat, seats.only()) {
            (Some(seat), _) => Some(seat),
            (None, Some(only)) => Some(only),
            (None, None) => self.seat_of_repeat(order).or_else(to_move).or(Some(Seat::One)),
        };
        meant.filter(|seat| seats.contains(*seat)).ok_or(HouseError::NotSeated)
    }

    fn decide_sitting(
        &self,
        holder: &Holder,
        is_invited: bool,
        first: Seat,
        now: Moment,
    ) -> Result<Decision, HouseError> {
        match self.entry.standing {
            Standing::Waiting => {}
            Standing::Withdrawn => return Err(HouseError::Withdrawn),
            Standing::Playing | Standing::Over => return Err(HouseError::SeatTaken),
        }
        let [Some(opener), None] = &self.entry.seats else { return Err(HouseError::SeatTaken) };
        if opener.guest == holder.guest {
            return Err(HouseError::SitsAlready);
        }
        if !is_invited {
            return Err(HouseError::NotInvited);
        }
        let players = [opener, holder].map(|holder| Player::person(holder.name.clone()));
        let opened = opening(&self.entry.offer, players, first);
        let sits = Some((Seat::Two, holder.clone()));
        Ok(Decision { sits, seat: Some(Seat::Two), ..Decision::of_events(opened.events(now)) })
    }

    fn decide_withdrawal(&self, asked: &Asked) -> Result<Decision, HouseError> {
        let may_withdraw = match &asked.by {
            By::Outside(credentials) => !self.seats_of(credentials).is_empty(),
            By::House => true,
            By::Engine(_) => false,
        };
        match self.entry.standing {
            _ if !may_withdraw => Err(HouseError::NotSeated),
            Standing::Waiting => {
                Ok(Decision { withdraws: true, ..Decision::of_events(Vec::new()) })
            }
            Standing::Withdrawn => Err(HouseError::Withdrawn),
            Standing::Playing | Standing::Over => Err(HouseError::SeatTaken),
        }
    }

    /// Why an order was refused, said to the player who has sent it.
    fn refusal(&self, asked: &Asked, table: &Arc<Table>, refused: Refused) -> HouseError {
        let missed = match refused {
            Refused::Stale { seen, .. } => self.events_after(seen.into()).unwrap_or_default(),
            _ => Vec::new(),
        };
        let reader = match &asked.by {
            By::Outside(credentials) => self.seats_of(credentials).only(),
            By::Engine(seat) => Some(*seat),
            By::House => None,
        };
        let words = reader.map_or_else(|| table.words(), |seat| table.words_to(seat));
        let says = words.refused(&refused);
        HouseError::Table(Box::new(TableRefusal { refused, says, missed, table: table.clone() }))
    }

    /// The table at which the same people play again, each with the same code.
    fn next_table(&self, opened: &Opened, id: TableId, now: Moment) -> NewTable {
        let events = opened.events(now);
        NewTable {
            id,
            offer: Offer { first: Some(opened.first), ..self.entry.offer.clone() },
            seats: self.entry.seats.clone(),
            deadline: due(&events),
            events,
            since: now,
            max_unfinished: None,
        }
    }
}

/// When the house has to look at a game that has come so far. A record may bring moves with it, and then a clock
/// runs.
pub(crate) fn due(events: &[Event]) -> Option<Moment> {
    Table::replay(events).ok()?.stored_due()
}

/// The opening of a table that was offered, once it is known who plays.
pub(crate) fn opening(offer: &Offer, players: [Player; 2], lot: Seat) -> Opened {
    let keyboard = match offer.opponent {
        Opponent::SameScreen => Keyboard::Shared,
        Opponent::Friend(_) | Opponent::Anyone | Opponent::Engine { .. } => Keyboard::Apart,
    };
    Opened {
        start: Start::empty(offer.setup),
        players,
        first: offer.first.unwrap_or(lot),
        keyboard,
        time: offer.time,
        day: None,
    }
}
