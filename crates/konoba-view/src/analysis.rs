//! What the engine makes of a position in a record.

use std::time::Duration;

use konoba_advice::{Budget, Thinker};
use konoba_rules::{Move, Side};
use konoba_scene::{Advice, Scene, Sentences, View};
use konoba_table::Evaluation;
use serde::{Deserialize, Serialize};

use crate::AdviceView;
use crate::records::study_at;

/// How many moves of the best line are written down.
const LONGEST_LINE: usize = 12;

/// What it makes of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Analysis {
    /// How likely the first side is to win, as records write it; `None` where nothing is known.
    first_wins: Option<u16>,
    /// The moves of the best line.
    best_line: String,
    /// The same in a sentence or two.
    pub says: String,
    /// Where it has looked.
    pub heat: Vec<Heat>,
    /// The same for programs; none from a node of an earlier version.
    #[serde(default)]
    pub advice: Option<AdviceView>,
}

/// A point at which the engine has looked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heat {
    /// Which point.
    pub point: String,
    /// How much it has looked there, from 0 to 9.
    pub heat: u8,
    /// What is said of the point.
    pub label: String,
}

impl Analysis {
    /// The most time for one position, when no other job waits.
    pub const TIME: Duration = Duration::from_millis(700);

    /// Analyses a position in a record; none if the game is over there.
    pub fn by(thinker: &dyn Thinker, record: &str, at: usize, budget: Budget<'_>) -> Option<Self> {
        let study = study_at(record, at).ok()?;
        let position = study.position();
        if position.winner().is_some() {
            return None;
        }
        let advice = thinker.advise(&position, budget);
        let spec = position.setup().spec;
        let line = advice.line.iter().take(LONGEST_LINE).map(|mv| mv.written(spec).to_string());
        Some(Self {
            first_wins: first_wins(&advice, position.to_move()),
            best_line: line.collect::<Vec<_>>().join(" "),
            says: Sentences::of(position.setup()).advice(&advice),
            heat: heat(&study.scene(&View::default()).weighed(&advice)),
            advice: Some(AdviceView::of(&advice, spec)),
        })
    }

    /// As it is written into a record, if there is anything to write.
    pub fn evaluation(&self) -> Option<Evaluation> {
        let best_line = self.best_line.clone();
        self.first_wins.map(|first_wins| Evaluation { first_wins, best_line })
    }
}

/// How likely the first side is to win, whichever seat plays it, as records write it; `None` where nothing
/// is known.
fn first_wins(advice: &Advice, to_move: Side) -> Option<u16> {
    let (winner, chances) = match advice.certain {
        Some(certain) => (certain.winner, 100),
        None => (to_move, advice.chances?),
    };
    // With a swap the players exchange sides, so the chances are those of the other side.
    let is_swapped = advice.line.contains(&Move::Swap);
    let winner = if is_swapped { winner.other() } else { winner };
    let first = if winner == Side::First { chances } else { 100 - chances };
    Some(Evaluation::CERTAIN / 100 * u16::from(first))
}

fn heat(scene: &Scene) -> Vec<Heat> {
    let weighed = scene.spots.iter().filter_map(|spot| Some((spot, spot.weighed?)));
    let heat = weighed.map(|(spot, weighed)| Heat {
        point: spot.at.to_string(),
        heat: weighed.heat,
        label: spot.spoken.clone(),
    });
    heat.collect()
}

#[cfg(test)]
mod tests {
    use konoba_scene::Certain;

    use super::*;

    /// What is thought of a position in which this play is expected.
    fn advice(chances: Option<u8>, line: &[&str]) -> Advice {
        let spec = konoba_rules::GAMES[0];
        let line: Vec<_> = line.iter().map(|mv| Move::read(mv, spec).unwrap()).collect();
        let (best, candidates) = (line[0], Vec::new());
        Advice { best, chances, certain: None, line, candidates, idea: None }
    }

    #[test]
    fn the_win_rate_is_that_of_the_first_side_in_either_seat() {
        for (to_move, line, expected) in [
            (Side::First, ["c3", "b2"], 7000),
            (Side::First, ["c3", "swap"], 3000),
            (Side::Second, ["c3", "b2"], 3000),
            (Side::Second, ["swap", "b2"], 7000),
        ] {
            let counted = advice(Some(70), &line);
            assert_eq!(first_wins(&counted, to_move), Some(expected), "{line:?}");
            let certain = Some(Certain { winner: to_move, within: None });
            let rounded = if expected == 7000 { Evaluation::CERTAIN } else { 0 };
            assert_eq!(first_wins(&Advice { certain, ..counted }, to_move), Some(rounded));
        }
    }

    #[test]
    fn nothing_is_written_where_nothing_is_known() {
        assert_eq!(first_wins(&advice(None, &["c3"]), Side::First), None);
    }
}
