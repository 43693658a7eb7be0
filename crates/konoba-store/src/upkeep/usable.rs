//! Whether a server of this program could start on a file.

use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::backup::beside;
use super::copy::UNFINISHED;
use super::database::{HISTORY, PATIENCE};
use super::error::UpkeepError;
use crate::sqlite::newest_version;

/// Fails where no server of this program could start on a file that is there: it is no database, it is damaged where a server
/// looks first, or a newer program wrote it. A file without tables is taken: they are made in it. Nothing is changed.
pub fn ensure_usable(file: &Path) -> Result<(), UpkeepError> {
    let version = newest_in(file).map_err(|error| UpkeepError::from(error).at(file))?;
    let known = newest_version();
    let why = match version {
        UNFINISHED => {
            "a copy into this database was interrupted; start `konoba admin copy` again".to_owned()
        }
        version if version > known => format!(
            "a newer konoba wrote this database (version {version} of the database; this program knows {known}); \
             start that program"
        ),
        _ => return Ok(()),
    };
    Err(UpkeepError::Data(format!("{}: {why}", file.display())))
}

/// The newest version of the tables that is noted in a file; 0 where none is.
fn newest_in(file: &Path) -> rusqlite::Result<i64> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    // A log that a server left behind stays for the next one.
    let has_log = beside(file, "-wal").exists();
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, has_log)?;
    let count: i64 = connection.query_row(HISTORY, [], |row| row.get(0))?;
    if count == 0 {
        return Ok(0);
    }
    let sql = "select coalesce(max(version), 0) from refinery_schema_history";
    connection.query_row(sql, [], |row| row.get(0))
}
