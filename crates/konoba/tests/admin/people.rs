//! What an operator does about one guest or one table.

use crate::data::{Data, table};

#[test]
fn a_guest_is_found_renamed_and_banned() {
    let data = Data::with(4);
    let said = data.done(&["guest", "find", "lu"]);
    assert!(said.contains("2 since 2023-11-14 with 3 seats: Luka"), "{said}");
    data.done(&["guest", "rename", "2", "Marko"]);
    assert!(data.done(&["guest", "find", "marko"]).contains("Marko"));
    data.done(&["guest", "rename", "1", "Željka"]);
    assert!(data.done(&["guest", "find", "žELJ"]).contains("4 seats: Željka"));
    assert!(!data.done(&["guest", "find", "eljka"]).contains("Željka"));
    assert_eq!(data.count("seats where name = 'Luka'"), 3, "games keep the name of then");
    data.done(&["guest", "ban", "2"]);
    let key = |who: u8| format!("guests where token = x'{}'", format!("{who:02x}").repeat(32));
    assert_eq!((data.count(&key(1)), data.count(&key(2))), (1, 0));
    assert_eq!(data.count("seats where guest = 2 and substr(hex(code), 17) = '020202'"), 0);
    // No door gives these names either.
    for (name, code) in [("Computer", 2), ("computer level 3", 2), ("Rex (bot)", 0), ("Marko", 0)] {
        let renamed = data.command(&["guest", "rename", "2", name]).output().unwrap();
        assert_eq!(renamed.status.code(), Some(code), "{name}");
    }
    for refused in [["guest", "ban", "9"].as_slice(), &["guest", "rename", "9", "Ivo"]] {
        assert!(data.refused(refused).contains("there is no guest 9"));
    }
    data.done(&["check"]);
}

#[test]
fn everything_about_a_guest_is_written() {
    let (data, out) = (Data::with(8), tempfile::tempdir().unwrap());
    data.done(&["guest", "export", "2", out.path().to_str().unwrap()]);
    let text = std::fs::read_to_string(out.path().join("guest.json")).unwrap();
    let guest: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(guest["name"], "Luka");
    for (id, has_feed, webhook) in [("1", false, Some("https://example.org/")), ("3", true, None)] {
        let out = tempfile::tempdir().unwrap();
        data.done(&["guest", "export", id, out.path().to_str().unwrap()]);
        let text = std::fs::read_to_string(out.path().join("guest.json")).unwrap();
        let guest: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (guest["has_feed"].as_bool(), guest["webhook"].as_str()),
            (Some(has_feed), webhook)
        );
    }
    let tables = guest["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 6);
    for told in tables {
        assert_eq!(told["seats"][0], 2);
        let file = out.path().join(format!("{}.sgf", told["table"].as_str().unwrap()));
        let record = konoba_rules::Record::from_sgf(&std::fs::read(file).unwrap()).unwrap();
        assert!(record.moves().count() > 0);
    }
}

#[test]
fn a_table_is_closed_once() {
    let data = Data::with(4);
    for number in [0, 2] {
        let id = table(number).to_string();
        data.done(&["table", "close", &id]);
        assert!(data.refused(&["table", "close", &id]).contains("it is over"));
    }
    assert_eq!(data.count("tables where standing = 'withdrawn'"), 1);
    assert_eq!(data.count("events where fact like '%\"Void\"%'"), 1);
    data.done(&["check"]);
}

#[test]
fn a_guest_is_deleted_and_others_keep_their_games() {
    let data = Data::with(8);
    let whole = data.content();
    let said = data.done(&["guest", "delete", "1"]);
    assert_eq!(said.lines().filter(|line| line.starts_with("resign ")).count(), 4, "{said}");
    assert_eq!(said.lines().filter(|line| line.starts_with("withdraw ")).count(), 2, "{said}");
    assert!(said.ends_with("nothing was changed without --write\n"), "{said}");
    assert_eq!(data.content(), whole);

    let said = data.done(&["guest", "delete", "1", "--write"]);
    assert!(said.ends_with("guest 1 deleted\n"), "{said}");
    assert!(!data.done(&["guest", "find", "Ana"]).contains("Ana"));
    assert_eq!(data.count("seats where name = 'Ana' or guest = 1 and name <> 'Guest'"), 0);
    assert_eq!(data.count("seats where guest = 2 and name = 'Luka'"), 6);
    assert_eq!(data.count("seats where guest = 1"), 8, "the games stay");
    assert_eq!(data.count("tables where standing in ('waiting', 'playing')"), 0);
    let won = "tables where winner = 2 and ending = 'resignation' and to_move is null";
    assert_eq!(data.count(won), 4);
    assert_eq!(data.count("alerts where guest = 1"), 0);
    let token = format!("guests where token = x'{}'", "01".repeat(32));
    assert_eq!(data.count(&token), 0);
    assert_eq!(data.count("seats where guest = 1 and substr(hex(code), 17, 6) = '010101'"), 0);
    assert_eq!(data.count("seats where guest = 2 and substr(hex(code), 17, 6) = '020202'"), 6);
    data.done(&["check"]);

    // The opponent's games are all there, with the result.
    let out = tempfile::tempdir().unwrap();
    data.done(&["guest", "export", "2", out.path().to_str().unwrap()]);
    let file = out.path().join(format!("{}.sgf", table(2)));
    let record = konoba_rules::Record::from_sgf(&std::fs::read(file).unwrap()).unwrap();
    assert!(record.outcome().is_some());
    assert!(data.refused(&["guest", "delete", "9", "--write"]).contains("there is no guest 9"));
    // Once more finds nothing left to do.
    assert_eq!(data.done(&["guest", "delete", "1", "--write"]), "guest 1 deleted\n");
}

/// A table that cannot be replayed stays readable, without the name.
#[test]
fn what_the_rules_do_not_bear_out_is_left_when_its_guest_is_deleted() {
    let data = Data::with(4);
    let id = table(2).to_string();
    let gap = "delete from events where table_id = ?1 and version = 2";
    data.connection().execute(gap, [&id]).unwrap();
    data.connection().execute("update tables set version = 3 where id = ?1", [&id]).unwrap();
    let copied = "insert into events (table_id, version, at, format, fact)
        select table_id, 3, at, format, fact from events where table_id = ?1 and version = 1";
    data.connection().execute(copied, [&id]).unwrap();
    let said = data.done(&["guest", "delete", "2", "--write"]);
    assert!(said.contains(&format!("leave {id}\n")), "{said}");
    assert_eq!(data.count("seats where name = 'Luka'"), 0);
    assert_eq!(data.count(&format!("tables where id = '{id}' and standing = 'playing'")), 1);
}
