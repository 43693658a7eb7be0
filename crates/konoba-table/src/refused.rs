//! Why a table refuses a command: data, for which `words.rs` has the sentence.

use konoba_rules::record;
use konoba_scene::Refusal;

use crate::{Frozen, Moment, Outcome, Seat, Version, Wish};

/// Why a command is refused. A refused command has changed nothing.
#[derive(Clone, Debug)]
pub enum Refused {
    /// The move breaks the rules of the game.
    Illegal(Box<Refusal>),
    /// It is the other seat's turn.
    NotYourTurn {
        /// Whose turn it is.
        to_move: Seat,
    },
    /// The game is over.
    GameOver(Outcome),
    /// The game was ended from outside, with this result.
    Closed(record::Outcome),
    /// The game is not over yet.
    GameGoesOn,
    /// Something has happened that the seat had not seen: every event after `seen`.
    Stale {
        /// The version that the seat saw.
        seen: Version,
        /// The version of the table.
        current: Version,
    },
    /// The seat claims to have seen a version that this table has not reached: the owner of the
    /// table is behind and has to look again.
    Ahead {
        /// The version that the seat saw.
        seen: Version,
        /// The version of the table.
        current: Version,
    },
    /// No move of the seat can be taken back.
    NothingToUndo,
    /// So many moves have been taken back that the game can only go on.
    UndoneTooOften,
    /// A resignation or a fallen flag is final.
    Final(Outcome),
    /// There is a question on the table, to be answered before another is asked.
    QuestionOpen {
        /// Who asked.
        by: Seat,
        /// For what.
        wish: Wish,
    },
    /// The other seat has declined this too often; an undo may be asked for again after a move.
    Declined(Wish),
    /// There is no such question to answer.
    NothingAsked(Wish),
    /// The question is for the other seat to answer.
    OwnQuestion(Wish),
    /// There is time left, or there is no clock, or it does not run.
    TimeLeft {
        /// When the time will be up, if a clock runs.
        deadline: Option<Moment>,
    },
    /// The next game has been agreed.
    AlreadyRematched,
    /// An engine of the house plays and resigns, and has no wishes.
    EngineHasNoWishes,
    /// The table can only be read.
    Frozen(Frozen),
}

impl Refused {
    /// The stable id that scripts rely on; that of the rule where a move is illegal.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Illegal(refusal) => refusal.why.id(),
            Self::NotYourTurn { .. } => "not-your-turn",
            Self::GameOver(_) => "game-over",
            Self::Closed(_) => "game-closed",
            Self::GameGoesOn => "game-goes-on",
            Self::Stale { .. } => "stale",
            Self::Ahead { .. } => "ahead",
            Self::NothingToUndo => "nothing-to-undo",
            Self::UndoneTooOften => "undone-too-often",
            Self::Final(_) => "final",
            Self::QuestionOpen { .. } => "question-open",
            Self::Declined(Wish::Undo) => "undo-declined",
            Self::Declined(Wish::Rematch) => "rematch-declined",
            Self::NothingAsked(_) => "nothing-asked",
            Self::OwnQuestion(_) => "own-question",
            Self::TimeLeft { .. } => "time-left",
            Self::AlreadyRematched => "already-rematched",
            Self::EngineHasNoWishes => "engine-has-no-wishes",
            Self::Frozen(_) => "frozen",
        }
    }

    /// The versions of the events that the seat had not seen; none where that was not the reason.
    pub fn missed(&self) -> impl Iterator<Item = Version> + use<> {
        match *self {
            Self::Stale { seen, current } => seen + 1..current + 1,
            _ => 0..0,
        }
    }
}
