//! Backup and restoration of a file. A file is there whole under its name, or not at all.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use super::database::{HISTORY, Upkeep};
use super::error::UpkeepError;
use crate::owner::give_to_owner_of;
use crate::sqlite::newest_version;

/// How many pages are copied before a server may write again.
const PAGES: i32 = 1000;
/// How long a server may hold the file.
const PATIENCE: Duration = Duration::from_secs(10);

/// Copies a database to a file while a server uses it. `tell` hears how many pages are left and how many
/// there are.
pub fn back_up(from: &Path, to: &Path, tell: &mut dyn FnMut(i32, i32)) -> Result<(), UpkeepError> {
    ensure_apart(to, from)?;
    ensure_replaceable(to)?;
    let part = beside(to, ".part");
    let made = copy_file(from, &part, tell).and_then(|()| {
        // Root may write it into the folder of the server's user, who is to read it too.
        give_to_owner_of(folder_of(to), &part)
            .map_err(|error| UpkeepError::from(error).at(&part))?;
        rename(&part, to)
    });
    if made.is_err() {
        remove_with_logs(&part);
    }
    made?;
    flush_folder(to)
}

/// Fails where a file that is to be written is the database itself or lies beside it as a part of it. A server that runs
/// would lose what it writes meanwhile.
pub fn ensure_apart(file: &Path, database: &Path) -> Result<(), UpkeepError> {
    let of_database = place_of(database);
    match with_logs(&of_database).contains(&place_of(file)) {
        false => Ok(()),
        true => Err(UpkeepError::Data(format!(
            "{} belongs to the database; nothing was changed. Give another file",
            file.display()
        ))),
    }
}

/// Fails where something has the name of a backup that is no plain file: a device, a pipe or a folder would be replaced
/// by the backup, or could not be.
fn ensure_replaceable(file: &Path) -> Result<(), UpkeepError> {
    match fs::metadata(file) {
        Ok(found) if !found.is_file() => Err(UpkeepError::Data(format!(
            "{} is not a regular file; nothing was changed. Give another file",
            file.display()
        ))),
        _ => Ok(()),
    }
}

