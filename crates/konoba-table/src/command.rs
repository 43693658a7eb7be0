//! What a seat can ask of its table.

use konoba_rules::Move;

use crate::Version;

/// Something that a seat wants done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Play a move. A forced pass needs none: the table plays it by itself.
    Play(Move),
    /// Give the game up.
    Resign,
    /// Point out that the time of the seat to move is up.
    Flag,
    /// Wish for something. Where no other player has to agree, it happens at once. Wishing for what
    /// the other seat has already asked for agrees to a rematch.
    Ask(Wish),
    /// Agree to what the other seat has asked for.
    Accept(Wish),
    /// Say no to it.
    Decline(Wish),
}

/// Something that both seats have to agree about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wish {
    /// To take the asking seat's last decision back, with all that came after it.
    Undo,
    /// To play again, the one who moved second now first.
    Rematch,
}

/// An action, and what its seat had seen when it decided on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Command {
    /// What is wanted.
    pub action: Action,
    /// The version of the table that the seat saw. A command that has missed something is refused;
    /// one that does not say is taken as it comes.
    pub seen: Option<Version>,
}

impl Command {
    /// The same by a seat that has seen this version of the table.
    pub const fn seeing(self, version: Version) -> Self {
        Self { seen: Some(version), ..self }
    }
}

impl From<Action> for Command {
    fn from(action: Action) -> Self {
        Self { action, seen: None }
    }
}
