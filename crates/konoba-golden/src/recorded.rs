//! Recorded console matches of an older Konobi program.

use std::path::Path;

use konoba_rules::{Setup, Side};
use serde_json::Value;

use crate::json::{list, setup, shared, side, stem, text, texts, whole};

/// A match between two people, with the moves that were refused.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The file it comes from, to name it by.
    pub source: String,
    /// The game and its size, with the pie rule.
    pub setup: Setup,
    /// What happened, in order.
    pub events: Vec<RecordedEvent>,
    /// Who won, side and name; `None` for the one that ends with a forced pass.
    pub winner: Option<(Side, String)>,
    /// The lines that were typed, the last one the name of the winner; empty where there is none.
    pub console_input: Vec<String>,
    /// The rows of the final board, the top one first.
    pub final_rows: Vec<String>,
}

/// One thing that happened in a match.
#[derive(Clone, Debug)]
pub enum RecordedEvent {
    /// A stone was placed.
    Move {
        /// By whom.
        side: Side,
        /// Every legal placement, sorted as byte strings.
        legal: Vec<String>,
        /// Where.
        mv: String,
    },
    /// The second side took the first one's place; it is still to move.
    Swap,
    /// A side had no legal placement.
    Pass {
        /// The side that passed.
        side: Side,
    },
    /// A move was refused; the side is still to move.
    Rejected {
        /// Whose.
        side: Side,
        /// What was typed, in most cases a point.
        mv: String,
        /// `outside`, `occupied`, `weak-connection` or `crosscut`.
        why: String,
    },
}

/// The recorded matches. `None`, loudly, where they do not lie beside the workspace.
pub fn recorded() -> Option<Vec<Recorded>> {
    let folder = shared("the recorded matches of Konobi")?.join("konobi");
    let names = ["match1", "match2", "match3", "match4_crosscut", "match5_pass", "pass_test"];
    Some(names.iter().map(|name| read(&folder.join(format!("recorded-{name}.json")))).collect())
}

fn read(path: &Path) -> Recorded {
    let value = whole(path);
    let setup = setup(&value);
    // The pass test is written as plies, and its last turn apart from them.
    let events = match value.get("events") {
        Some(events) => list(events).iter().map(|event| read_event(&setup, event)).collect(),
        None => {
            let plies = list(&value["plies"]).iter().map(|ply| read_move(&setup, ply));
            let pass = RecordedEvent::Pass { side: side(&setup, &value["then"]["player"]) };
            plies.chain([pass]).collect()
        }
    };
    let name = |winner| (side(&setup, winner), text(&value["winner_name"]).to_owned());
    Recorded {
        source: stem(path),
        events,
        winner: value.get("winner").map(name),
        console_input: value.get("console_input").map(texts).unwrap_or_default(),
        final_rows: texts(&value["final"]),
        setup,
    }
}

fn read_event(setup: &Setup, event: &Value) -> RecordedEvent {
    match text(&event["type"]) {
        "move" => read_move(setup, event),
        "swap" => RecordedEvent::Swap,
        "pass" => RecordedEvent::Pass { side: side(setup, &event["player"]) },
        "rejected" => RecordedEvent::Rejected {
            side: side(setup, &event["player"]),
            mv: text(event.get("move").unwrap_or(&event["input"])).to_owned(),
            why: text(&event["why"]).to_owned(),
        },
        other => panic!("no event is a '{other}'"),
    }
}

fn read_move(setup: &Setup, event: &Value) -> RecordedEvent {
    RecordedEvent::Move {
        side: side(setup, &event["player"]),
        legal: texts(&event["legal"]),
        mv: text(&event["move"]).to_owned(),
    }
}
