//! Backup and restoration.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::data::{Data, content, killed, konoba, said};
use crate::database::Database;

#[test]
fn a_backup_is_made_beside_a_server_and_restored_without_one() {
    let data = Data::with(8);
    let out = tempfile::tempdir().unwrap();
    let backup = out.path().join("backup.sqlite");
    let path = backup.to_str().unwrap();
    // As a server holds it, with its newest rows in the log that is written ahead.
    let lock = fs::File::create(data.folder().join("konoba.lock")).unwrap();
    lock.lock().unwrap();
    let server = data.connection();
    server.execute("update guests set name = 'Ivo' where id = 3", []).unwrap();
    let whole = data.content();
    data.done(&["backup", path]);
    assert_eq!(content(&backup), whole);
    assert_eq!(fs::read_dir(out.path()).unwrap().count(), 1, "one file, and nothing beside it");
    assert!(data.refused(&["restore", path]).contains("uses this folder"));
    drop((server, lock));

    data.connection().execute("delete from events", []).unwrap();
    let lost = data.content();
    assert!(data.done(&["restore", path]).contains("konoba.sqlite.replaced"));
    assert_eq!(data.content(), whole);
    assert_eq!(content(&data.folder().join("konoba.sqlite.replaced")), lost);
    data.done(&["check"]);
}

#[test]
fn what_is_no_backup_is_refused_and_nothing_is_changed() {
    let (data, out) = (Data::with(4), tempfile::tempdir().unwrap());
    let whole = data.content();
    for (name, bytes) in
        [("text", &b"this is no database, however long it may be"[..]), ("empty", b"")]
    {
        let file = out.path().join(name);
        fs::write(&file, bytes).unwrap();
        data.refused(&["restore", file.to_str().unwrap()]);
    }
    data.refused(&["restore", "/nowhere/backup.sqlite"]);
    let newer = Data::with(1);
    let sql = "insert into refinery_schema_history (version, name) values (999, 'later')";
    newer.connection().execute(sql, []).unwrap();
    let said = data.refused(&["restore", newer.file().to_str().unwrap()]);
    assert!(said.contains("a newer konoba wrote this backup (version 999"), "{said}");
    assert_eq!(data.content(), whole);
}

#[test]
fn a_killed_backup_leaves_a_whole_file_or_none() {
    let (data, out) = (Data::with(400), tempfile::tempdir().unwrap());
    let (whole, backup) = (data.content(), out.path().join("backup.sqlite"));
    let start = || data.command(&["backup", backup.to_str().unwrap()]);
    killed(start, || {
        if backup.is_file() {
            assert!(content(&backup) == whole, "a part of it");
        }
        assert!(data.content() == whole, "the source has changed");
    });
}

#[test]
fn a_killed_restoration_leaves_the_data_as_before_or_as_after() {
    let (data, other) = (Data::with(300), Data::with(200));
    let (before, after) = (data.content(), other.content());
    let out = tempfile::tempdir().unwrap();
    let backup = out.path().join("backup.sqlite");
    other.done(&["backup", backup.to_str().unwrap()]);
    killed(
        || data.command(&["restore", backup.to_str().unwrap()]),
        || {
            let now = data.content();
            assert!(now == before || now == after, "neither the one nor the other");
        },
    );
    data.done(&["restore", backup.to_str().unwrap()]);
    assert!(data.content() == after);
}

/// PostgreSQL is backed up by its own tools, with the options that docs/OPERATING.md has, while a server runs on it.
#[test]
fn postgres_is_dumped_beside_a_server_and_restored_by_its_own_tools() {
    let (Some(database), Some(target)) = (Database::create(), Database::create()) else { return };
    let (source, back, out) = (Data::with(30), Data::empty(), tempfile::tempdir().unwrap());
    let copy = |from: &str, to: &str| {
        said(konoba().args(["admin", "copy", "--from", from, "--to", to]).output().unwrap());
    };
    copy(source.folder().to_str().unwrap(), &database.url());
    let server = database.store();
    let file = out.path().join("konoba.dump");
    let run = |program: &str, arguments: &[&str], file: &Path| {
        said(Command::new(program).args(arguments).arg(file).output().unwrap());
    };
    run("pg_dump", &["--format", "custom", &database.url(), "--file"], &file);
    run("pg_restore", &["--no-owner", "--dbname", &target.url()], &file);
    drop(server);
    copy(&target.url(), back.folder().to_str().unwrap());
    assert!(back.content() == source.content(), "what was restored is not what was dumped");
    back.done(&["check"]);
}
