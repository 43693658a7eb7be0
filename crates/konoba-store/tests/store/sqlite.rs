//! The store in a file, and what may happen to a file.

use std::fs;
use std::path::Path;

use konoba_store::{GuestId, Sqlite, Store, StoreError};
use tempfile::TempDir;

use crate::suite::{SUITE, Storage};
use crate::tables::{follow, guest, table};

impl Storage for TempDir {
    fn open(&self) -> Box<dyn Store> {
        Box::new(open(self.path()))
    }

    fn try_open(&self) -> Result<(), StoreError> {
        Sqlite::open(&self.path().join("konoba.sqlite")).map(drop)
    }

    fn execute(&self, sql: &str) {
        let other = rusqlite::Connection::open(self.path().join("konoba.sqlite")).unwrap();
        other.execute_batch(sql).unwrap();
    }

    fn plan(&self, sql: &str) -> String {
        let other = rusqlite::Connection::open(self.path().join("konoba.sqlite")).unwrap();
        let mut explain = other.prepare(&format!("explain query plan {sql}")).unwrap();
        let steps = explain.query_map([], |row| row.get::<_, String>(3)).unwrap();
        steps.map(Result::unwrap).collect::<Vec<_>>().join("\n")
    }
}

#[test]
fn a_file_keeps_every_promise() {
    for (name, check) in SUITE {
        println!("{name}");
        check(&tempfile::tempdir().unwrap());
    }
}

fn open(folder: &Path) -> Sqlite {
    Sqlite::open(&folder.join("konoba.sqlite")).unwrap()
}

/// SQLite leaves what was deleted lying in the file unless it is told otherwise.
#[test]
fn a_name_that_a_guest_has_no_more_is_nowhere_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (store, path) = (open(folder.path()), folder.path().join("konoba.sqlite"));
    let first = guest(&store, 7);
    let rename = |name: &str| store.rename(first, name.parse().unwrap()).wait().unwrap();
    rename("Zvonimira");
    // What the second guest's row lies behind is not written over by chance.
    guest(&store, 8);
    let is_named = || {
        // What is still in the log goes into the file.
        let other = rusqlite::Connection::open(&path).unwrap();
        let log = "pragma wal_checkpoint(truncate)";
        assert_eq!(other.query_row(log, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
        let bytes = fs::read(&path).unwrap();
        bytes.windows(9).any(|window| window == b"Zvonimira")
    };
    assert!(is_named());
    // A longer name is written elsewhere, and the shorter one stays behind.
    rename("Bartolomeja Katarina");
    assert!(!is_named());
}

#[test]
fn a_locked_file_refuses_and_then_takes() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let (id, own) = table(&store, 1);
    let other = rusqlite::Connection::open(folder.path().join("konoba.sqlite")).unwrap();
    other.execute_batch("begin immediate").unwrap();
    let refused = store.append(follow(id, &own, "c3")).wait();
    assert_eq!(refused, Err(StoreError::Locked));
    assert_eq!(store.read(id, 0).wait().unwrap().unwrap().events.len(), 1);
    other.execute_batch("rollback").unwrap();
    store.append(follow(id, &own, "c3")).wait().unwrap();
}

#[test]
fn a_file_that_is_gone_refuses_and_takes_when_it_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let (id, own) = table(&store, 1);
    let (here, away) = (folder.path().join("konoba.sqlite"), folder.path().join("away"));
    let log = |path: &Path| path.with_file_name(format!("{}-wal", path.display()));
    fs::rename(&here, &away).unwrap();
    fs::rename(log(&here), log(&away)).unwrap();
    let refused = store.append(follow(id, &own, "c3")).wait();
    assert_eq!(refused, Err(StoreError::Gone));
    assert_eq!(store.read(id, 0).wait(), Err(StoreError::Gone));
    fs::rename(log(&away), log(&here)).unwrap();
    fs::rename(&away, &here).unwrap();
    store.append(follow(id, &own, "c3")).wait().unwrap();
    assert_eq!(store.read(id, 0).wait().unwrap().unwrap().events.len(), 2);
}