/// Where a file is or would be, whatever links lead there.
fn place_of(file: &Path) -> PathBuf {
    let in_folder = || Some(fs::canonicalize(folder_of(file)).ok()?.join(file.file_name()?));
    fs::canonicalize(file).ok().or_else(in_folder).unwrap_or_else(|| file.to_owned())
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Fails where a file is not what [`back_up`] writes, or where a newer program wrote it: no server of this one would start
/// on it.
pub fn ensure_backup(file: &Path) -> Result<(), UpkeepError> {
    let sql = "select coalesce(max(version), 0) from refinery_schema_history";
    let version: Result<i64, _> = open_source(file)?.query_row(sql, [], |row| row.get(0));
    let version = version.map_err(|error| UpkeepError::from(error).at(file))?;
    let known = newest_version();
    match version <= known {
        true => Ok(()),
        false => Err(UpkeepError::Data(format!(
            "{}: a newer konoba wrote this backup (version {version} of the database; this program knows {known}); \
             nothing was changed. Restore it with that program",
            file.display()
        ))),
    }
}

/// Puts a backup in the place of a database that no server uses; the caller holds its lock. What was there
/// is kept beside it, under the name that is returned.
pub fn restore(
    backup: &Path,
    database: &Path,
    tell: &mut dyn FnMut(i32, i32),
) -> Result<Option<PathBuf>, UpkeepError> {
    let part = beside(database, ".part");
    let restored = copy_file(backup, &part, tell).and_then(|()| replace(database, &part));
    if restored.is_err() {
        remove_with_logs(&part);
    }
    let replaced = restored?;
    flush_folder(database)?;
    Ok(replaced)
}

/// Puts a whole copy in the place of a database; where what was there is kept.
fn replace(database: &Path, part: &Path) -> Result<Option<PathBuf>, UpkeepError> {
    let like = if database.is_file() { database } else { folder_of(database) };
    give_to_owner_of(like, part)?;
    let replaced = match database.is_file() {
        false => None,
        true => {
            let kept = free_name(database);
            let is_closed = close_log(database).is_ok();
            fs::hard_link(database, &kept)?;
            if !is_closed {
                // The file is damaged, which may be why there is a backup to restore.
                move_logs(database, &kept)?;
            }
            Some(kept)
        }
    };
    rename(part, database)?;
    Ok(replaced)
}

/// Copies a database by SQLite's own means and looks whether the copy is whole.
fn copy_file(from: &Path, to: &Path, tell: &mut dyn FnMut(i32, i32)) -> Result<(), UpkeepError> {
    let source = open_source(from)?;
    // What a killed command left is of no use, and a journal of its file would damage the new one.
    remove_with_logs(to);
    let said = copy_pages(&source, to, tell).map_err(|error| {
        // Where there is no room, that is where the copy goes; anything else is about what is read.
        let about = if error.is_full() { to } else { from };
        error.at(about)
    })?;
    if said != "ok" {
        return Err(UpkeepError::Data(format!("{} is damaged: {said}", from.display())));
    }
    // Windows flushes only what may be written.
    File::options().write(true).open(to)?.sync_all()?;
    Ok(())
}

/// Opens a file that is there, can be read and was written by this program.
fn open_source(from: &Path) -> Result<Connection, UpkeepError> {
    // The system says better why a file cannot be read than SQLite does.
    File::open(from).map_err(|error| UpkeepError::from(error).at(from))?;
    let open = || {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let source = Connection::open_with_flags(from, flags)?;
        source.busy_timeout(PATIENCE)?;
        let count = source.query_row(HISTORY, [], |row| row.get::<_, i64>(0))?;
        Ok((source, count))
    };
    let (source, count) =
        open().map_err(|error: rusqlite::Error| UpkeepError::from(error).at(from))?;
    match count {
        0 => Err(UpkeepError::Data(format!("{}: this is no database of konoba", from.display()))),
        _ => Ok(source),
    }
}

/// Copies page by page; what SQLite says of the copy.
fn copy_pages(
    source: &Connection,
    to: &Path,
    tell: &mut dyn FnMut(i32, i32),
) -> Result<String, UpkeepError> {
    create_private(to).map_err(|error| UpkeepError::from(error).at(to))?;
    let mut target = Connection::open(to)?;
    // All steps read one moment. Otherwise SQLite begins again whenever a server has written between two steps, and never
    // ends beside one that is in use.
    let moment = source.unchecked_transaction()?;
    source.query_row("select count(*) from sqlite_schema", [], |row| row.get::<_, i64>(0))?;
    let backup = Backup::new(source, &mut target)?;
    loop {
        let step = backup.step(PAGES)?;
        let progress = backup.progress();
        tell(progress.remaining, progress.pagecount);
        match step {
            StepResult::Done => break,
            StepResult::More => {}
            _ => std::thread::sleep(Duration::from_millis(50)),
        }
    }
    drop(backup);
    moment.finish()?;
    // One file, with no log beside it.
    target.pragma_update(None, "journal_mode", "delete")?;
    let said = target.query_row("pragma integrity_check(1)", [], |row| row.get(0))?;
    target.close().map_err(|(_, error)| error)?;
    Ok(said)
}

fn rename(from: &Path, to: &Path) -> Result<(), UpkeepError> {
    fs::rename(from, to).map_err(|error| UpkeepError::from(error).at(to))
}

/// The name under which what was there is kept. What an earlier command kept stays as it is: a database would be paired
/// with the log of another one, and read as something that never was.
fn free_name(database: &Path) -> PathBuf {
    let first = beside(database, ".replaced");
    let later = (2u64..).map(|number| beside(database, &format!(".replaced-{number}")));
    let is_free = |name: &PathBuf| with_logs(name).iter().all(|file| !file.exists());
    std::iter::once(first.clone()).chain(later).find(is_free).unwrap_or(first)
}

/// Brings the log that is written ahead into the file and takes it away: beside another file it would
/// damage that one.
fn close_log(database: &Path) -> Result<(), UpkeepError> {
    Upkeep::sqlite(database)?.query("pragma journal_mode = delete", &[]).map(drop)
}

/// Moves the logs of a database to where it is kept.
fn move_logs(database: &Path, kept: &Path) -> Result<(), UpkeepError> {
    for (log, to) in with_logs(database).iter().zip(with_logs(kept)).skip(1) {
        if log.is_file() {
            rename(log, &to)?;
        }
    }
    Ok(())
}

/// A database and the files that SQLite keeps beside it.
fn with_logs(database: &Path) -> [PathBuf; 4] {
    ["", "-wal", "-shm", "-journal"].map(|end| beside(database, end))
}

/// Removes a copy that was not finished. Perhaps none of its files was ever made.
fn remove_with_logs(part: &Path) {
    for file in with_logs(part) {
        let _ = fs::remove_file(file);
    }
}

pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Only its owner may read it: it holds names, and digests of all guests' secrets.
fn create_private(path: &Path) -> std::io::Result<File> {
    let mut options = fs::OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.create_new(true).write(true).open(path)
}

/// A new name survives a power cut when its folder is flushed.
fn flush_folder(path: &Path) -> Result<(), UpkeepError> {
    #[cfg(unix)]
    {
        File::open(folder_of(path))?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}
