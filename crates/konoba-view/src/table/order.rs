//! What can be done at a table, by the words in which clients ask for it.

use konoba_rules::{Move, Spec};
use konoba_table::{Action, Wish};
use serde::{Deserialize, Serialize};

use crate::Impossible;

/// What can be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// Play the move.
    Play,
    /// Swap: take the first side.
    Swap,
    /// Resign.
    Resign,
    /// Point out that the other's time is up.
    Flag,
    /// Ask to take your last move back.
    Undo,
    /// Agree to that.
    AcceptUndo,
    /// Say no to it.
    DeclineUndo,
    /// Ask to play again.
    Rematch,
    /// Agree to that.
    AcceptRematch,
    /// Say no to it.
    DeclineRematch,
}

impl What {
    /// The same for a table, with the move where one is to be played.
    pub fn action(self, mv: Option<&str>, spec: &'static Spec) -> Result<Action, Impossible> {
        Ok(match self {
            Self::Play => {
                let no_move = |_| {
                    let says = "That is not a move in any form that is understood.";
                    Impossible::new("not-a-move", says)
                };
                Action::Play(Move::read(mv.unwrap_or_default(), spec).map_err(no_move)?)
            }
            Self::Swap => Action::Play(Move::Swap),
            Self::Resign => Action::Resign,
            Self::Flag => Action::Flag,
            Self::Undo => Action::Ask(Wish::Undo),
            Self::AcceptUndo => Action::Accept(Wish::Undo),
            Self::DeclineUndo => Action::Decline(Wish::Undo),
            Self::Rematch => Action::Ask(Wish::Rematch),
            Self::AcceptRematch => Action::Accept(Wish::Rematch),
            Self::DeclineRematch => Action::Decline(Wish::Rematch),
        })
    }
}
