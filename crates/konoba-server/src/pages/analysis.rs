//! What the engine makes of a position in a record.

use std::sync::Mutex;
use std::time::Duration;

use konoba_line::Adviser;
use konoba_rules::Side;
use konoba_scene::{Advice, Scene, Sentences, View, classes_of_point};
use konoba_table::Evaluation;
use serde::{Deserialize, Serialize};

use super::study::study_of;
use crate::view::Patch;

/// How many moves of the best line are written down.
const LONGEST_LINE: usize = 12;
/// It thinks about one position at a time, so that those who play are not held up by those who look.
static TURN: Mutex<()> = Mutex::new(());

/// What it makes of a position.
#[derive(Serialize, Deserialize)]
pub(crate) struct Analysis {
    /// How likely the first side is to win, as records write it.
    first_wins: u16,
    /// The moves of the best line.
    best_line: String,
    /// The same in a sentence or two.
    pub(super) says: String,
    /// Where it has looked, the more the hotter, as classes over those of the board.
    pub(super) heat: Vec<Patch>,
}

impl Analysis {
    /// How long it takes to think about one position.
    pub(crate) const TIME: Duration = Duration::from_millis(700);
    /// The same position is thought about in the same way.
    pub(crate) const SEED: u64 = 1;

    /// Has somebody think about a position in a record; nothing comes of it if the game is over there,
    /// or if the engine is busy.
    pub(crate) fn in_turn(analyst: Adviser, record: &str, at: usize) -> Option<Self> {
        let _turn = TURN.try_lock().ok()?;
        Self::by(analyst, record, at)
    }

    /// The same for whoever has a thread for it.
    pub(crate) fn by(mut analyst: Adviser, record: &str, at: usize) -> Option<Self> {
        let study = study_of(record, at).ok()?;
        let position = study.position();
        if position.winner().is_some() {
            return None;
        }
        let advice = analyst.advise(&position, &|| false);
        let spec = position.setup().spec;
        let line = advice.line.iter().take(LONGEST_LINE).map(|mv| mv.written(spec).to_string());
        Some(Self {
            first_wins: first_wins(&advice, position.to_move()),
            best_line: line.collect::<Vec<_>>().join(" "),
            says: Sentences::of(position.setup()).advice(&advice),
            heat: heat(&study.scene(&View::default()).weighed(&advice)),
        })
    }

    /// As it is written into a record.
    pub(super) fn evaluation(&self) -> Evaluation {
        Evaluation { first_wins: self.first_wins, best_line: self.best_line.clone() }
    }
}

/// How likely the first side is to win, as records write it.
fn first_wins(advice: &Advice, to_move: Side) -> u16 {
    let (side, chances) = match advice.certain {
        Some(certain) => (certain.winner, 100),
        None => (to_move, advice.chances.unwrap_or(50)),
    };
    let first = if side == Side::First { chances } else { 100 - chances };
    Evaluation::CERTAIN / 100 * u16::from(first)
}

fn heat(scene: &Scene) -> Vec<Patch> {
    let weighed = scene.spots.iter().filter_map(|spot| Some((spot, spot.weighed?)));
    let patch = weighed.map(|(spot, weighed)| Patch {
        point: spot.at.to_string(),
        class: format!("{} heat-{}", classes_of_point(spot), weighed.heat),
        label: spot.spoken.clone(),
    });
    patch.collect()
}
