//! `copy` between folders and databases.

use std::fs;
use std::process::Command;

use konoba_store::{Digest, GuestId, NewGuest, Store};
use konoba_table::Moment;

use crate::data::{Data, killed, konoba, said};
use crate::database::Database;

fn copy(from: &str, to: &str) -> Command {
    let mut command = konoba();
    command.args(["admin", "copy", "--from", from, "--to", to]);
    command
}

fn path(data: &Data) -> &str {
    data.folder().to_str().unwrap()
}

#[test]
fn an_interrupted_copy_is_refused_by_every_program_and_goes_on_where_it_ended() {
    let (source, target) = (Data::with(1500), Data::empty());
    let whole = source.content();
    let start = || copy(path(&source), path(&target));
    let mut unfinished = 0;
    killed(start, || {
        assert!(source.content() == whole, "the source has changed");
        if !target.file().is_file() {
            return;
        }
        let looked = target.admin(&["check"]);
        if looked.status.success() {
            let rows = target.content();
            assert!(rows == whole || rows.is_empty(), "a partial copy passes for a whole one");
        } else {
            unfinished += 1;
        }
    });
    let output = start().output().unwrap();
    if output.status.success() {
        assert!(target.content() == whole);
    } else {
        // The last one had already finished: then the target is not empty any more.
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("not empty"), "{said}");
        assert!(target.content() == whole);
    }
    target.done(&["check"]);
    println!("{unfinished} times interrupted");
}

#[test]
fn it_is_called_move_too_and_leaves_the_source_as_it_is() {
    let (source, target) = (Data::with(5), Data::empty());
    let whole = source.content();
    let ends = ["--from", path(&source), "--to", path(&target)];
    said(konoba().args(["admin", "move"]).args(ends).output().unwrap());
    assert!(source.content() == whole && target.content() == whole);
}

#[test]
fn a_source_of_an_older_program_is_refused_and_stays_as_it_is() {
    let (source, target) = (Data::with(5), Data::empty());
    let older = "drop table guest_numbers;
        delete from refinery_schema_history where name = 'guest_numbers'";
    source.connection().execute_batch(older).unwrap();
    let migrations = source.count("refinery_schema_history");
    let output = copy(path(&source), path(&target)).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let why = String::from_utf8_lossy(&output.stderr);
    assert!(why.contains("older than this program"), "{why}");
    assert_eq!(source.count("refinery_schema_history"), migrations);
    assert!(!target.file().exists(), "nothing is created");
}

#[test]
fn a_copy_that_was_begun_from_other_data_is_not_finished() {
    let (source, other, target) = (Data::with(6), Data::with(7), Data::empty());
    said(copy(path(&other), path(&target)).output().unwrap());
    let begun =
        "insert into refinery_schema_history values (9999, 'copy', '2026-01-01T00:00:00Z', '0')";
    target.connection().execute(begun, []).unwrap();
    let output = copy(path(&source), path(&target)).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("did not arrive as it was"));
    target.refused(&["check"]);
}

#[test]
fn a_target_with_data_and_a_folder_in_use_are_refused() {
    let (source, target) = (Data::with(4), Data::with(4));
    let whole = target.content();
    let output = copy(path(&source), path(&target)).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("the target is not empty"));
    assert_eq!(target.content(), whole);
    let lock = fs::File::create(source.folder().join("konoba.lock")).unwrap();
    lock.lock().unwrap();
    let output = copy(path(&source), path(&Data::empty())).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("uses this folder"));
}

/// There and back again is the same; a server on the database is noticed.
#[test]
fn postgres_takes_everything_and_gives_it_back() {
    let Some(database) = Database::create() else { return };
    let (source, target) = (Data::with(30), Data::empty());
    // There were 70 guests, most of whom are gone.
    source.connection().execute("update guest_numbers set last = 70", []).unwrap();
    said(copy(path(&source), &database.url()).output().unwrap());
    let on_database = |arguments: &[&str]| {
        let mut command = konoba();
        said(
            command
                .args(["admin"])
                .args(arguments)
                .args(["--database", &database.url()])
                .output()
                .unwrap(),
        )
    };
    assert!(on_database(&["check"]).contains("30 tables"));
    assert!(on_database(&["guest", "find", "lu"]).contains("2 since"));
    let store = database.store();
    let (token, name) = (Digest::from_bytes([99; 32]), "Iva".parse().unwrap());
    let iva = store.add_guest(NewGuest { token, name, since: Moment::from_millis(0) });
    assert_eq!(iva.wait().unwrap(), GuestId(71));
    let refused = copy(&database.url(), path(&target)).output().unwrap();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("a server is using the database"));
    drop(store);
    database.execute("delete from guests where id = 71");
    said(copy(&database.url(), path(&target)).output().unwrap());
    assert_eq!(target.content(), source.content());
    assert_eq!(target.count("guest_numbers where last = 71"), 1);
    assert!(on_database(&["prune", "--write"]).contains("8 offers, 14 games and 1 guest removed"));
    assert!(on_database(&["guest", "ban", "1"]).contains("banned"));
    assert!(on_database(&["check"]).contains("8 tables"));
}