#[test]
fn a_damaged_file_refuses_and_a_restored_one_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("konoba.sqlite");
    let (id, own) = table(&open(folder.path()), 1);
    let store = open(folder.path());
    let backup = folder.path().join("backup.sqlite");
    let other = rusqlite::Connection::open(&here).unwrap();
    other.execute("vacuum into ?1", [backup.to_str().unwrap()]).unwrap();
    drop(other);
    let damaged = folder.path().join("damaged");
    fs::write(&damaged, vec![0x5a; 64 << 10]).unwrap();
    // The log goes too: what is in it would heal the file.
    let replace = |with: &Path| {
        for name in ["konoba.sqlite-wal", "konoba.sqlite-shm"] {
            let _ = fs::remove_file(folder.path().join(name));
        }
        fs::rename(with, &here).unwrap();
    };
    replace(&damaged);
    let refused = store.append(follow(id, &own, "c3")).wait();
    assert_eq!(refused, Err(StoreError::Corrupt));
    replace(&backup);
    store.append(follow(id, &own, "c3")).wait().unwrap();
    assert_eq!(store.read(id, 0).wait().unwrap().unwrap().events.len(), 2);
}

/// The file can be written all the while, but what is damaged cannot be read.
#[test]
fn a_health_check_finds_damage_that_a_reader_has_met() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("konoba.sqlite");
    let (id, _) = table(&open(folder.path()), 1);
    let whole = fs::read(&here).unwrap();
    let other = rusqlite::Connection::open(&here).unwrap();
    let number = |sql: &str| other.query_row(sql, [], |row| row.get::<_, u32>(0)).unwrap() as usize;
    let size = number("pragma page_size");
    let end = size * number("select rootpage from sqlite_schema where name = 'events'");
    drop(other);
    let mut damaged = whole.clone();
    damaged[end - size..end].fill(0x5a);
    fs::write(&here, damaged).unwrap();
    let store = open(folder.path());
    store.check().wait().unwrap();
    assert_eq!(store.read(id, 0).wait(), Err(StoreError::Corrupt));
    assert_eq!(store.check().wait(), Err(StoreError::Corrupt));
    drop(store);
    fs::write(&here, whole).unwrap();
    let store = open(folder.path());
    assert!(store.read(id, 0).wait().unwrap().is_some());
    store.check().wait().unwrap();
}

#[test]
fn a_file_that_is_no_database_is_refused_on_opening() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("konoba.sqlite"), vec![7; 5000]).unwrap();
    let refused = Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap_err();
    assert_eq!(refused, StoreError::Corrupt);
    let nowhere = Sqlite::open(&folder.path().join("nowhere").join("konoba.sqlite")).unwrap_err();
    assert_eq!(nowhere, StoreError::Gone);
}

/// Only the owner can read the file and those beside it, whether it is new or was open to all.
#[cfg(unix)]
#[test]
fn a_file_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = |end: &str| folder.path().join(format!("konoba.sqlite{end}"));
    let mode = |end: &str| fs::metadata(path(end)).unwrap().permissions().mode() & 0o777;
    let store = open(folder.path());
    table(&store, 1);
    assert_eq!(["", "-wal", "-shm"].map(mode), [0o600; 3]);
    drop(store);
    fs::set_permissions(path(""), fs::Permissions::from_mode(0o644)).unwrap();
    let store = open(folder.path());
    table(&store, 2);
    assert_eq!(["", "-wal", "-shm"].map(mode), [0o600; 3]);
}

/// A database that was copied row by row has guests, and takes the next one.
#[test]
fn a_newcomer_gets_a_number_beyond_those_of_guests_that_were_copied() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    guest(&store, 1);
    folder.execute("insert into guests (id, token, name, since) values (1000, x'07', 'Ana', 0)");
    assert_eq!(guest(&store, 2), GuestId(1001));
}
