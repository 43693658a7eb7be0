//! `check` finds what is wrong, and nothing else.

use crate::data::{Data, table};

#[test]
fn data_that_is_well_has_no_finding() {
    let data = Data::with(12);
    let said = data.done(&["check"]);
    assert!(said.contains("12 tables") && said.contains("0 findings"), "{said}");
    let stats: serde_json::Value = serde_json::from_str(&data.done(&["stats", "--json"])).unwrap();
    assert_eq!(stats["guests"], 3);
    assert_eq!(stats["tables"]["playing"], 6);
    assert_eq!(stats["events"], data.count("events"));
}

/// Each mistake is planted alone; the finding names the table.
#[test]
fn each_kind_of_mistake_is_found() {
    let whole = table(2).to_string();
    for (mistake, finding) in [
        ("delete from events where table_id = ?1 and version = 1", "event 1 is missing"),
        ("update tables set version = 7 where id = ?1", "it is at version 7"),
        ("update tables set standing = 'over' where id = ?1", "its events say Playing"),
        ("update tables set next = '0000000000000000' where id = ?1", "rematch is not there"),
        ("update seats set guest = 99 where table_id = ?1", "seats of a guest who is not there"),
        (
            "update events set format = 99 where table_id = ?1 and version = 2",
            "event 2 cannot be read",
        ),
        (
            "update events set fact = replace(fact, '\"seat\":1', '\"seat\":2')
                where table_id = ?1 and version = 2",
            "the rules do not bear its events out",
        ),
        ("delete from tables where id = ?1", "events of a table that is not there"),
    ] {
        let data = Data::with(4);
        let connection = data.connection();
        connection.pragma_update(None, "foreign_keys", false).unwrap();
        assert!(connection.execute(mistake, [&whole]).unwrap() > 0, "{mistake}");
        drop(connection);
        let said = data.refused(&["check"]);
        assert!(said.contains(finding) && said.contains(&whole), "{mistake}: {said}");
    }
}

/// A page of the events is written over: what lies there is found, and the rest is checked.
#[test]
fn damage_to_the_file_is_found_and_the_rest_is_checked() {
    let data = Data::with(400);
    data.damage_events();
    let said = data.refused(&["check"]);
    assert!(said.contains("damage to the file: "), "{said}");
    assert!(said.contains(": it is damaged and cannot be read\n"), "{said}");
    assert!(said.contains("400 tables, "), "{said}");
    assert!(!said.contains(" 0 events"), "{said}");
    assert!(said.contains("something is wrong; nothing was changed"), "{said}");
}

#[test]
fn a_repair_names_what_it_cannot_read_and_goes_on() {
    let data = Data::with(4);
    let (over, damaged, gap) = (table(1).to_string(), table(2).to_string(), table(3).to_string());
    for (mistake, table) in [
        ("update tables set version = version - 1 where id = ?1", &over),
        ("update tables set since = -1 where id = ?1", &damaged),
        ("delete from events where table_id = ?1 and version = 2", &gap),
    ] {
        assert!(data.connection().execute(mistake, [table]).unwrap() > 0, "{mistake}");
    }
    let said = data.refused(&["repair", "--write"]);
    assert!(said.contains(&format!("{damaged}: it is damaged and cannot be read")), "{said}");
    let line = said.lines().find(|line| line.starts_with(&over)).unwrap();
    assert!(line.contains("but the table counts ") && line.ends_with("the game is over there"));
    assert!(said.contains("3 looked at, 2 with a gap, 2 repaired"), "{said}");
    assert!(said.contains("1 table could not be read"), "{said}");
}
