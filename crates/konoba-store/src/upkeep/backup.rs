//! Backup and restoration of a file. A file is there whole under its name, or not at all.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use super::database::{Upkeep, UpkeepError};

/// How many pages are copied before a server may write again.
const PAGES: i32 = 1000;
/// How long a server may hold the file.
const PATIENCE: Duration = Duration::from_secs(10);

/// Copies a database to a file while a server uses it. `tell` hears how many pages are left and how many
/// there are.
pub fn back_up(from: &Path, to: &Path, tell: &mut dyn FnMut(i32, i32)) -> Result<(), UpkeepError> {
    let part = beside(to, ".part");
    copy_file(from, &part, tell)?;
    fs::rename(&part, to)?;
    flush_folder(to)
}

/// Puts a backup in the place of a database that no server uses; the caller holds its lock. What was there
/// is kept beside it, under the name that is returned.
pub fn restore(
    backup: &Path,
    database: &Path,
    tell: &mut dyn FnMut(i32, i32),
) -> Result<Option<PathBuf>, UpkeepError> {
    let part = beside(database, ".part");
    copy_file(backup, &part, tell)?;
    let replaced = match database.is_file() {
        false => None,
        true => {
            close_log(database)?;
            let kept = beside(database, ".replaced");
            let _ = fs::remove_file(&kept);
            fs::hard_link(database, &kept)?;
            Some(kept)
        }
    };
    fs::rename(&part, database)?;
    flush_folder(database)?;
    Ok(replaced)
}

/// Copies a database by SQLite's own means and looks whether the copy is whole.
fn copy_file(from: &Path, to: &Path, tell: &mut dyn FnMut(i32, i32)) -> Result<(), UpkeepError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let source = Connection::open_with_flags(from, flags)?;
    source.busy_timeout(PATIENCE)?;
    let history = "select count(*) from sqlite_schema where name = 'refinery_schema_history'";
    if source.query_row(history, [], |row| row.get::<_, i64>(0))? == 0 {
        let reason = format!("{} is no database of konoba; nothing was changed", from.display());
        return Err(UpkeepError::Data(reason));
    }
    // What an interrupted command left is of no use.
    let _ = fs::remove_file(to);
    create_private(to)?;
    let mut target = Connection::open(to)?;
    let backup = Backup::new(&source, &mut target)?;
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
    // One file, with no log beside it.
    target.pragma_update(None, "journal_mode", "delete")?;
    let said: String = target.query_row("pragma integrity_check(1)", [], |row| row.get(0))?;
    target.close().map_err(|(_, error)| error)?;
    if said != "ok" {
        return Err(UpkeepError::Data(format!("{} is damaged: {said}", from.display())));
    }
    // Windows flushes only what may be written.
    File::options().write(true).open(to)?.sync_all()?;
    Ok(())
}

/// Brings the log that is written ahead into the file and takes it away: beside another file it would
/// damage that one.
fn close_log(database: &Path) -> Result<(), UpkeepError> {
    let opened = Upkeep::sqlite(database)
        .and_then(|database| database.query("pragma journal_mode = delete", &[]).map(drop));
    if opened.is_ok() {
        return Ok(());
    }
    // The file is damaged, which may be why there is a backup to restore. Its log stays beside what is kept.
    for end in ["-wal", "-shm"] {
        let log = beside(database, end);
        if log.is_file() {
            fs::rename(&log, beside(database, &format!(".replaced{end}")))?;
        }
    }
    Ok(())
}

fn beside(path: &Path, end: &str) -> PathBuf {
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
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}
