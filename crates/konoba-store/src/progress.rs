//! How a game stands, as far as lists show it: whose turn it is, and who has won.

use konoba_table::{Ending, Event, Moment, Seat, Table};

/// How a game stands, beside how far its table has come.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// The seat whose move is awaited; none before the game and after it.
    pub to_move: Option<Seat>,
    /// What came of the game; none while it goes on.
    pub result: Option<GameResult>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// The seat that has won; none where the game was ended from outside.
    pub winner: Option<Seat>,
    /// By what it was won; none where the game was ended from outside.
    pub ending: Option<Ending>,
    /// When the game ended.
    pub at: Moment,
}

impl Progress {
    /// How the game of a table stands. What was known before tells when it ended, since other things may
    /// have happened at the table afterwards.
    pub fn of(table: &Table, before: Self) -> Self {
        let outcome = table.outcome();
        let result = table.is_over().then(|| GameResult {
            winner: outcome.map(|outcome| outcome.seat),
            ending: outcome.map(|outcome| outcome.ending),
            at: before.result.map_or(table.latest(), |known| known.at),
        });
        Self { to_move: table.seat_to_move(), result }
    }

    /// How a game stands that begins with these events, if it has begun.
    pub fn of_opening(events: &[Event]) -> Self {
        let table = Table::replay(events).ok();
        table.map_or_else(Self::default, |table| Self::of(&table, Self::default()))
    }
}
