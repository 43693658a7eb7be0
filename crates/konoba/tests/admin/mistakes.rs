//! What operators get wrong: the wrong file, the wrong folder, no room, no permission. Nothing is changed, nothing is left
//! behind, and the reason is said once.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;

use crate::data::{Data, content, konoba};
use crate::database::Database;
use crate::disk::Disk;

/// A user who is not the one that runs tests as root; no machine gives this number to a person.
const OTHER: u32 = 65_000;

/// The names of what is in a folder.
fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// What a command that must fail says.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let output = konoba().args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn the_database_itself_is_no_place_for_what_is_made_of_it() {
    let data = Data::with(4);
    let (whole, folder) = (data.content(), data.folder().to_str().unwrap().to_owned());
    // A server has it open, with rows in the log that is written ahead.
    let server = data.connection();
    server.execute("update guests set name = 'Ivo' where id = 3", []).unwrap();
    let link = data.folder().join("link.sqlite");
    std::os::unix::fs::symlink(data.file(), &link).unwrap();
    for name in ["konoba.sqlite", "konoba.sqlite-wal", "konoba.sqlite-shm", "link.sqlite"] {
        let file = format!("{folder}/./{name}");
        let said = data.refused(&["backup", &file]);
        assert!(said.contains("belongs to the database"), "{said}");
        let said = refused(&["export", "--data", &folder, "--form", "json", &file]);
        assert!(said.contains("belongs to the database"), "{said}");
    }
    assert_ne!(data.content(), whole, "the row of the server is still there");
    data.done(&["check"]);
}

#[test]
fn a_backup_that_fails_leaves_nothing_behind() {
    let (data, out) = (Data::with(4), tempfile::tempdir().unwrap());
    let folder = out.path().join("folder");
    fs::create_dir(&folder).unwrap();
    let said = data.refused(&["backup", folder.to_str().unwrap()]);
    assert!(said.contains("folder is not a regular file; nothing was changed"), "{said}");
    assert_eq!(names(out.path()), ["folder"]);
}

#[test]
fn a_wrong_file_or_place_creates_nothing_and_says_why_once() {
    let out = tempfile::tempdir().unwrap();
    let at = |name: &str| out.path().join(name).display().to_string();
    fs::write(at("text"), "this is no database, however long it may be").unwrap();
    let rows: [(&[&str], &str); 6] = [
        (&["restore", &at("none"), "--data", &at("new")], "No such file"),
        (&["restore", &at("text"), "--data", &at("new")], "is no database"),
        (&["copy", "--from", &at("none"), "--to", &at("new")], "there is no database"),
        (&["copy", "--from", "postgres://ana@127.0.0.1:1/x", "--to", &at("new")], "refused"),
        (&["check", "--data", &at("none")], "there is no database"),
        (&["guest", "ban", "17", "--data", &at("none")], "there is no database"),
    ];
    for (arguments, reason) in rows {
        let said = refused(&[&["admin"], arguments].concat());
        let last = said.lines().last().unwrap();
        assert_eq!(last.matches(reason).count(), 1, "{arguments:?}: {said}");
        assert_eq!(names(out.path()), ["text"], "{arguments:?}");
    }
}

/// An address with a mistake in it must not become a folder with a password in its name.
#[test]
fn an_address_of_another_kind_is_no_folder() {
    let out = tempfile::tempdir().unwrap();
    for (from, to) in [("mysql://ana@db/x", "new"), ("new", "postgress://ana:secret@db/x")] {
        let mut copy = konoba();
        let copy = copy.current_dir(out.path()).args(["admin", "copy", "--from", from, "--to", to]);
        let output = copy.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{from} {to}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("postgres://user@host/name"), "{said}");
        assert!(names(out.path()).is_empty());
    }
}

#[test]
fn a_place_is_not_copied_to_itself() {
    let data = Data::with(4);
    let folder = data.folder().to_str().unwrap();
    let said = refused(&["admin", "copy", "--from", folder, "--to", &format!("{folder}/.")]);
    assert!(said.contains("the same folder"), "{said}");
}

