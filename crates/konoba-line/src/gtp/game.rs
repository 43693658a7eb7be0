//! The game that a session is about: a position and how it came about.

use konoba_rules::record::NodeId;
use konoba_rules::{AnyPosition, Illegal, Move, Played, Points, Record, Setup};
use konoba_table::Recorded;

/// A game from its beginning to where it stands. Positions are small values, so every one is kept
/// and taking back a move needs no undoing.
#[derive(Clone, Debug)]
pub(super) struct Game {
    start: AnyPosition,
    moves: Vec<PlayedMove>,
}

/// A move and the position after it.
#[derive(Clone, Copy, Debug)]
struct PlayedMove {
    played: Played<Points>,
    after: AnyPosition,
}

impl Game {
    /// The empty board.
    pub(super) fn new(setup: Setup) -> Self {
        Self::from_position(AnyPosition::start(setup))
    }

    /// A game that begins at this position.
    pub(super) fn from_position(start: AnyPosition) -> Self {
        Self { start, moves: Vec::new() }
    }

    /// The game in a record, or its main line up to so many moves: variations may go on from the end of the game.
    pub(super) fn from_record(record: &Record, moves: Option<usize>) -> Self {
        let mut game = Self::from_position(*record.start());
        let moves = moves.unwrap_or_else(|| Recorded::of(record).nodes().len());
        for mv in record.moves().take(moves) {
            game.play(mv).expect("a record holds legal moves only");
        }
        game
    }

    /// The game as a record.
    pub(super) fn to_record(&self) -> Record {
        let is_whole = self.start == AnyPosition::start(self.start.setup());
        let mut record = if is_whole {
            Record::new(self.start.setup())
        } else {
            Record::from_position(&self.start).expect("a game begins where a position can stand")
        };
        let mut cursor = record.cursor_at(NodeId::ROOT);
        for PlayedMove { played, .. } in &self.moves {
            let added = record.play_on(&mut cursor, played.mv);
            added.expect("a game is shorter than a record may be");
        }
        record
    }

    /// Where it stands.
    pub(super) fn position(&self) -> &AnyPosition {
        self.moves.last().map_or(&self.start, |last| &last.after)
    }

    /// What the last move did, if there was one.
    pub(super) fn last(&self) -> Option<&Played<Points>> {
        self.moves.last().map(|last| &last.played)
    }

    /// Plays a move of the side to move, or says why it cannot be played.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), Box<Illegal>> {
        let mut after = *self.position();
        let played = after.play(mv).map_err(Box::new)?;
        self.moves.push(PlayedMove { played, after });
        Ok(())
    }

    /// Takes back the last move. Whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        self.moves.pop().is_some()
    }
}
