//! What a person wants done at a table, on its way to the house.

use konoba_http::{OrderBody, What};
use konoba_rules::Move;
use konoba_table::{Action, Seat, Table, Wish};
use konoba_tui::HouseNews;
use serde_json::json;

use crate::agent::Agent;
use crate::http::{self, Trouble};
use crate::open_orders::OpenOrder;
use crate::sent_order::SentOrder;

impl Agent {
    /// Has something done at the table.
    pub(crate) fn order(&mut self, seat: Seat, action: Action, open: OpenOrder) {
        if self.order.is_some() {
            let says = "Your last move is still on its way. It is kept.";
            return self.tell(HouseNews::Said(Err(says.to_owned())));
        }
        let Some(place) = &self.place else { return };
        let Some(game) = place.game() else { return };
        let (path, proof) = (place.path("orders"), self.proof_at(place));
        let body = json!(body(game, seat, action, new_id()));
        self.order = Some(SentOrder { path, proof, body, _open: open });
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

fn body(game: &Table, seat: Seat, action: Action, id: String) -> OrderBody {
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
        Action::Play(mv) if mv != Move::Swap => Some(mv.written(game.setup().spec).to_string()),
        _ => None,
    };
    OrderBody {
        what,
        mv,
        seen: Some(game.version()),
        latest: Some(game.latest().as_millis()),
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