/// A full disk is not damage, and the file that has no room is the one that is named.
#[test]
fn a_full_disk_is_said_to_be_full() {
    let (data, out) = (Data::with(30), tempfile::tempdir().unwrap());
    let backup = out.path().join("backup.sqlite");
    data.done(&["backup", backup.to_str().unwrap()]);
    let disk = Disk::new();
    disk.set_full(true);
    let folder = disk.data.to_str().unwrap();
    let source = data.folder().to_str().unwrap();
    let rows: [&[&str]; 3] = [
        &["admin", "restore", backup.to_str().unwrap(), "--data", folder],
        &["admin", "copy", "--from", source, "--to", folder],
        &["serve", "--http", "0", "--telnet", "0", "--data", folder],
    ];
    for arguments in rows {
        let output = konoba().args(arguments).envs(disk.variables()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let last = said.lines().last().unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(last.contains(folder) && last.contains("disk is full"), "{said}");
        assert_eq!(last.matches("full").count(), 1, "{said}");
        assert!(!said.contains("damaged"), "{said}");
    }
    assert!(!names(&disk.data).contains(&"konoba.sqlite.part".to_owned()));
    // With room again, what was begun is done.
    disk.set_full(false);
    fs::remove_dir_all(&disk.data).unwrap();
    let mut copy = konoba();
    assert!(copy.args(rows[1]).envs(disk.variables()).status().unwrap().success());
    assert_eq!(content(&disk.data.join("konoba.sqlite")), data.content());
}

/// What root does in the folder of another user stays that user's: the server would not be able to open it.
#[test]
fn what_root_makes_belongs_to_the_owner_of_the_folder() {
    let (source, data, out) = (Data::with(4), Data::with(4), tempfile::tempdir().unwrap());
    let new = out.path().join("new");
    fs::create_dir(&new).unwrap();
    for path in [data.folder(), &data.file(), &new] {
        if chown(path, Some(OTHER), Some(OTHER)).is_err() {
            eprintln!("skipped: only root can give files away");
            return;
        }
    }
    let backup = out.path().join("backup.sqlite");
    source.done(&["backup", backup.to_str().unwrap()]);
    data.done(&["restore", backup.to_str().unwrap()]);
    data.done(&["backup", data.folder().join("own.sqlite").to_str().unwrap()]);
    let mut copy = konoba();
    copy.args(["admin", "copy", "--from", source.folder().to_str().unwrap(), "--to"]);
    assert!(copy.arg(&new).status().unwrap().success());
    for folder in [data.folder(), &new] {
        for name in names(folder) {
            let owner = fs::metadata(folder.join(&name)).unwrap().uid();
            assert_eq!(owner, OTHER, "{name}");
        }
    }
}

/// The user of the server can put a link into its folder, and root runs commands there.
#[test]
fn a_link_in_the_folder_leads_to_no_other_file() {
    let out = tempfile::tempdir().unwrap();
    let other = out.path().join("other");
    fs::write(&other, "precious").unwrap();
    fs::set_permissions(&other, fs::Permissions::from_mode(0o644)).unwrap();
    let before = fs::metadata(&other).unwrap();
    for name in ["konoba.lock", "konoba.sqlite-wal", "konoba.sqlite-shm"] {
        let data = Data::with(4);
        // Only root can give files away, and has most to lose.
        let _ = chown(data.folder(), Some(OTHER), Some(OTHER));
        let _ = chown(data.file(), Some(OTHER), Some(OTHER));
        let link = data.folder().join(name);
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(&other, &link).unwrap();
        let output = data.admin(&["check"]);
        if name == "konoba.lock" {
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(said.contains("konoba.lock is a symbolic link"), "{said}");
        }
        let after = fs::metadata(&other).unwrap();
        assert_eq!(fs::read_to_string(&other).unwrap(), "precious", "{name}");
        assert_eq!((after.uid(), after.mode()), (before.uid(), before.mode()), "{name}");
    }
}

/// "There is no database" would send an operator looking for a loss, and a check that finds nothing wrong would be one of
/// a server that does not start.
#[test]
fn what_cannot_be_read_is_said_to_be_so() {
    let data = Data::with(4);
    let folder = data.folder().to_str().unwrap();
    let new = format!("{folder}/new");
    let rows: [&[&str]; 5] = [
        &["admin", "stats", "--data", folder],
        &["admin", "backup", "--data", folder, "/nowhere/backup.sqlite"],
        &["export", "--data", folder, "/nowhere/games"],
        &["serve", "--check", "--http", "0", "--telnet", "0", "--data", folder],
        &["serve", "--check", "--http", "0", "--telnet", "0", "--data", &new],
    ];
    // Root may read everything, and becomes another user; another user shuts the folder.
    let is_root = chown(data.folder(), Some(0), None).is_ok();
    let open = |mode| fs::set_permissions(data.folder(), fs::Permissions::from_mode(mode)).unwrap();
    open(if is_root { 0o700 } else { 0o000 });
    for arguments in rows {
        let mut command = konoba();
        if is_root {
            command.uid(OTHER).gid(OTHER);
        }
        let said = command.args(arguments).output();
        let Ok(output) = said else {
            eprintln!("skipped: another user cannot start the program where it lies");
            return;
        };
        open(0o700);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.contains("Permission denied"), "{arguments:?}: {said}");
        open(if is_root { 0o700 } else { 0o000 });
    }
    open(0o700);
}

