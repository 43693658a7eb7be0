//! The moments of a game at which one move won and another was played, as puzzles.

use std::time::Duration;

use konoba_advice::{Budget, MissedWin, missed_wins};
use konoba_puzzles::write;
use konoba_rules::{Move, Record, Side};
use serde::{Deserialize, Serialize};

use crate::puzzle::read_own;

/// A game in which missed wins are looked for.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MissedBody {
    /// The record, as an SGF file or in one line.
    pub record: String,
}

/// A move of a game that was played although only one other won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MissedView {
    /// The number of the move, from 1.
    pub number: usize,
    /// Whose move it was: the class of the side that this player began with, as the names in the record have it. A worker of an older
    /// version does not tell.
    #[serde(default)]
    pub by: String,
    /// The move that was played.
    pub played: String,
    /// The same in a sentence, which does not tell the move that won.
    pub says: String,
    /// What the puzzle is called.
    pub called: String,
    /// The position before that move as a puzzle, to be sent to `/api/puzzle`.
    pub puzzle: String,
}

impl MissedView {
    /// The most time for one game, when no other job waits.
    pub const TIME: Duration = Duration::from_secs(4);

    /// What was missed in a game, or at its move of this number.
    pub fn found(record: &Record, number: Option<usize>, budget: Budget<'_>) -> Vec<Self> {
        let found = missed_wins(record, number, budget);
        found.iter().map(|missed| Self::of(missed, began_with(record, missed))).collect()
    }

    /// The same as it was found, for a program that has it from a server; none if that cannot be read.
    pub fn missed(&self) -> Option<MissedWin> {
        let puzzle = read_own(&self.puzzle)?;
        let played = Move::read(&self.played, puzzle.setup.spec).ok()?;
        Some(MissedWin { number: self.number, side: puzzle.side(), played, puzzle })
    }

    fn of(missed: &MissedWin, by: Side) -> Self {
        let spec = missed.puzzle.setup.spec;
        Self {
            number: missed.number,
            by: CLASSES[by.index()].to_owned(),
            says: missed.says(),
            played: missed.played.written(spec).to_string(),
            called: missed.called(),
            puzzle: write(&missed.puzzle),
        }
    }
}

/// The classes of the sides.
const CLASSES: [&str; 2] = ["first", "second"];

/// The side with which the player began who missed a win.
fn began_with(record: &Record, missed: &MissedWin) -> Side {
    let swaps = record.moves().take(missed.number).filter(|mv| *mv == Move::Swap).count();
    if swaps % 2 == 1 { missed.side.other() } else { missed.side }
}

#[cfg(test)]
mod tests {
    use konoba_advice::Stopwatch;
    use konoba_puzzles::collection;
    use konoba_rules::{Setup, games};

    use super::*;

    #[test]
    fn a_missed_win_is_that_of_the_player_who_moved() {
        for spec in games() {
            let puzzle = &collection(spec).unwrap().puzzles[0];
            for pie in [false, spec.has_pie] {
                let mut record = Record::new(Setup { pie, ..puzzle.setup });
                let mut moves = puzzle.moves.clone();
                if pie {
                    moves.insert(1, Move::Swap);
                }
                moves.push(puzzle.steps[0].refutations[0].wrong[0]);
                for mv in moves {
                    record.play(record.last(), mv).unwrap();
                }
                let number = Some(record.moves().count());
                let watch = Stopwatch::start();
                let budget = Budget::new(Duration::MAX, &watch);
                let found = MissedView::found(&record, number, budget);
                let side = puzzle.side();
                let by = CLASSES[if pie { side.other() } else { side }.index()];
                assert_eq!(found[0].by, by, "{} {pie}", spec.id);
                let again = found[0].missed().expect("it was written by the same program");
                assert_eq!([again], missed_wins(&record, number, budget)[..]);
            }
        }
    }
}
