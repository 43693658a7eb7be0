//! The connection: made, lost and made again.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::types::Type;
use tokio_postgres::{Client, Error};

use super::database::Database;
use super::failed::{explained, not_migrated};
use super::session::{self, Backend, Purpose};
use crate::StoreError;
use crate::migrations::tell_of_migrations;
use crate::store::Result;

mod migrations {
    // The macro documents nothing of what it makes.
    #![allow(missing_docs, unreachable_pub)]
    refinery::embed_migrations!("migrations-postgres");
}

/// The version to which this program brings a database.
pub(crate) fn newest_version() -> i64 {
    let runner = migrations::migrations::runner();
    let versions = runner.get_migrations().iter().map(|migration| i64::from(migration.version()));
    versions.max().unwrap_or_default()
}

/// How long it may take until a new connection can be used, and what is left of the one before is over.
const BEGINNING: Duration = Duration::from_secs(5);
/// Two nodes that start at once migrate the database one after the other. A
/// migration that waits for the lock of a database table makes all later statements on it wait too, and
/// so it does not wait long for the holder, such as a dump.
const MIGRATION_LOCK: i64 = 0x6b6f_6e6f_6261;
const MIGRATION_SESSION: &str = "set lock_timeout = '3s'";
/// How long another session may hold the lock of migrations: until the log says so, and until this node gives up, since
/// the session may be one that hangs.
const LOCK_IS_SLOW: Duration = Duration::from_secs(3);
const LOCK_PATIENCE: Duration = Duration::from_secs(60);
const BETWEEN_TRIES: Duration = Duration::from_millis(100);

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

    /// Brings the tables up to date, and finds a name for this node that no other has.
    pub(super) async fn begin(&mut self) -> Result<String> {
        self.migrate().await?;
        let client = self.client().await?;
        let name = client.query_typed_one("select gen_random_uuid()::text", &[]).await;
        name.map(|row| row.get(0)).map_err(|error| explained(&error))
    }

    async fn migrate(&mut self) -> Result<()> {
        let (mut client, connection) = self.database.connect().await?;
        let driving = tokio::spawn(connection);
        lock_migrations(&client).await?;
        client.batch_execute(MIGRATION_SESSION).await.map_err(|error| explained(&error))?;
        // In one transaction, as with SQLite: a migration that is done and not recorded would be done again.
        let migrated =
            migrations::migrations::runner().set_grouped(true).run_async(&mut client).await;
        // The lock goes with the connection.
        driving.abort();
        migrated
            .map(|report| tell_of_migrations(&report, None))
            .map_err(|error| not_migrated(&error))
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

    /// Drops the connection; the next use makes a new one.
    pub(super) fn let_go(&mut self) {
        self.behind = self.open.take().map(|open| open.backend).or(self.behind.take());
    }
}

/// Takes the lock of migrations. While another session holds it, the log says which one, so that an operator can look at it.
async fn lock_migrations(client: &Client) -> Result<()> {
    let (begin, mut is_told) = (Instant::now(), false);
    while !is_locked(client).await.map_err(|error| explained(&error))? {
        if begin.elapsed() >= LOCK_PATIENCE {
            tracing::error!("another session holds the lock of migrations; end it and start again");
            return Err(StoreError::Locked);
        }
        if begin.elapsed() >= LOCK_IS_SLOW && !is_told {
            is_told = true;
            let process = holder(client).await.map_err(|error| explained(&error))?;
            tracing::warn!(process, "waiting for another session that migrates the database");
        }
        sleep(BETWEEN_TRIES).await;
    }
    Ok(())
}

async fn is_locked(client: &Client) -> std::result::Result<bool, Error> {
    let sql = "select pg_try_advisory_lock($1)";
    client.query_typed_one(sql, &[(&MIGRATION_LOCK, Type::INT8)]).await?.try_get(0)
}

/// The process of the database that holds the lock of migrations, if one still does.
async fn holder(client: &Client) -> std::result::Result<Option<i32>, Error> {
    let sql = "select pid from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) | objid::bigint = $1";
    let found = client.query_typed_opt(sql, &[(&MIGRATION_LOCK, Type::INT8)]).await?;
    found.map(|row| row.try_get(0)).transpose()
}
