//! A database as an operator's command sees it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, params_from_iter};

use super::error::UpkeepError;
use super::postgres::Connected;
use super::value::Value;
use crate::{Append, Secrets};

/// How long a file may be held by a server before that is an error.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Whether there is the list of migrations, which every database of this program has.
pub(super) const HISTORY: &str =
    "select count(*) from sqlite_schema where name = 'refinery_schema_history'";
const POSTGRES_HISTORY: &str = "select count(*) from pg_tables
    where tablename = 'refinery_schema_history' and schemaname = any (current_schemas(false))";

/// How often it is looked for servers on a database before they are taken for such, and how long between.
const LOOKS: u32 = 20;
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// A database as an operator's command sees it: one connection, without the rules of play.
#[derive(Debug)]
pub struct Upkeep(Kind);

enum Kind {
    Sqlite(Connection, PathBuf),
    Postgres(Connected),
}

impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Sqlite(..) => "Sqlite",
            Self::Postgres(_) => "Postgres",
        })
    }
}

impl Upkeep {
    /// Opens a file that is there. It is not brought up to date, and a server may be using it.
    pub fn sqlite(path: &Path) -> Result<Self, UpkeepError> {
        let open = || {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let connection = Connection::open_with_flags(path, flags)?;
            connection.busy_timeout(PATIENCE)?;
            connection.pragma_update(None, "foreign_keys", true)?;
            connection.pragma_update(None, "synchronous", "full")?;
            // As for a server: names that are deleted leave nothing behind.
            connection.pragma_update(None, "secure_delete", true)?;
            Ok(connection)
        };
        let connection = open().map_err(|error: rusqlite::Error| in_file(error, path))?;
        Ok(Self(Kind::Sqlite(connection, path.to_owned())))
    }

    /// Connects to a PostgreSQL database. It is not brought up to date, and servers may be using it.
    pub fn postgres(url: &str) -> Result<Self, UpkeepError> {
        Ok(Self(Kind::Postgres(Connected::to(url)?)))
    }

    /// Whether it is PostgreSQL.
    pub const fn is_postgres(&self) -> bool {
        matches!(self.0, Kind::Postgres(_))
    }

    /// Whether a store that opens this would first bring it up to date. The server that wrote it could not be started on it
    /// again.
    pub fn is_older(&self) -> Result<bool, UpkeepError> {
        let last = match self.0 {
            Kind::Sqlite(..) => crate::sqlite::newest_version(),
            Kind::Postgres(_) => crate::postgres::newest_version(),
        };
        let sql = "select count(*) from refinery_schema_history where version >= $1";
        Ok(!self.has_history()? || self.number(sql, &[last.into()])? == 0)
    }

    /// Fails where no store has ever opened this: it is empty, or belongs to another program.
    pub fn ensure_of_konoba(&self) -> Result<(), UpkeepError> {
        let why = "this is no database of konoba";
        match (self.has_history()?, &self.0) {
            (true, _) => Ok(()),
            (false, Kind::Postgres(_)) => Err(UpkeepError::Data(format!("the database: {why}"))),
            (false, Kind::Sqlite(_, path)) => {
                Err(UpkeepError::Data(format!("{}: {why}", path.display())))
            }
        }
    }

    fn has_history(&self) -> Result<bool, UpkeepError> {
        let sql = if self.is_postgres() { POSTGRES_HISTORY } else { HISTORY };
        Ok(self.number(sql, &[])? > 0)
    }

    /// The rows that a statement gives.
    pub fn query(&self, sql: &str, values: &[Value]) -> Result<Vec<Vec<Value>>, UpkeepError> {
        match &self.0 {
            Kind::Postgres(connected) => Ok(connected.query(sql, values)?),
            Kind::Sqlite(connection, path) => {
                let query = || {
                    let mut statement = connection.prepare_cached(sql)?;
                    let count = statement.column_count();
                    let rows = statement.query_map(params_from_iter(values), |row| {
                        (0..count).map(|index| row.get(index)).collect()
                    })?;
                    rows.collect::<Result<Vec<_>, _>>()
                };
                query().map_err(|error| in_file(error, path))
            }
        }
    }

