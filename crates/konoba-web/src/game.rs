//! A game as the page tells of it: how it is set up and what was played.

use konoba_rules::{AnyPosition, Move, Record, Setup};
use konoba_scene::{Scene, paint_svg_part};
use konoba_table::{Moment, Opened, Table};
use konoba_view::{LinesView, MoveAnswer};
use serde::Deserialize;

use crate::failed::Failed;

/// A game: how it is set up and what was played.
#[derive(Deserialize)]
pub(crate) struct Game {
    setup: String,
    /// Moves with blanks between them.
    #[serde(default)]
    moves: String,
}

/// The empty board of a set-up, as it stands in a page.
pub(crate) fn empty_board(setup: &str) -> Result<String, Failed> {
    let start = AnyPosition::start(read_setup(setup)?);
    Ok(paint_svg_part(&Scene::of(&start)))
}

fn read_setup(text: &str) -> Result<Setup, Failed> {
    text.parse().map_err(|error: konoba_rules::SetupError| Failed::new("set-up", error.to_string()))
}

impl Game {
    /// The record of the game.
    fn record(&self) -> Result<Record, Failed> {
        let setup = read_setup(&self.setup)?;
        let mut record = Record::new(setup);
        let mut at = record.last();
        for word in self.moves.split_whitespace() {
            let mv = read_move(word, setup)?;
            let illegal = |_| Failed::new("illegal", format!("{word} cannot be played."));
            at = record.play(at, mv).map_err(illegal)?;
        }
        Ok(record)
    }

    /// The position at its end.
    pub(crate) fn position(&self) -> Result<AnyPosition, Failed> {
        let record = self.record()?;
        Ok(record.position_at(record.last()))
    }

    /// A table at which it is played.
    fn table(&self) -> Result<Table, Failed> {
        let record = self.record()?;
        let events = Opened::of(&record).events_of(&record, Moment::from_millis(0));
        Table::replay(&events).map_err(|_| Failed::new("record", "The game cannot be replayed."))
    }

    /// What a move of the side to move would do, or why it may not be played.
    pub(crate) fn why(&self, mv: &str) -> Result<MoveAnswer, Failed> {
        let table = self.table()?;
        let mv = read_move(mv, table.setup())?;
        let seat = table.seat_of(table.position().to_move());
        Ok(MoveAnswer::of(&table, seat, mv))
    }

    /// The lines that are still open.
    pub(crate) fn lines(&self) -> Result<LinesView, Failed> {
        Ok(LinesView::of(&self.table()?))
    }
}

/// A move as it is written.
pub(crate) fn read_move(word: &str, setup: Setup) -> Result<Move, Failed> {
    Move::read(word, setup.spec).map_err(|_| Failed::new("not-a-move", "That is not a move."))
}
