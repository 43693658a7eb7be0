//! What every interface knows of the engine.

use std::ops::RangeInclusive;

use konoba_rules::{AnyPosition, Level};
use konoba_scene::Advice;
use konoba_table::{Action, Name, Table};

use crate::Budget;

/// Plays for the seats that are not people's, and advises people. One thinker may be asked by several
/// threads at once. It looks often whether its budget is used up, and then answers with the best that
/// it has found.
pub trait Thinker: Send + Sync {
    /// The levels at which it plays.
    fn levels(&self) -> RangeInclusive<Level> {
        Level::WEAKEST..=Level::STRONGEST
    }

    /// What it is called at a level.
    fn name(&self, level: Level) -> Name {
        Name::of_engine(level)
    }

    /// What it does at a table where it is to move, at the level of its seat.
    fn choose(&self, table: &Table, budget: Budget<'_>) -> Action;

    /// What it thinks, at its full strength, of a position in which the game is not over.
    fn advise(&self, position: &AnyPosition, budget: Budget<'_>) -> Advice;
}
