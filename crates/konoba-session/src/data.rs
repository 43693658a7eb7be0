//! What happens at a table as data, for programs that make sounds of it or show it in places of their own. Docs/TELNET.md
//! describes it.

use konoba_rules::{Grid, Points};
use konoba_store::TableId;
use konoba_table::{Ending, Event, Fact, Outcome, Seat, Table, Wish};
use serde_json::{Value, json};

/// A message for a client's program: a name and a value.
pub(super) type Data = (&'static str, String);

/// The whole table as it stands; seats are numbered 1 and 2.
pub(super) fn of_table(id: TableId, table: &Table, own: impl Iterator<Item = Seat>) -> Data {
    let spec = table.setup().spec;
    let value = json!({
        "table": id.to_string(),
        "version": table.version(),
        "setup": table.setup().to_string(),
        "names": Seat::BOTH.map(|seat| table.player(seat).name.to_string()),
        "sides": Seat::BOTH.map(|seat| spec.side(table.side_of(seat)).id),
        "you": own.map(number).collect::<Vec<_>>(),
        "moves": table.history().iter().map(|moved| moved.played.mv.written(spec).to_string()).collect::<Vec<_>>(),
        "to_move": table.seat_to_move().map(number),
        "result": table.outcome().map(result),
    });
    ("Konoba.Table", value.to_string())
}

/// An event of a table, which is up to it already.
pub(super) fn of_event(id: TableId, table: &Table, event: &Event) -> Data {
    let spec = table.setup().spec;
    let mut value = match &event.fact {
        Fact::Opened(_) => json!({ "event": "opened" }),
        Fact::Moved(moved) => {
            let [first, second] = moved.played.fills.map(points);
            json!({
                "event": "moved",
                "seat": number(moved.seat),
                "side": spec.side(moved.played.side).id,
                "move": moved.played.mv.written(spec).to_string(),
                "fills": [first, second],
                "result": moved.outcome.map(result),
            })
        }
        Fact::Ended { outcome, .. } => json!({ "event": "ended", "result": result(*outcome) }),
        Fact::Closed { .. } => json!({ "event": "closed" }),
        Fact::Asked { seat, wish } => {
            json!({ "event": "asked", "seat": number(*seat), "wish": name(*wish) })
        }
        Fact::Declined { seat, wish } => {
            json!({ "event": "declined", "seat": number(*seat), "wish": name(*wish) })
        }
        Fact::Undone { seat, from, to, .. } => {
            json!({ "event": "undone", "seat": number(*seat), "from": from, "to": to })
        }
        Fact::Rematched { .. } => json!({ "event": "rematched" }),
    };
    value["table"] = json!(id.to_string());
    value["version"] = json!(event.version);
    value["to_move"] = json!(table.seat_to_move().map(number));
    ("Konoba.Event", value.to_string())
}

fn result(outcome: Outcome) -> Value {
    let by = match outcome.ending {
        Ending::Board => "board",
        Ending::Resignation => "resignation",
        Ending::Time => "time",
    };
    json!({ "winner": number(outcome.seat), "by": by })
}

fn points(points: Points) -> Vec<String> {
    points.iter().map(|at| at.to_string()).collect()
}

const fn number(seat: Seat) -> u8 {
    match seat {
        Seat::One => 1,
        Seat::Two => 2,
    }
}

const fn name(wish: Wish) -> &'static str {
    match wish {
        Wish::Undo => "undo",
        Wish::Rematch => "rematch",
    }
}
