//! Where a server stores everything: a folder of its own, or a database that many share.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use konoba_files::state_folder;
use konoba_live::Clock;
use konoba_store::upkeep::{Upkeep, UpkeepError, ensure_usable};
use konoba_store::{Postgres, Sqlite, Store, StoreError, open_own};

/// The file in the folder that holds the database.
pub(crate) const FILE: &str = "konoba.sqlite";

/// The file in the folder that is locked as long as a process uses the folder.
const LOCK: &str = "konoba.lock";

/// The environment variable that names the database where no argument does, so that its password need
/// not stand where all users of the machine can read it.
pub(crate) const DATABASE: &str = "KONOBA_DATABASE";

/// Where everything is kept, and the clock that goes with it.
pub(crate) struct Database {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Clock,
    _lock: Option<Lock>,
}

impl Database {
    /// In a folder, which no other server uses.
    pub(crate) fn in_folder(folder: &Path) -> anyhow::Result<Self> {
        let lock = Lock::take(folder)?;
        let store = open_file(&folder.join(FILE))?;
        let store = Arc::new(store);
        let of_store = store.clone();
        Ok(Self { store, clock: Clock::of(move || of_store.now()), _lock: Some(lock) })
    }

    /// All nodes go by the clock of the database. Its address may hold a password and is not logged.
    pub(crate) fn in_database(url: &str) -> anyhow::Result<Self> {
        check_address(url)?;
        let store = Arc::new(connect_to(url)?);
        let of_database = store.clone();
        Ok(Self { store, clock: Clock::of(move || of_database.now()), _lock: None })
    }
}

/// Opens a file. What a store says is for players; where it cannot be opened, an operator is told why.
pub(crate) fn open_file(file: &Path) -> anyhow::Result<Sqlite> {
    Sqlite::open(file).or_else(|error| {
        could_open(file)?;
        Err(error).with_context(|| file.display().to_string())
    })
}

/// The same for a PostgreSQL database.
pub(crate) fn connect_to(url: &str) -> anyhow::Result<Postgres> {
    let opened = Postgres::open(url).or_else(|error| {
        Upkeep::postgres(url)?;
        Err(anyhow::Error::from(error))
    });
    opened.context("the database")
}

/// Says what is wrong with the address of a database. The address itself is not said: it may hold a password.
pub(crate) fn check_address(url: &str) -> anyhow::Result<()> {
    Postgres::check_address(url).map_err(|why| {
        anyhow!(
            "--database: {why}. It is an address like postgres://user@host/name; a folder is given by --data"
        )
    })
}

/// The address of a database as it may be logged, without its password.
pub(crate) fn shown(url: &str) -> String {
    Postgres::shown_address(url).unwrap_or_else(|| "(set)".to_owned())
}

/// What is said of a database that would be used; an error where its address is wrong.
pub(crate) fn would_connect(url: &str) -> anyhow::Result<&'static str> {
    check_address(url)?;
    Ok("# The database is not asked: that would bring it up to date.\n")
}

/// What a command does to a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// It only looks.
    Look,
    /// It says what `--write` would change.
    DryRun,
    /// It changes something.
    Change,
}

impl Purpose {
    /// Of a command that changes nothing without `--write`.
    pub(crate) const fn of_write(is_given: bool) -> Self {
        if is_given { Self::Change } else { Self::DryRun }
    }

    /// Refuses a database that is older than this program, unless it is to be changed: to open it would bring it up to date,
    /// and the server that uses it could not be started again.
    pub(crate) fn ensure_unchanged(self, database: &Upkeep) -> anyhow::Result<()> {
        let or_write = match self {
            Self::Change => return Ok(()),
            Self::DryRun => ", or give --write, which brings it up to date",
            Self::Look => "",
        };
        database.ensure_of_konoba()?;
        if database.is_older()? {
            bail!(
                "the database is older than this program, and this command does not change it; \
                 start the new server on it first{or_write}"
            );
        }
        Ok(())
    }
}

/// Where a server keeps what it has, unless told otherwise.
pub(crate) fn own_folder() -> Option<PathBuf> {
    state_folder().map(|folder| folder.join("tavern"))
}

/// The database in a folder, which is there. That a folder may not be read does not mean that nothing is in it.
pub(crate) fn file_in(folder: &Path) -> anyhow::Result<PathBuf> {
    let file = folder.join(FILE);
    match fs::metadata(&file) {
        Ok(found) if found.is_file() => Ok(file),
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| file.display().to_string())
        }
        _ => bail!("{}: there is no database", file.display()),
    }
}

/// Says so where a database that is there may only be read.
pub(crate) fn ensure_writable(file: &Path) -> anyhow::Result<()> {
    let opened = File::options().append(true).open(file).map(drop).map_err(Into::into);
    opened.and_then(|()| may_create_in(file.parent().unwrap_or(Path::new(".")))).with_context(
        || {
            let file = file.display();
            format!(
                "{file}: this user may not write to it or to its folder, as even reading needs, \
             since what is new lies beside it; run this as the user of the server"
            )
        },
    )
}

