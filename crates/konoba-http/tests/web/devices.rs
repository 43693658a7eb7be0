//! A guest goes on at another device.

use serde_json::json;

use crate::client::{Client, Reply};
use crate::games::table;
use crate::server::Server;

fn go_on(client: &Client, code: &str) -> Reply {
    client.post("/api/continue", &json!({ "code": code }).to_string())
}

fn code(client: &Client) -> String {
    let linked = client.post("/api/me/device", "{}");
    assert_eq!(linked.status, 200, "{linked:?}");
    let linked = linked.json();
    let code = linked["code"].as_str().unwrap().to_owned();
    assert_eq!(linked["path"], format!("/continue#{}", code.replace('-', "")));
    code
}

fn with_cookie(server: &Server, reply: &Reply) -> Client {
    let cookie = reply.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    server.stranger().with("Cookie", &cookie)
}

#[test]
fn a_code_carries_the_guest_and_all_games_over_once() {
    let server = Server::open();
    let (id, [ana, _]) = table(&server, "konobi:5");
    let code = code(&ana);
    let reply = go_on(&server.stranger(), &code);
    assert_eq!((reply.status, &reply.json()["name"]), (200, &json!("Ana")));
    let phone = with_cookie(&server, &reply);
    assert_eq!(phone.get("/api/me/games").json()["running"][0]["table"], id);
    let play = json!({ "do": "play", "move": "c3" }).to_string();
    assert_eq!(phone.post(&format!("/api/tables/{id}/orders"), &play).status, 200);
    // It was good once, and a code of a seat or of nothing never is.
    for wrong in [&code, "g7k2-9fqa-0z3m-x5tw", "", "?"] {
        let refused = go_on(&server.stranger(), wrong);
        assert_eq!((refused.status, refused.header("set-cookie")), (404, None), "{wrong}");
        let seat = server.stranger().post("/api/seat", &json!({ "code": wrong }).to_string());
        assert_eq!(seat.body, refused.body, "{wrong}");
        assert_eq!(seat.json()["id"], "no-code", "{wrong}");
    }
    assert_eq!(server.stranger().post("/api/me/device", "{}").status, 401);
    // One device logs out, the other one does not notice.
    assert_eq!(ana.post("/api/me/sign-out", "{}").status, 204);
    assert_eq!((ana.get("/api/me/games").status, phone.get("/api/me/games").status), (401, 200));
    // Then everywhere else: the third is out, the second has a new cookie.
    let third = with_cookie(&server, &go_on(&server.stranger(), &self::code(&phone)));
    assert_eq!(third.get("/api/me/games").status, 200);
    let unused = self::code(&third);
    let revoked = phone.post("/api/me/revoke", "{}");
    assert_eq!(revoked.status, 200);
    assert_eq!((third.get("/api/me/games").status, phone.get("/api/me/games").status), (401, 401));
    assert_eq!(with_cookie(&server, &revoked).get("/api/me/games").status, 200);
    assert_eq!(go_on(&server.stranger(), &unused).status, 404);
}

#[test]
fn a_guest_with_games_is_not_replaced_unasked() {
    let server = Server::open();
    let (_, [ana, luka]) = table(&server, "konobi:5");
    let code = code(&ana);
    let refused = go_on(&luka, &code);
    assert_eq!((refused.status, &refused.json()["id"]), (409, &json!("has-games")));
    assert_eq!(refused.header("set-cookie"), None);
    assert_eq!(go_on(&luka, "g7k2-9fqa-0z3m-x5tw").status, 404, "a wrong code replaces no guest");
    let page = luka.get("/continue").body;
    assert!(page.contains("known as <strong>Luka</strong>, who has 1 game in progress"), "{page}");
    assert!(!server.stranger().get("/continue").body.contains("known as"));
    // A device that is known as the same guest, or as one without games, is not asked.
    assert_eq!(go_on(&ana, &code).status, 200);
    let mara = server.guest("Mara");
    assert_eq!(go_on(&mara, &self::code(&ana)).status, 200);
    let code = self::code(&ana);
    let body = json!({ "code": code, "replace": true }).to_string();
    let replaced = luka.post("/api/continue", &body);
    assert_eq!((replaced.status, &replaced.json()["name"]), (200, &json!("Ana")));
}
