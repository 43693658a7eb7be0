//! What clients may be told of the errors of the database.

use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use crate::StoreError;
use crate::error::reasons;

/// The classes of database errors after which a retry may succeed: the connection, conflicts,
/// resources, locks, and intervention by an operator.
const PASSING: [&str; 5] = ["08", "40", "53", "55", "57"];

/// Why something was not read: the database could not be asked, or what it holds cannot be read.
#[derive(Debug)]
pub(super) enum Failed {
    Database(Error),
    Unreadable,
    /// A later program wrote it.
    Newer,
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self::Database(error)
    }
}

impl Failed {
    /// What clients may be told of it, while the cause goes to the log.
    pub(super) fn explained(&self) -> StoreError {
        match self {
            Self::Database(error) => explained(error),
            Self::Unreadable => {
                tracing::error!("the database holds what cannot be read");
                StoreError::Corrupt
            }
            Self::Newer => StoreError::Newer,
        }
    }
}

/// What clients may be told of tables that cannot be brought up to date. Only a lasting error means
/// that the tables themselves are wrong, unless it is that this user may not change them.
pub(super) fn not_migrated(error: &refinery::Error) -> StoreError {
    let first: &(dyn std::error::Error + 'static) = error;
    let causes = std::iter::successors(Some(first), |error| error.source());
    let cause = causes.filter_map(|cause| cause.downcast_ref::<Error>()).next();
    let passes = |cause: &&Error| {
        let code = cause.code().map(SqlState::code);
        let is_allowed = code != Some(SqlState::INSUFFICIENT_PRIVILEGE.code());
        !is_allowed || code.is_none_or(|code| PASSING.iter().any(|class| code.starts_with(class)))
    };
    match cause.filter(passes) {
        Some(cause) => explained(cause),
        None => StoreError::of_migration(error),
    }
}

/// What clients may be told of an error, whose cause goes to the log.
pub(super) fn explained(error: &Error) -> StoreError {
    tracing::error!(error = reasons(error), "the database cannot be used");
    told(error)
}

/// What clients may be told of an error.
pub(super) fn told(error: &Error) -> StoreError {
    let Some(code) = error.code() else { return StoreError::Gone };
    let is_contended = [
        &SqlState::LOCK_NOT_AVAILABLE,
        &SqlState::T_R_DEADLOCK_DETECTED,
        &SqlState::T_R_SERIALIZATION_FAILURE,
    ];
    match code {
        code if *code == SqlState::DISK_FULL => StoreError::Full,
        code if is_contended.contains(&code) => StoreError::Locked,
        code if *code == SqlState::DATA_CORRUPTED || *code == SqlState::INDEX_CORRUPTED => {
            StoreError::Corrupt
        }
        _ => StoreError::Gone,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_error_says_why() {
        // Nothing listens at a port that was free a moment ago.
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let address = format!("postgres://konoba:secret@{free}/games");
        let connected = tokio_postgres::connect(&address, tokio_postgres::NoTls).await;
        let Err(error) = connected else { panic!("the port is in use") };
        let reasons = reasons(&error);
        assert!(reasons.contains("refused"), "{reasons}");
        assert!(!reasons.contains("secret"), "{reasons}");
    }
}
