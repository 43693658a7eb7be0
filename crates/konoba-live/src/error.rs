//! Why the house refuses a request.

use std::sync::Arc;

use konoba_store::StoreError;
use konoba_table::{Event, NO_ENGINE, NameError, Refused, Table};

use crate::schedule::{Overload, Unfinished};

/// Why the house refuses a request. As text it is the sentence for the player.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HouseError {
    /// There is no table of that name.
    #[error("There is no such table.")]
    NoTable,
    /// The caller holds no seat, or not this one.
    #[error("You have no seat at this table.")]
    NotSeated,
    /// The guest has logged out, through this door or another.
    #[error(
        "You were logged out here. The code of your seat brings you back, unless it was replaced."
    )]
    SignedOut,
    /// A seat is still empty.
    #[error("Your opponent has not joined yet.")]
    NotBegun,
    /// Another player was faster.
    #[error("Both seats are taken.")]
    SeatTaken,
    /// The seat is kept for the player who has the link.
    #[error("This seat is kept for a friend with an invitation.")]
    NotInvited,
    /// The guest holds the other seat already.
    #[error("You sit at this table already.")]
    SitsAlready,
    /// The offer was withdrawn.
    #[error("This table is no longer offered.")]
    Withdrawn,
    /// The table refuses: the move is illegal, or it is not the seat's turn, and so on.
    #[error("{}", .0.says)]
    Table(Box<TableRefusal>),
    /// The order has the id of another order, of the other seat or for something else.
    #[error(
        "Another order had this id, so this one was not carried out. Give it an id of its own."
    )]
    MoveIdTaken,
    /// A later program has written what this one cannot read.
    #[error("This game was written by a newer program and can only be looked at.")]
    Unread,
    /// The guest has as many games as a guest may have.
    #[error("You have {0} games that are not over; that is as many as one can have.")]
    TooManyTables(usize),
    /// The other player has as many games as a guest may have.
    #[error("Your opponent has {0} games that are not over; that is as many as one can have.")]
    OpponentHasTooManyTables(usize),
    /// The guest has as many open offers as may be.
    #[error("You have too many open offers. Cancel one, or wait until a player joins.")]
    TooManyOffers,
    /// The address that the guest comes from has as many open offers as may be, of whichever guests.
    #[error(
        "There are too many open offers from your internet address. Wait until a player joins one of them."
    )]
    TooManyOffersOfAddress,
    /// The table has as many watchers as it may have.
    #[error("This game has as many watchers as it can have.")]
    TooManyWatchers,
    /// Remarks are for two people who play from places of their own.
    #[error("There is no opponent here who could read it.")]
    NoListener,
    /// A player has said much just now.
    #[error("You have said a lot just now. Wait a few seconds.")]
    TooManyRemarks,
    /// More is asked of this table than it can answer.
    #[error("Too much is asked of this game just now. Try again in a moment.")]
    Busy,
    /// A game that any player may join cannot be private.
    #[error("A game that anyone may join is public.")]
    OpenIsPublic,
    /// A game that was begun elsewhere goes on between those who have begun it.
    #[error("A game that was begun elsewhere goes on against the computer or on the same device.")]
    RecordOfOthers,
    /// An engine was asked about a game between people that goes on.
    #[error("{NO_ENGINE}")]
    FairPlay,
    /// The processors have too much to do.
    #[error("{0}")]
    Overload(#[from] Overload),
    /// The work panicked or gave no result.
    #[error("The server could not do that. Nothing is lost; try something else.")]
    Failed,
    /// No guest may have this name.
    #[error("{0}")]
    Name(#[from] NameError),
    /// There is no engine in the house.
    #[error("This server has no computer opponent.")]
    NoEngine,
    /// The engine has no such level.
    #[error("There is no such level.")]
    NoLevel,
    /// The store refused or failed, and so nothing has happened.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The house is closing.
    #[error("The server is restarting. Your games are safe; come back in a moment.")]
    Closing,
}

/// A refusal by the table, with what is needed to explain it.
#[derive(Clone, Debug)]
pub struct TableRefusal {
    /// Why.
    pub refused: Refused,
    /// The same in a sentence.
    pub says: String,
    /// The events that the caller had not seen, if that was the reason and it is not too long ago.
    pub missed: Vec<Event>,
    /// The table that refused.
    pub table: Arc<Table>,
}

impl HouseError {
    /// Whether the caller had seen more of the table than its keeper.
    pub(crate) fn is_ahead(&self) -> bool {
        matches!(self, Self::Table(why) if matches!(why.refused, Refused::Ahead { .. }))
    }

    /// The stable id that scripts rely on.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::NoTable => "no-table",
            Self::NotSeated => "not-seated",
            Self::SignedOut => "signed-out",
            Self::NotBegun => "not-begun",
            Self::SeatTaken => "seat-taken",
            Self::NotInvited => "not-invited",
            Self::SitsAlready => "sits-already",
            Self::Withdrawn => "withdrawn",
            Self::Table(refusal) => refusal.refused.id(),
            Self::MoveIdTaken => "move-id-taken",
            Self::Unread => "unread",
            Self::TooManyTables(_) => "too-many-tables",
            Self::OpponentHasTooManyTables(_) => "opponent-has-too-many-tables",
            Self::TooManyOffers | Self::TooManyOffersOfAddress => "too-many-offers",
            Self::TooManyWatchers => "too-many-watchers",
            Self::NoListener => "no-listener",
            Self::TooManyRemarks => "too-many-remarks",
            Self::Busy => "busy",
            Self::OpenIsPublic => "open-is-public",
            Self::RecordOfOthers => "record-of-others",
            Self::FairPlay => "fair-play",
            Self::Overload(overload) => overload.id(),
            Self::Failed => "failed",
            Self::Name(error) => error.id(),
            Self::NoEngine => "no-engine",
            Self::NoLevel => "no-level",
            Self::Store(error) => error.id(),
            Self::Closing => "closing",
        }
    }
}

impl From<Unfinished> for HouseError {
    fn from(unfinished: Unfinished) -> Self {
        match unfinished {
            Unfinished::Overload(overload) => Self::Overload(overload),
            Unfinished::Failed => Self::Failed,
        }
    }
}