/// Brought up to date, it would be refused by the older server that uses it.
#[test]
fn who_only_looks_leaves_an_older_database_as_it_is() {
    let data = Data::with(4);
    let last = "delete from refinery_schema_history
        where version = (select max(version) from refinery_schema_history)";
    data.connection().execute(last, []).unwrap();
    let (versions, folder) =
        (data.count("refinery_schema_history"), data.folder().to_str().unwrap());
    let rows: [(&[&str], bool); 6] = [
        (&["export", "out"], false),
        (&["admin", "check"], false),
        (&["admin", "guest", "export", "1", "out"], false),
        (&["admin", "prune"], true),
        (&["admin", "repair"], true),
        (&["admin", "guest", "delete", "1"], true),
    ];
    for (arguments, has_write) in rows {
        let said = refused(&[arguments, &["--data", folder]].concat());
        assert!(said.contains("start the new server on it first"), "{arguments:?}: {said}");
        assert_eq!(said.contains("--write"), has_write, "{arguments:?}: {said}");
        assert_eq!(data.count("refinery_schema_history"), versions, "{arguments:?}");
    }
}

#[test]
fn postgres_that_is_older_is_left_as_it_is() {
    let Some(database) = Database::create() else { return };
    let check = ["admin", "check", "--database", &database.url()];
    assert!(refused(&check).contains("this is no database of konoba"), "it has no tables");
    drop(database.store());
    assert!(konoba().args(check).output().unwrap().status.success());
    database.execute(
        "delete from refinery_schema_history
        where version = (select max(version) from refinery_schema_history)",
    );
    for command in [&["admin", "check"][..], &["admin", "prune"], &["export", "out"]] {
        let said = refused(&[command, &["--database", &database.url()]].concat());
        assert!(said.contains("start the new server on it first"), "{command:?}: {said}");
    }
}

#[test]
fn a_folder_that_may_only_be_read_is_said_to_be_so() {
    let (data, out) = (Data::with(4), tempfile::tempdir().unwrap());
    let shut =
        |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    shut(&data.file(), 0o444);
    shut(data.folder(), 0o555);
    shut(out.path(), 0o777);
    let mut command = konoba();
    if chown(data.folder(), Some(0), None).is_ok() {
        command.uid(OTHER).gid(OTHER);
    }
    let output = command.args(["export", "--data"]).arg(data.folder()).arg(out.path()).output();
    shut(data.folder(), 0o755);
    let Ok(output) = output else {
        eprintln!("skipped: another user cannot start the program where it lies");
        return;
    };
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("may not write to it") && said.contains("Permission denied"), "{said}");
}

/// A pipe, like a device, is not replaced by a backup.
#[test]
fn a_backup_replaces_plain_files_alone() {
    let (data, out) = (Data::with(4), tempfile::tempdir().unwrap());
    let pipe = out.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let link = out.path().join("link");
    std::os::unix::fs::symlink(&pipe, &link).unwrap();
    for file in [&pipe, &link] {
        let why = data.refused(&["backup", file.to_str().unwrap()]);
        assert!(why.contains("is not a regular file; nothing was changed"), "{why}");
        assert!(!fs::metadata(file).unwrap().is_file());
    }
    assert_eq!(names(out.path()), ["link", "pipe"]);
}

/// What is no database of ours is not an old one, which a server would bring up to date.
#[test]
fn a_database_of_another_program_is_named_as_such() {
    let data = Data::empty();
    let none = rusqlite::Connection::open(data.file()).unwrap();
    none.execute_batch("create table other (id integer)").unwrap();
    drop(none);
    let why = format!("{}: this is no database of konoba", data.file().display());
    let commands: [&[&str]; 3] = [&["check"], &["stats"], &["guest", "find", "Ana"]];
    for command in commands {
        let said = data.refused(command);
        assert!(said.contains(&why), "{said}");
    }
    fs::write(data.file(), [7; 5000]).unwrap();
    for command in commands {
        let said = data.refused(command);
        assert!(said.contains("konoba.sqlite: this is no database of SQLite"), "{said}");
    }
    let Some(empty) = Database::create() else { return };
    let said = refused(&["admin", "stats", "--database", &empty.url()]);
    assert!(said.contains("the database: this is no database of konoba"), "{said}");
}
