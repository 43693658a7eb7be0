//! What a person wants done at a table, on its way to the house.

use konoba_http::{OrderBody, What};
use konoba_rules::{Move, Spec};
use konoba_table::{Action, Wish};
use konoba_tui::ScreenOrder;
use serde_json::json;

use crate::agent::Agent;
use crate::http::{self, Trouble};
use crate::open_orders::OpenOrder;
use crate::sent_order::SentOrder;

impl Agent {
    /// Has something done at the table. There is one order at a time: while one is open the person gives no other.
    pub(crate) fn order(&mut self, order: ScreenOrder, open: OpenOrder) {
        let Some(place) = &self.place else { return };
        let Some(game) = place.game() else { return };
        let (path, proof) = (place.path("orders"), self.proof_at(place));
        let body = json!(body(game.setup().spec, order, new_id()));
        self.order = Some(SentOrder { path, proof, body, what: called(order.action), _open: open });
        self.send_order();
    }

    /// Sends the order that was not answered yet, if there is one. Without an answer, or where the house cannot do it now,
    /// it is kept and sent again.
    pub(crate) fn send_order(&mut self) {
        let Some(SentOrder { path, proof, body, .. }) = &self.order else { return };
        let answer = http::ask(&self.connector, proof, "POST", path, Some(body));
        let answer = match answer {
            Err(Trouble::Offline(_)) => return self.lose(),
            Err(trouble) if trouble.is_passing() => return self.try_later(trouble.says()),
            answer => answer.map(drop),
        };
        self.order = None;
        self.recover();
        self.settle(answer);
        self.catch_up();
    }
}

/// What the person calls it that is to be done, after "your".
pub(crate) const fn called(action: Action) -> &'static str {
    match action {
        Action::Play(_) => "move",
        Action::Resign => "resignation",
        Action::Ask(Wish::Undo) => "request for an undo",
        Action::Ask(Wish::Rematch) => "request for a rematch",
        Action::Accept(_) | Action::Decline(_) => "answer",
        Action::Flag => "request",
    }
}

/// What was meant is meant for the table as it was on the screen, which is not always the latest that is known here.
fn body(spec: &'static Spec, order: ScreenOrder, id: String) -> OrderBody {
    let ScreenOrder { seat, action, seen, latest } = order;
    let what = match action {
        Action::Play(Move::Swap) => What::Swap,
        Action::Play(_) => What::Play,
        Action::Resign => What::Resign,
        Action::Flag => What::Flag,
        Action::Ask(Wish::Undo) => What::Undo,
        Action::Accept(Wish::Undo) => What::AcceptUndo,
        Action::Decline(Wish::Undo) => What::DeclineUndo,
        Action::Ask(Wish::Rematch) => What::Rematch,
        Action::Accept(Wish::Rematch) => What::AcceptRematch,
        Action::Decline(Wish::Rematch) => What::DeclineRematch,
    };
    let mv = match action {
        Action::Play(mv) if mv != Move::Swap => Some(mv.written(spec).to_string()),
        _ => None,
    };
    OrderBody {
        what,
        mv,
        seen: Some(seen),
        latest: Some(latest.as_millis()),
        id: Some(id),
        seat: Some(seat.index() as u8 + 1),
    }
}

/// A name for an order that no other order has.
fn new_id() -> String {
    let mut bytes = [0_u8; 16];
    // Without randomness the name is the same again and again, and the house refuses the second order of that name.
    let _ = getrandom::fill(&mut bytes);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use konoba_rules::GAMES;
    use konoba_table::{Moment, Seat};

    use super::*;

    /// Whatever has happened since: the house is told which board the person saw.
    #[test]
    fn an_order_is_for_the_board_on_the_screen() {
        let spec = GAMES[0];
        let action = Action::Play(Move::read("c3", spec).unwrap());
        let latest = Moment::from_millis(1_234);
        let body = body(spec, ScreenOrder { seat: Seat::Two, action, seen: 7, latest }, new_id());
        assert_eq!((body.seen, body.latest, body.seat), (Some(7), Some(1_234), Some(2)));
        assert_eq!(body.mv.as_deref(), Some("c3"));
        assert_eq!(called(Action::Ask(Wish::Undo)), "request for an undo");
    }
}
