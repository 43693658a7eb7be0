//! A guest leaves: for now, elsewhere, or for good.

use serde_json::json;
use tungstenite::Message;

use crate::client::Client;
use crate::games::table;
use crate::server::Server;

/// The same client with the cookie of an answer.
fn with_cookie(client: &Client, reply: &crate::client::Reply) -> Client {
    let cookie = reply.header("set-cookie").unwrap().split(';').next().unwrap();
    Client::new(client.address).with("Cookie", cookie)
}

#[test]
fn after_logging_out_the_cookie_is_unknown() {
    let server = Server::open();
    let (table, [ana, _]) = table(&server, "konobi:5");
    let reply = ana.post("/api/me/sign-out", "");
    assert_eq!(reply.status, 204, "{reply:?}");
    assert!(reply.header("set-cookie").unwrap().contains("Max-Age=0"), "{reply:?}");
    assert_eq!(ana.get("/api/me").json(), json!({ "name": null }));
    let order = json!({ "do": "resign" }).to_string();
    assert_eq!(ana.post(&format!("/api/tables/{table}/orders"), &order).status, 403);
    for (method, path) in
        [("POST", "/api/me/sign-out"), ("POST", "/api/me/revoke"), ("DELETE", "/api/me")]
    {
        assert_eq!(server.stranger().request(method, path, "").status, 401, "{path}");
    }
}

/// A client with the cookie, and one that has shown the code too, is told why the socket closes.
#[test]
fn signing_out_closes_the_sockets_of_this_device() {
    let server = Server::open();
    let (table, [ana, luka]) = table(&server, "konobi:5");
    let path = format!("/api/tables/{table}/socket");
    let mut own = ana.socket(&path).unwrap();
    assert_eq!(own.hear_of("table")["table"]["you"], json!([1]));
    let mut other = luka.socket(&path).unwrap();
    other.hear_of("table");
    assert_eq!(ana.post("/api/me/sign-out", "").status, 204);
    let why = loop {
        if let Message::Close(why) = own.0.read().unwrap() {
            break why.unwrap();
        }
    };
    assert_eq!(why.reason.as_str(), "signed out");
    let mut watching = ana.socket(&path).unwrap();
    assert_eq!(watching.hear_of("table")["table"]["you"], json!([]));
    other.say(&json!({ "ask": "time", "re": 1 }));
    assert_eq!(other.hear_of("time")["re"], 1);
}

/// Another device of the guest plays on.
#[test]
fn signing_out_at_one_device_leaves_the_others_as_they_are() {
    let server = Server::open();
    let (table, [ana, _]) = table(&server, "konobi:5");
    let code = ana.post("/api/me/device", "").json()["code"].clone();
    let body = json!({ "code": code }).to_string();
    let phone = with_cookie(&ana, &server.stranger().post("/api/continue", &body));
    let path = format!("/api/tables/{table}/socket");
    let [mut own, mut other] = [&ana, &phone].map(|client| client.socket(&path).unwrap());
    own.hear_of("table");
    other.hear_of("table");
    assert_eq!(ana.post("/api/me/sign-out", "").status, 204);
    while own.hear().is_some() {}
    other.say(&json!({ "do": "play", "move": "c3", "re": 1 }));
    assert_eq!(other.hear_of("done")["re"], 1);
    assert_eq!(phone.post("/api/me/revoke", "").status, 200);
    while other.hear().is_some() {}
}

#[test]
fn after_signing_out_elsewhere_only_this_device_keeps_the_seat() {
    let server = Server::open();
    let (table, [ana, _]) = table(&server, "konobi:5");
    let thief = ana.clone();
    let mut stolen = thief.socket(&format!("/api/tables/{table}/socket")).unwrap();
    assert_eq!(stolen.hear_of("table")["table"]["you"], json!([1]));
    let reply = ana.post("/api/me/revoke", "");
    assert_eq!(reply.status, 200, "{reply:?}");
    let ana = with_cookie(&ana, &reply);
    assert_eq!(ana.get("/api/me").json(), json!({ "name": "Ana" }));
    assert_eq!(thief.get("/api/me").json(), json!({ "name": null }));
    // The open socket is closed, and the code is the new one.
    while stolen.hear().is_some() {}
    let code = reply.json()["code"].as_str().unwrap().to_owned();
    let found = server.stranger().post("/api/seat", &json!({ "code": code }).to_string());
    assert_eq!(found.json(), json!({ "table": table, "seat": 1 }));
    let order = json!({ "do": "play", "move": "c3" }).to_string();
    let path = format!("/api/tables/{table}/orders");
    assert_eq!(thief.post(&path, &order).status, 403);
    assert_eq!(ana.post(&path, &order).status, 200);
}

#[test]
fn a_deleted_guest_leaves_games_and_no_name() {
    let server = Server::open();
    let (first, [ana, luka]) = table(&server, "konobi:5");
    let offer = json!({ "setup": "konobi:5", "with": "anyone" }).to_string();
    let open = ana.post("/api/tables", &offer).json()["table"].as_str().unwrap().to_owned();
    let order = json!({ "do": "play", "move": "c3" }).to_string();
    assert_eq!(ana.post(&format!("/api/tables/{first}/orders"), &order).status, 200);
    let mut watched = luka.socket(&format!("/api/tables/{first}/socket")).unwrap();
    watched.hear_of("table");
    assert_eq!(ana.request("DELETE", "/api/me", "").status, 204);
    assert_eq!(ana.get("/api/me").json(), json!({ "name": null }));
    // Connected clients see the game won and then the name gone, and are not told that moves were lost.
    let renamed = loop {
        let message = watched.hear().unwrap();
        assert!(!message.to_string().contains("lost by the database"), "{message}");
        if message["type"] == "table" {
            break message;
        }
    };
    assert_eq!(renamed["table"]["result"]["by"], "resignation");
    for path in [format!("/api/tables/{first}"), format!("/t/{first}")] {
        let body = server.stranger().get(&path).body;
        assert!(body.contains("Guest") && body.contains("Luka") && !body.contains("Ana"), "{path}");
    }
    let record = server.stranger().get(&format!("/api/tables/{first}/record")).body;
    assert!(record.contains("Guest") && !record.contains("Ana"), "{record}");
    let view = server.stranger().get(&format!("/api/tables/{open}")).json();
    assert_eq!(view["table"]["standing"], "withdrawn");
    assert_eq!(server.stranger().get("/api/lobby").json()["open"], json!([]));
}
