//! Reads the golden transcripts: games that other public implementations played and judged, one
//! small position for each clause of the rules, and recorded console matches; and replays them by
//! any [`RulesUnderTest`]. For tests only, as is what else the tests of several crates share.
//!
//! What the files are is told in `tests-data/golden/README.md`. A file that cannot be read as told
//! there is a defect of the workspace, so the functions here panic rather than return an error.

mod examples;
mod game;
mod json;
mod recorded;
mod replay;

pub use examples::{Examples, check_sentence};
pub use game::{Clause, Expect, Game, Ply, clauses, disputed, open_games};
pub use recorded::{Recorded, RecordedEvent, recorded};
pub use replay::{
    RulesUnderTest, judge_clauses, replay_disputed_passes, replay_open_games,
    replay_recorded_matches,
};

use konoba_rules::{Piece, PieceChoice, Point, Spec};

/// A placement as the transcripts write it: `c4`, or `X@c4` where pieces are chosen.
pub fn written(spec: &Spec, at: Point, piece: Piece) -> String {
    match spec.choice {
        PieceChoice::Own => at.to_string(),
        PieceChoice::Either => format!("{}@{at}", spec.piece(piece).letter),
    }
}
