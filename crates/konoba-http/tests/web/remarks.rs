//! What players say to each other.

use serde_json::json;

use crate::games::table;
use crate::server::Server;

#[test]
fn a_remark_without_a_socket_is_told_to_those_at_the_table() {
    let server = Server::open();
    let (id, [ana, luka]) = table(&server, "konobi:5");
    let mut hears = luka.socket(&format!("/api/tables/{id}/socket")).unwrap();
    let path = format!("/api/tables/{id}/remarks");
    assert_eq!(ana.post(&path, r#"{"remark":"good-luck"}"#).status, 204);
    let told = hears.hear_of("remark");
    let expected =
        json!({ "type": "remark", "seat": 1, "remark": "good-luck", "says": "Good luck" });
    assert_eq!(told, expected);
    let unknown = ana.post(&path, r#"{"remark":"you-cheat"}"#);
    assert_eq!((unknown.status, &unknown.json()["id"]), (400, &json!("no-remark")));
    assert_eq!(server.stranger().post(&path, r#"{"remark":"hello"}"#).status / 100, 4);
    let made = [(); 3].map(|()| ana.post(&path, r#"{"remark":"hello"}"#).status);
    assert_eq!(made[..2], [204, 204]);
    assert_eq!(made[2] / 100, 4, "three within twenty seconds are the most");
}
