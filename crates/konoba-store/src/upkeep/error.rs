//! Why an operator's command cannot go on.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::StoreError;
use crate::error::reasons;

/// Why an operator's command cannot go on. An operator may know the cause, which is said whole and once: none of these has a
/// source that would be said again.
#[derive(Debug, thiserror::Error)]
pub enum UpkeepError {
    /// SQLite's reason.
    #[error("{}", of_sqlite(.0))]
    Sqlite(rusqlite::Error),
    /// PostgreSQL's reason.
    #[error("PostgreSQL: {}", of_postgres(.0))]
    Postgres(tokio_postgres::Error),
    /// A store's reason.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// Another of these, with the file that it is about.
    #[error("{}: {why}", path.display())]
    At {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: Box<UpkeepError>,
    },
    /// The data is not what the command needs.
    #[error("{0}")]
    Data(String),
}

impl UpkeepError {
    /// The same error, with the file that it is about.
    pub(super) fn at(self, path: &Path) -> Self {
        match self {
            Self::At { .. } | Self::Data(_) => self,
            error => Self::At { path: path.to_owned(), why: Box::new(error) },
        }
    }

    /// Whether a file is damaged: what is in it cannot be read, however often it is tried.
    pub fn is_damage(&self) -> bool {
        match self {
            Self::Sqlite(error) => error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt),
            Self::Store(error) => *error == StoreError::Corrupt,
            Self::At { why, .. } => why.is_damage(),
            _ => false,
        }
    }

    /// Whether there is no room for what is written.
    pub(super) fn is_full(&self) -> bool {
        matches!(self, Self::Sqlite(error) if error.sqlite_error_code() == Some(ErrorCode::DiskFull))
    }
}

impl From<rusqlite::Error> for UpkeepError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<tokio_postgres::Error> for UpkeepError {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::Postgres(error)
    }
}

fn of_sqlite(error: &rusqlite::Error) -> String {
    let known = match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => "the disk is full",
        Some(ErrorCode::NotADatabase) => "this is no database of SQLite",
        Some(ErrorCode::ReadOnly) => "this user may not write to the database or to its folder",
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "the database is locked by another process; try again in a moment"
        }
        _ => return format!("SQLite: {error}"),
    };
    known.to_owned()
}

fn of_postgres(error: &tokio_postgres::Error) -> String {
    error.as_db_error().map_or_else(|| reasons(error), |error| error.message().to_owned())
}