    /// The one number that a statement gives.
    pub fn number(&self, sql: &str, values: &[Value]) -> Result<i64, UpkeepError> {
        let rows = self.query(sql, values)?;
        Ok(rows.first().and_then(|row| row.first()?.integer()).unwrap_or_default())
    }

    /// Changes something; how many rows were changed.
    pub fn execute(&self, sql: &str, values: &[Value]) -> Result<u64, UpkeepError> {
        self.execute_all(sql, &[values.to_vec()])
    }

    /// Changes something once for each row of values; how many rows were changed in all.
    pub fn execute_all(&self, sql: &str, rows: &[Vec<Value>]) -> Result<u64, UpkeepError> {
        match &self.0 {
            Kind::Postgres(connected) => Ok(connected.execute_all(sql, rows)?),
            Kind::Sqlite(connection, path) => {
                let execute = || {
                    let mut statement = connection.prepare_cached(sql)?;
                    let mut changed = 0;
                    for row in rows {
                        changed += statement.execute(params_from_iter(row))? as u64;
                    }
                    Ok(changed)
                };
                execute().map_err(|error| in_file(error, path))
            }
        }
    }

    /// Does something in one transaction: all of it is kept, or nothing.
    pub fn transact<T>(
        &self,
        work: impl FnOnce(&Self) -> Result<T, UpkeepError>,
    ) -> Result<T, UpkeepError> {
        self.batch(if self.is_postgres() { "begin" } else { "begin immediate" })?;
        let done = work(self);
        let end = self.batch(if done.is_ok() { "commit" } else { "rollback" });
        // What went wrong first is what the operator has to know.
        let done = done?;
        end?;
        Ok(done)
    }

    /// Forgets a guest and keeps what becomes of the guest's tables: all of it, or nothing where a table has changed
    /// meanwhile, which is said as a conflict or as a loss ([`crate::StoreError`]).
    pub fn forget_guest(&self, secrets: Secrets, tables: Vec<Append>) -> Result<(), UpkeepError> {
        match &self.0 {
            Kind::Postgres(connected) => Ok(connected.forget(secrets, tables)?),
            Kind::Sqlite(connection, _) => self.transact(|_| {
                Ok(crate::sqlite::forget_with_tables(connection, &secrets, &tables)?)
            }),
        }
    }

    fn batch(&self, sql: &str) -> Result<(), UpkeepError> {
        match &self.0 {
            Kind::Postgres(connected) => Ok(connected.batch(sql)?),
            Kind::Sqlite(connection, path) => {
                connection.execute_batch(sql).map_err(|error| in_file(error, path))
            }
        }
    }

    /// Fails if a server is connected to this PostgreSQL database. For a file, the caller must take
    /// the lock beside it, which shows whether a server uses it.
    pub fn ensure_no_server(&self) -> Result<(), UpkeepError> {
        if !self.is_postgres() {
            return Ok(());
        }
        let sql = "select count(*) from pg_stat_activity where datname = current_database()
            and application_name = 'konoba' and pid <> pg_backend_pid()";
        // The database needs a moment to notice that connections of this very command were closed.
        let mut count = self.number(sql, &[])?;
        for _ in 0..LOOKS {
            if count == 0 {
                return Ok(());
            }
            std::thread::sleep(BETWEEN_LOOKS);
            count = self.number(sql, &[])?;
        }
        let reason = format!(
            "a server is using the database ({count} connections); end every `konoba serve` and `konoba work` first"
        );
        Err(UpkeepError::Data(reason))
    }
}

fn in_file(error: rusqlite::Error, path: &Path) -> UpkeepError {
    UpkeepError::from(error).at(path)
}
