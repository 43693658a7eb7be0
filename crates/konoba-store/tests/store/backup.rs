//! Backups of a file, and what is put back from them.

use std::fs;
use std::path::{Path, PathBuf};

use konoba_store::Sqlite;
use konoba_store::upkeep::{back_up, restore};
use rusqlite::Connection;

/// The database of a folder, with these many bytes in it that mean nothing.
fn database(folder: &Path, bytes: u32) -> PathBuf {
    let path = folder.join("konoba.sqlite");
    drop(Sqlite::open(&path).unwrap());
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("create table filler (bytes blob)").unwrap();
    connection.execute("insert into filler values (zeroblob(?1))", [bytes]).unwrap();
    path
}

fn rows(path: &Path) -> i64 {
    let sql = "select count(*) from filler";
    Connection::open(path).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
}

/// A server writes between any two steps. Each of them goes on from the one before all the same, and the copy is of the
/// moment at which it began.
#[test]
fn a_backup_ends_although_a_server_writes_all_the_while() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (database(folder.path(), 20 << 20), folder.path().join("backup.sqlite"));
    let server = Connection::open(&from).unwrap();
    let mut before = i32::MAX;
    back_up(&from, &to, &mut |left, _| {
        assert!(left < before, "it began again");
        before = left;
        server.execute("insert into filler values (zeroblob(1))", []).unwrap();
    })
    .unwrap();
    assert_eq!(rows(&to), 1);
    assert!(rows(&from) > 2, "it took several steps");
}

/// A killed backup leaves a part and its journal. The next one takes them away, also where it fails.
#[test]
fn what_a_killed_backup_left_is_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let (from, out) = (database(folder.path(), 1), tempfile::tempdir().unwrap());
    let nothing = folder.path().join("nothing.sqlite");
    for (from, count) in [(&nothing, 0), (&from, 1)] {
        for left in ["backup.sqlite.part", "backup.sqlite.part-journal"] {
            fs::write(out.path().join(left), "left").unwrap();
        }
        let made = back_up(from, &out.path().join("backup.sqlite"), &mut |_, _| ());
        assert_eq!(made.is_ok(), count == 1);
        assert_eq!(fs::read_dir(out.path()).unwrap().count(), count, "something is left");
    }
}

/// The same goes for a restoration. It fails here where a folder has the name of the database.
#[test]
fn what_a_killed_restoration_left_is_taken_away() {
    let (folder, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let backup = out.path().join("backup.sqlite");
    back_up(&database(folder.path(), 1), &backup, &mut |_, _| ()).unwrap();
    for is_free in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("konoba.sqlite");
        for left in ["konoba.sqlite.part", "konoba.sqlite.part-journal"] {
            fs::write(folder.path().join(left), "left").unwrap();
        }
        if !is_free {
            fs::create_dir(&path).unwrap();
        }
        assert_eq!(restore(&backup, &path, &mut |_, _| ()).is_ok(), is_free);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "something is left");
    }
}

/// A damaged database is replaced, with its log, and then another one. Each is kept with what is its own.
#[test]
fn what_is_replaced_is_never_paired_with_the_log_of_another() {
    let (folder, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (path, backup) = (database(folder.path(), 1 << 20), out.path().join("backup.sqlite"));
    back_up(&path, &backup, &mut |_, _| ()).unwrap();
    let server = Connection::open(&path).unwrap();
    server.execute("insert into filler values (x'07')", []).unwrap();
    let in_use = folder.path().join("konoba.sqlite-wal");
    let log = fs::read(&in_use).unwrap();
    drop(server);
    // The disk has lost the file and not the log, which cannot be brought into what is left.
    let damaged = vec![0x5a; 4096];
    fs::write(&path, &damaged).unwrap();
    fs::write(&in_use, &log).unwrap();
    let restored = || restore(&backup, &path, &mut |_, _| ()).unwrap().unwrap();
    let name = |end: &str| folder.path().join(format!("konoba.sqlite.replaced{end}"));
    assert_eq!(restored(), name(""));
    assert_eq!((fs::read(name("")).unwrap(), rows(&path)), (damaged, 1));
    Connection::open(&path).unwrap().execute("insert into filler values (x'07')", []).unwrap();
    assert_eq!((restored(), rows(&path)), (name("-2"), 1));
    assert_eq!((restored(), rows(&name("-2")), rows(&name("-3"))), (name("-3"), 2, 1));
    assert!(fs::read(name("-wal")).unwrap() == log, "the log is not what it was");
}
