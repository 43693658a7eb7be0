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
