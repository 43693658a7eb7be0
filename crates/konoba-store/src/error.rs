//! Why a store refuses a request or fails.

use crate::GuestId;

/// Why a store refuses a request or fails. The text says what a player may know; the cause is
/// logged where it happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// Another writer has written this version of the table, or taken this seat.
    #[error("Something else happened at the same time, so this was not done. Try again.")]
    Conflict,
    /// The store does not hold the event that this follows: it has lost it, or holds another in its
    /// place.
    #[error("The server lost what happened last. The board shows how the game stands now.")]
    Lost,
    /// A command with this name has been written at this table.
    #[error("This command has been carried out already.")]
    Repeated,
    /// A guest has as many tables that are not over as one may have.
    #[error("You have too many games that are not over.")]
    TooManyTables(GuestId),
    /// The offer that a player was to leave for a game is no longer open.
    #[error("This table is no longer offered.")]
    NotWaiting,
    /// There is no room on the disk.
    #[error("The server's disk is full, so this could not be saved. Try again later.")]
    Full,
    /// Another process holds the database.
    #[error(
        "The server's database is in use elsewhere, so this could not be done. Try again in a moment."
    )]
    Locked,
    /// The file is not where it was, or cannot be written.
    #[error("The server cannot reach its database. Try again in a moment.")]
    Gone,
    /// What is in the file is damaged.
    #[error(
        "The server's database is damaged, so this could not be done. Please tell the operator."
    )]
    Corrupt,
    /// A later program wrote this, in a way that this one cannot read.
    #[error("A newer program wrote this, and this one cannot read it.")]
    Newer,
    /// The queue of writes is full, or that of reads.
    #[error("The server is too busy, so this was not done. Try again in a moment.")]
    Busy,
    /// The house is closing.
    #[error("The server is stopping, so this may not have been done. Look again in a moment.")]
    Closed,
}

impl StoreError {
    /// What may be said of a database that cannot be migrated, whose cause goes to the log.
    pub(crate) fn of_migration(error: &refinery::Error) -> Self {
        tracing::error!(error = reasons(error), "database migration failed");
        match error.kind() {
            refinery::error::Kind::MissingVersion(_) => Self::Newer,
            _ => Self::Corrupt,
        }
    }

    /// The stable id that scripts rely on.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Conflict => "conflict",
            Self::Lost => "store-lost",
            Self::Repeated => "repeated",
            Self::TooManyTables(_) => "too-many-tables",
            Self::NotWaiting => "not-waiting",
            Self::Full => "store-full",
            Self::Locked => "store-locked",
            Self::Gone => "store-gone",
            Self::Corrupt => "store-corrupt",
            Self::Newer => "store-newer",
            Self::Busy => "store-busy",
            Self::Closed => "store-closed",
        }
    }
}

/// An error with everything that led to it: by itself it may only say what was tried.
pub(crate) fn reasons(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let causes: Vec<String> = causes.map(ToString::to_string).collect();
    causes.join(": ")
}