/// What would become of a folder; an error where another server has it, where it may not be written, or where no server of this
/// program could start on what is there. Nothing is created.
pub(crate) fn would_open(folder: &Path) -> anyhow::Result<String> {
    let name = || folder.display().to_string();
    let lock_file = folder.join(LOCK);
    if lock_file.symlink_metadata().is_ok() {
        // The lock is given back at once.
        let file = open_own(&lock_file).with_context(name)?;
        take(&file, folder)?;
    }
    let file = folder.join(FILE);
    let what = if could_open(&file)? { "is there and would be used" } else { "would be created" };
    Ok(format!("{} {what}.", file.display()))
}

/// Whether a database is there; an error where it could not be opened or created. Nothing is created.
fn could_open(file: &Path) -> anyhow::Result<bool> {
    let is_there = match File::options().append(true).open(file) {
        Ok(_) => true,
        Err(error) if error.kind() == ErrorKind::NotFound => false,
        Err(error) => return Err(error).with_context(|| file.display().to_string()),
    };
    may_create_in(file.parent().unwrap_or(Path::new(".")))?;
    if is_there {
        ensure_usable(file)?;
    }
    Ok(is_there)
}

/// Fails where nothing can be created in a folder, or in the nearest one above that is there. What is created to find out is
/// removed at once.
pub(crate) fn may_create_in(folder: &Path) -> anyhow::Result<()> {
    let folder = std::path::absolute(folder)?;
    let there = folder.ancestors().find(|folder| folder.exists()).unwrap_or(&folder);
    let probe = there.join(format!(".konoba-check-{}", std::process::id()));
    let created = File::options().write(true).create_new(true).open(&probe);
    created.and_then(|_| fs::remove_file(&probe)).with_context(|| there.display().to_string())
}

/// Held as long as a process uses a folder: a second one would not hear of what the first one writes.
pub(crate) struct Lock(#[expect(dead_code, reason = "it is closed with this")] File);

impl Lock {
    /// Takes the lock of a folder, which is created if it is not there.
    pub(crate) fn take(folder: &Path) -> anyhow::Result<Self> {
        let name = || folder.display().to_string();
        create_private(folder).with_context(name)?;
        let file = open_own(&folder.join(LOCK)).with_context(name)?;
        take(&file, folder)?;
        Ok(Self(file))
    }
}

fn take(file: &File, folder: &Path) -> anyhow::Result<()> {
    let name = || folder.display().to_string();
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            bail!("{}: another server uses this folder, or a command of `konoba admin`", name())
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(name),
    }
}

/// Creates a folder that only its owner can read. One that is there stays as it is.
pub(crate) fn create_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Why a table alone cannot be read, for its operator; none where the database fails as a whole.
pub(crate) const fn why_unreadable(error: StoreError) -> Option<&'static str> {
    match error {
        StoreError::Newer => Some("a newer program wrote it, and this one cannot read it"),
        StoreError::Corrupt => Some("it is damaged and cannot be read"),
        _ => None,
    }
}

/// What an operator is told of a store that fails: its own words are for players, and its cause is in the log. None where its
/// words say it.
const fn for_operators(error: StoreError) -> Option<&'static str> {
    match error {
        StoreError::Full => Some("the disk is full"),
        StoreError::Locked => {
            Some("the database is locked by another process; try again in a moment")
        }
        StoreError::Gone => Some("the database cannot be reached or written; the log says why"),
        StoreError::Corrupt => Some("the database is damaged; `konoba admin check` says where"),
        StoreError::Newer => Some("a newer konoba wrote this, and this one cannot read it"),
        StoreError::Busy => Some("the database has too much to do; try again in a moment"),
        StoreError::Closed => Some("the connection to the database has ended; the log says why"),
        _ => None,
    }
}

/// Of a store, whether alone or within the error of an operator's command.
fn of_store(cause: &(dyn std::error::Error + 'static)) -> Option<StoreError> {
    match cause.downcast_ref::<UpkeepError>() {
        Some(UpkeepError::Store(error)) => Some(*error),
        _ => cause.downcast_ref::<StoreError>().copied(),
    }
}

/// An error with what led to it, as it is said to the one who has given the command.
pub(crate) fn said(error: &anyhow::Error) -> String {
    let said = |cause: &(dyn std::error::Error + 'static)| {
        let words = of_store(cause).and_then(for_operators);
        words.map_or_else(|| cause.to_string(), ToOwned::to_owned)
    };
    error.chain().map(said).collect::<Vec<_>>().join(": ")
}

/// Whether something failed because a database is damaged.
pub(crate) fn is_damage(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        of_store(cause) == Some(StoreError::Corrupt)
            || cause.downcast_ref().is_some_and(UpkeepError::is_damage)
    })
}
