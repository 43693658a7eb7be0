//! Repeats of orders: an order is known by the name that its client gave it, and what it did is told by
//! the event that came of it. So a repeat is also known after a restart, on every node.

use konoba_store::{MoveId, Origin};
use konoba_table::{Action, Ending, Event, Fact, Seat, Version, Wish};

use super::{Done, Keeper, Order};
use crate::HouseError;

/// An order that was carried out and had a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct CarriedOut {
    seat: Seat,
    version: Version,
    action: Option<Action>,
}

impl CarriedOut {
    pub(super) fn of(event: &Event, origin: &Origin) -> Self {
        let action = action_of(&event.fact, origin.seat);
        Self { seat: origin.seat, version: event.version, action }
    }

    /// Whether it was for this. To ask for a rematch that the other seat has asked for is to agree to it.
    fn is_of(&self, action: Action) -> bool {
        let agreed = Some(Action::Accept(Wish::Rematch));
        self.action == Some(action) || self.action == agreed && action == Action::Ask(Wish::Rematch)
    }
}

impl Keeper {
    /// The seat for which the order of this name was carried out, if there was one.
    pub(super) fn seat_of_repeat(&self, order: &Order) -> Option<Seat> {
        order.id.as_ref().and_then(|id| self.known.get(id)).map(|known| known.seat)
    }

    /// What came of the order of this name, if there was one. A name is good for one order: with it
    /// another seat, or the same seat that wants something else, is refused.
    pub(super) fn carried_out(
        &self,
        id: &MoveId,
        seat: Seat,
        action: Action,
    ) -> Result<Option<Done>, HouseError> {
        match self.known.get(id) {
            None => Ok(None),
            Some(known) if known.seat == seat && known.is_of(action) => {
                Ok(Some(Done { version: known.version, seat: Some(seat) }))
            }
            Some(_) => Err(HouseError::MoveIdTaken),
        }
    }
}

/// The action of a seat that has this as its first event.
fn action_of(fact: &Fact, seat: Seat) -> Option<Action> {
    match fact {
        Fact::Opened(_) | Fact::Closed { .. } => None,
        Fact::Moved(moved) => Some(Action::Play(moved.played.mv)),
        Fact::Ended { outcome, .. } => match outcome.ending {
            Ending::Resignation => Some(Action::Resign),
            Ending::Time => Some(Action::Flag),
            Ending::Board => None,
        },
        Fact::Asked { wish, .. } => Some(Action::Ask(*wish)),
        Fact::Declined { wish, .. } => Some(Action::Decline(*wish)),
        // The event names the seat that asked for the undo. If that is not the seat of the order,
        // the order accepted it.
        Fact::Undone { seat: wisher, .. } if *wisher == seat => Some(Action::Ask(Wish::Undo)),
        Fact::Undone { .. } => Some(Action::Accept(Wish::Undo)),
        Fact::Rematched { .. } => Some(Action::Accept(Wish::Rematch)),
    }
}
