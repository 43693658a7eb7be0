//! What an operator does about one guest or one table.

use crate::data::{BEGIN, Data, table};

#[test]
fn a_guest_is_found_renamed_and_banned() {
    let data = Data::with(4);
    assert!(
        data.done(&["guest", "find", "lu"])
            .contains(&format!("2 since {BEGIN} with 3 seats: Luka"))
    );
    data.done(&["guest", "rename", "2", "Marko"]);
    assert!(data.done(&["guest", "find", "marko"]).contains("Marko"));
    assert_eq!(data.count("seats where name = 'Luka'"), 3, "games keep the name of then");
    data.done(&["guest", "ban", "2"]);
    let key = |who: u8| format!("guests where token = x'{}'", format!("{who:02x}").repeat(32));
    assert_eq!((data.count(&key(1)), data.count(&key(2))), (1, 0));
    assert_eq!(data.count("seats where guest = 2 and substr(hex(code), 17) = '020202'"), 0);
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
