//! The moments of a game at which one move won and another was played, as puzzles.

use std::time::Duration;

use konoba_advice::{Budget, MissedWin, missed_wins};
use konoba_puzzles::write;
use konoba_rules::Record;
use serde::{Deserialize, Serialize};

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
        missed_wins(record, number, budget).iter().map(Self::of).collect()
    }

    fn of(missed: &MissedWin) -> Self {
        let spec = missed.puzzle.setup.spec;
        let (side, played) = (spec.side(missed.side).name, missed.played.written(spec).to_string());
        Self {
            number: missed.number,
            says: format!("Move {}: {side} played {played}. Only one move won.", missed.number),
            played,
            called: missed.called(),
            puzzle: write(&missed.puzzle),
        }
    }
}
