//! The connection: made, lost and made again, and what may be said of its errors.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error};

use super::database::Database;
use super::session::{self, Backend, Purpose};
use crate::StoreError;
use crate::store::Result;

mod migrations {
    // The macro documents nothing of what it makes.
    #![allow(missing_docs, unreachable_pub)]
    refinery::embed_migrations!("migrations-postgres");
}

/// How long it may take until a new connection can be used, and what is left of the one before is over.
const BEGINNING: Duration = Duration::from_secs(5);
/// Two machines that start at once bring the tables up to date one after the other, however long that
/// takes. What waits for a table then makes everybody wait behind it who wants to play at it, and so
/// it does not wait long for whoever holds it, such as a dump.
const MIGRATION_LOCK: i64 = 0x6b6f_6e6f_6261;
const MIGRATION_SESSION: &str = "set lock_timeout = '3s'";
/// The classes of errors of the database that pass: the connection, conflicts, resources, locks, and
/// somebody who intervenes.
const PASSING: [&str; 5] = ["08", "40", "53", "55", "57"];

/// Why something was not read: the database could not be asked, or what it holds means nothing.
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

/// A connection that is made when it is needed.
pub(super) struct Link {
    database: Database,
    purpose: Purpose,
    open: Option<Open>,
    /// What the database may still have of the connection before.
    behind: Option<Backend>,
}

struct Open {
    client: Arc<Client>,
    backend: Backend,
}

impl Link {
    pub(super) const fn to(database: Database, purpose: Purpose) -> Self {
        Self { database, purpose, open: None, behind: None }
    }

    /// Brings the tables up to date, and finds a name for this machine that no other has.
    pub(super) async fn begin(&mut self) -> Result<String> {
        self.migrate().await?;
        let client = self.client().await?;
        let name = client.query_typed_one("select gen_random_uuid()::text", &[]).await;
        name.map(|row| row.get(0)).map_err(|error| explained(&error))
    }

    async fn migrate(&mut self) -> Result<()> {
        let (mut client, connection) = self.database.connect().await?;
        let driving = tokio::spawn(connection);
        let lock = format!("select pg_advisory_lock({MIGRATION_LOCK}); {MIGRATION_SESSION}");
        client.batch_execute(&lock).await.map_err(|error| explained(&error))?;
        let migrated = migrations::migrations::runner().run_async(&mut client).await;
        // The lock goes with the connection.
        driving.abort();
        migrated.map(drop).map_err(|error| not_migrated(&error))
    }

    /// The connection, made again if it was lost.
    pub(super) async fn client(&mut self) -> Result<Arc<Client>> {
        if let Some(open) = self.open.as_ref().filter(|open| !open.client.is_closed()) {
            return Ok(open.client.clone());
        }
        self.close_behind().await?;
        let open = self.open.as_ref().ok_or(StoreError::Gone)?;
        Ok(open.client.clone())
    }

    /// Connects anew. What the database still has of the connection before is ended, and is over
    /// when this returns.
    pub(super) async fn close_behind(&mut self) -> Result<()> {
        self.let_go();
        let (database, before) = (self.database.clone(), self.behind.clone());
        let purpose = self.purpose;
        let connected = timeout(database.patience() + BEGINNING, async {
            let (client, connection) = database.connect().await?;
            tokio::spawn(connection);
            let begin = async {
                let backend = session::begin(&client, purpose).await?;
                if let Some(before) = &before {
                    session::end(&client, before).await?;
                }
                Ok(backend)
            };
            let backend = begin.await.map_err(|error: Error| explained(&error))?;
            Ok(Open { client: Arc::new(client), backend })
        });
        let connected = connected.await.map_err(|_| {
            tracing::error!("the database does not answer");
            StoreError::Gone
        })?;
        self.open = Some(connected?);
        self.behind = None;
        Ok(())
    }

    /// Whether there was a connection when it was last needed.
    pub(super) const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Lets go of the connection, to be made anew by whoever needs it next.
    pub(super) fn let_go(&mut self) {
        self.behind = self.open.take().map(|open| open.backend).or(self.behind.take());
    }
}

impl Failed {
    /// What may be said of it, while the cause goes to the log.
    pub(super) fn explained(&self) -> StoreError {
        match self {
            Self::Database(error) => explained(error),
            Self::Unreadable => {
                tracing::error!("the books hold what cannot be read");
                StoreError::Corrupt
            }
            Self::Newer => StoreError::Newer,
        }
    }
}

/// What may be said of tables that cannot be brought up to date. Only what does not pass is wrong with
/// the tables themselves.
fn not_migrated(error: &refinery::Error) -> StoreError {
    let first: &(dyn std::error::Error + 'static) = error;
    let causes = std::iter::successors(Some(first), |error| error.source());
    let cause = causes.filter_map(|cause| cause.downcast_ref::<Error>()).next();
    let passes = |cause: &&Error| {
        let code = cause.code().map(SqlState::code);
        code.is_none_or(|code| PASSING.iter().any(|class| code.starts_with(class)))
    };
    match cause.filter(passes) {
        Some(cause) => explained(cause),
        None => StoreError::of_migration(error),
    }
}

/// What may be said of an error, whose cause goes to the log.
pub(super) fn explained(error: &Error) -> StoreError {
    let cause = error.as_db_error().map(ToString::to_string);
    tracing::error!(%error, ?cause, "the database cannot be used");
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
