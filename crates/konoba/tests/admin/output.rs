//! Output that is closed or full: what was done stays done and logged, and no command panics.

use std::fs::File;
use std::io;
use std::process::{Command, Output, Stdio};

use crate::data::{Data, konoba, table};

/// What a command says on standard error where the reader of its output has gone.
fn unread(mut command: Command) -> Output {
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    command.stdout(writer).output().unwrap()
}

/// The same where there is no room for its output.
fn without_room(mut command: Command) -> Output {
    command
        .stdout(Stdio::from(File::options().write(true).open("/dev/full").unwrap()))
        .output()
        .unwrap()
}

#[track_caller]
fn check(command: impl Fn() -> Command) {
    let output = unread(command());
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*said), (Some(0), ""), "{:?}", command());
    if cfg!(target_os = "linux") {
        let output = without_room(command());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{:?}: {said}", command());
        assert_eq!(said, "konoba: No space left on device (os error 28)\n", "{:?}", command());
    }
}

#[test]
fn commands_that_only_look_do_not_panic() {
    let data = Data::with(8);
    let looking = [
        &["stats"][..],
        &["stats", "--json"],
        &["check"],
        &["prune"],
        &["repair"],
        &["guest", "find", "A"],
        &["guest", "delete", "1"],
    ];
    for arguments in looking {
        check(|| data.command(arguments));
    }
}

#[test]
fn what_was_done_stays_done() {
    let (data, out) = (Data::with(8), tempfile::tempdir().unwrap());
    let backup = out.path().join("backup.sqlite");
    let path = backup.to_str().unwrap();
    check(|| data.command(&["backup", path]));
    check(|| data.command(&["restore", path]));
    let folder = out.path().join("guest");
    check(|| data.command(&["guest", "export", "1", folder.to_str().unwrap()]));
    assert!(folder.join("guest.json").is_file());
    check(|| data.command(&["guest", "rename", "1", "Iva"]));
    assert_eq!(data.count("guests where name = 'Iva'"), 1);
    check(|| data.command(&["guest", "ban", "2"]));
    let games = out.path().join("games");
    check(|| {
        let mut command = konoba();
        command.args(["export", "--data"]).arg(data.folder()).arg(&games);
        command
    });
    assert!(games.read_dir().unwrap().next().is_some());
}

/// A log line for everything that was removed, although nothing could be printed.
#[test]
fn what_was_done_is_logged() {
    let data = Data::with(8);
    let logged = |arguments: &[&str]| {
        let mut command = data.command(arguments);
        command.env("KONOBA_LOG", "info");
        let output = unread(command);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let log = logged(&["table", "close", &table(2).to_string()]);
    assert!(log.contains("a table was closed"), "{log}");
    let log = logged(&["guest", "delete", "1", "--write"]);
    assert!(log.contains("a guest was deleted"), "{log}");
    let log = logged(&["prune", "--write", "--games", "0", "--offers", "0", "--guests", "0"]);
    let removed = log.matches(" was removed").count();
    assert!(removed > 1, "{log}");
    assert_eq!(data.count("tables where standing = 'waiting'"), 0);
}

/// A gap is repaired in every table, and a finding decides the exit status.
#[test]
fn the_work_goes_on_to_its_end() {
    let data = Data::with(8);
    let gap = "delete from events where version = 1 and table_id in (?1, ?2)";
    let tables = [table(1).to_string(), table(2).to_string()];
    data.connection().execute(gap, tables).unwrap();
    let output = unread(data.command(&["check"]));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(unread(data.command(&["repair", "--write"])).status.code(), Some(0));
    data.done(&["check"]);
}
