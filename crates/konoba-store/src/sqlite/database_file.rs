//! The file: opening it, opening it again when something went wrong, and telling what went wrong.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::StoreError;
use crate::fault::Fault;
use crate::migrations::tell_of_migrations;
use crate::outage::{Lasted, Outage};
use crate::owner::{keep_private, open_own};
use crate::store::Result;

mod migrations {
    // The macro documents nothing of what it makes.
    #![allow(missing_docs, unreachable_pub)]
    refinery::embed_migrations!("migrations");
}

/// The newest version of the tables that this program knows.
pub(crate) fn newest_version() -> i64 {
    let runner = migrations::migrations::runner();
    let versions = runner.get_migrations().iter().map(|migration| i64::from(migration.version()));
    versions.max().unwrap_or_default()
}

/// How long the file may be held by another program before that is an error.
const PATIENCE: Duration = Duration::from_secs(1);

/// The file and, while all is well, the connection to it.
pub(super) struct DatabaseFile {
    path: PathBuf,
    open: Option<(Connection, FileId)>,
    trouble: Arc<FileTrouble>,
}

impl DatabaseFile {
    pub(super) fn at(path: &Path) -> Self {
        Self { path: path.to_owned(), open: None, trouble: Arc::default() }
    }

    /// What the log is told of this file.
    pub(super) fn trouble(&self) -> Arc<FileTrouble> {
        self.trouble.clone()
    }

    /// Creates the file where there is none and brings it up to date.
    pub(super) fn create(&mut self) -> Result<()> {
        create_private(&self.path).map_err(|error| {
            tracing::error!(%error, "the database file cannot be created");
            StoreError::Gone
        })?;
        let mut connection = self.connect(OpenFlags::SQLITE_OPEN_CREATE)?;
        // In one transaction: a step that is done and not noted would be done again, which fails.
        let migrated = migrations::migrations::runner().set_grouped(true).run(&mut connection);
        let report = migrated.map_err(|error| not_migrated(&error))?;
        tell_of_migrations(&report, Some(&self.path));
        self.open = Some((connection, self.find()?));
        Ok(())
    }

    /// The connection, opened again if it was lost, unless the file is not there or is another one.
    pub(super) fn connection(&mut self) -> Result<&mut Connection> {
        let file = self.find()?;
        if self.open.as_ref().is_none_or(|(_, open)| *open != file) {
            self.close();
            let connection = self.connect(OpenFlags::empty())?;
            self.open = Some((connection, file));
        }
        let (connection, _) = self.open.as_mut().expect("it has been opened just now");
        Ok(connection)
    }

    fn find(&self) -> Result<FileId> {
        fs::metadata(&self.path).map(|found| FileId::of_file(&found)).map_err(|error| {
            if let Some(Lasted { failures, seconds }) = self.trouble.outage.failed() {
                tracing::error!(%error, failures, seconds, "the database file is gone");
            }
            StoreError::Gone
        })
    }

    /// Closes the file; the next use opens it again.
    pub(super) fn close(&mut self) {
        self.open = None;
    }

    fn connect(&self, flags: OpenFlags) -> Result<Connection> {
        let flags = flags | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connect = || {
            let connection = Connection::open_with_flags(&self.path, flags)?;
            connection.busy_timeout(PATIENCE)?;
            connection.pragma_update(None, "foreign_keys", true)?;
            connection.pragma_update(None, "journal_mode", "wal")?;
            // Names of guests who have left must not stay behind in parts of the file that are free.
            connection.pragma_update(None, "secure_delete", true)?;
            let is_flushed = Fault::wanted() != Some(Fault::NoFsync);
            connection.pragma_update(
                None,
                "synchronous",
                if is_flushed { "full" } else { "off" },
            )?;
            connection.set_prepared_statement_cache_capacity(64);
            Ok(connection)
        };
        connect().map_err(|error| self.trouble.explained(&error))
    }
}

/// Creates the file where there is none, and lets only its owner read or write it: it holds names, and
/// digests of all guests' secrets. SQLite gives the files beside it the same permissions.
fn create_private(path: &Path) -> std::io::Result<()> {
    // An operator may have put the file elsewhere; there it is not for this program to create or to shut.
    let _ = match path.is_symlink() {
        true => fs::metadata(path)?,
        false => open_own(path)?.metadata()?,
    };
    for end in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        keep_private(Path::new(&name))?;
    }
    Ok(())
}

/// Which file it is, whatever it is called.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FileId {
    #[cfg(unix)]
    of: (u64, u64),
}

impl FileId {
    #[cfg(unix)]
    fn of_file(file: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self { of: (file.dev(), file.ino()) }
    }

    #[cfg(not(unix))]
    fn of_file(_: &fs::Metadata) -> Self {
        Self {}
    }
}

/// What may be said of a file that cannot be brought up to date. Only where SQLite did what it was told the tables
/// themselves are wrong.
fn not_migrated(error: &refinery::Error) -> StoreError {
    let first: &(dyn std::error::Error + 'static) = error;
    let mut causes = std::iter::successors(Some(first), |error| error.source());
    let cause = causes.find_map(|cause| cause.downcast_ref::<rusqlite::Error>());
    match cause.map(explained) {
        Some(known @ (StoreError::Full | StoreError::Locked | StoreError::Gone)) => known,
        _ => StoreError::of_migration(error),
    }
}

/// What the log is told of a file, by one of the threads that use it.
#[derive(Default, Debug)]
pub(super) struct FileTrouble {
    outage: Outage,
    /// A damaged file can be read in part. That it works the next time does not mean that it is well again.
    damage: Outage,
}

impl FileTrouble {
    /// What clients may be told of an error; its cause goes to the log.
    pub(super) fn explained(&self, error: &rusqlite::Error) -> StoreError {
        if let Some(known) = of_row(error) {
            return known;
        }
        let outage = if is_damage(error) { &self.damage } else { &self.outage };
        // A value that cannot be read is about one row, and each is told.
        let lasted = match error.sqlite_error_code() {
            Some(_) => outage.failed(),
            None => Some(Lasted { failures: 1, seconds: 0 }),
        };
        if let Some(Lasted { failures, seconds }) = lasted {
            tracing::error!(%error, failures, seconds, "the database cannot be used");
        }
        told(error)
    }

    /// The file was read or written.
    pub(super) fn tell_of_success(&self) {
        if let Some(Lasted { failures, seconds }) = self.outage.worked() {
            tracing::info!(failures, seconds, "the database can be used again");
        }
    }
}

/// What clients may be told of an error that happens once; its cause goes to the log.
pub(super) fn explained(error: &rusqlite::Error) -> StoreError {
    FileTrouble::default().explained(error)
}

/// Whether SQLite finds the file damaged, and not only a value in it.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(code, Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

/// What a row is refused for that can be read well.
fn of_row(error: &rusqlite::Error) -> Option<StoreError> {
    match error {
        rusqlite::Error::FromSqlConversionFailure(_, _, cause) => cause.downcast_ref().copied(),
        _ => None,
    }
}

fn told(error: &rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Locked,
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Corrupt,
        // An error that does not come from SQLite is about values that could not be read.
        None => StoreError::Corrupt,
        Some(_) => StoreError::Gone,
    }
}

/// Whether the connection is of no use after this error.
pub(super) const fn is_lost(error: StoreError) -> bool {
    matches!(error, StoreError::Gone | StoreError::Corrupt)
}
