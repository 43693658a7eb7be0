//! What a line means that a person says at a table.

use konoba_table::{Action, Seat};

/// What a line comes to. The keeper of the table does it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// Nothing is to be done. This, which may be nothing, is said in whole lines, and then comes
    /// the question.
    Said(String),
    /// A seat wants something done at the table.
    Act(Seat, Action),
    /// The person wants to be told a good move.
    Hint,
    /// The person wants to see where the engine looks.
    Thoughts,
    /// The person wants the game written into a file.
    Save(String),
    /// The person wants to go on with the game in a file.
    Load(String),
    /// The person wants to leave.
    Quit,
}

/// Something that is only said, as whole lines.
pub(super) fn said(text: &str) -> Meaning {
    Meaning::Said(format!("{text}\n"))
}
