//! Who may do what: every client without the right is refused, at every command, over HTTP and over
//! the socket.

use konoba_live::SeatCode;
use serde_json::{Value, json};

use crate::client::Client;
use crate::games::table;
use crate::server::Server;

/// Every order that there is.
const ORDERS: [&str; 10] = [
    "play",
    "swap",
    "resign",
    "flag",
    "undo",
    "accept-undo",
    "decline-undo",
    "rematch",
    "accept-rematch",
    "decline-rematch",
];

fn order(what: &str) -> Value {
    json!({ "do": what, "move": "e5" })
}

fn version(server: &Server, table: &str) -> u64 {
    let view = server.stranger().get(&format!("/api/tables/{table}")).json();
    view["table"]["version"].as_u64().unwrap()
}

/// Gives every order over both ways in and checks how each is refused.
fn check_all(
    who: &str,
    client: &Client,
    table: &str,
    extra: &Value,
    refused: impl Fn(&str) -> &'static [&'static str],
) {
    let mut socket = client.socket(&format!("/api/tables/{table}/socket")).unwrap();
    socket.hear_of("table");
    for what in ORDERS {
        let mut order = order(what);
        if let Some(seat) = extra.get("seat") {
            order["seat"] = seat.clone();
        }
        let reply = client.post(&format!("/api/tables/{table}/orders"), &order.to_string());
        let id = reply.json()["id"].as_str().unwrap_or("done").to_owned();
        assert!(refused(what).contains(&id.as_str()), "{who} {what}: {reply:?}");
        socket.say(&order);
        let answer = loop {
            let answer = socket.hear().unwrap();
            if answer["type"] == "refused" || answer["type"] == "done" {
                break answer;
            }
        };
        let id = answer["id"].as_str().unwrap_or("done");
        assert!(refused(what).contains(&id), "{who} {what} by socket: {answer}");
    }
}

#[test]
fn a_client_without_a_seat_can_do_nothing() {
    let server = Server::open();
    let (id, [ana, _]) = table(&server, "konobi:5");
    let (other, [iva, _]) = table(&server, "konobi:5");
    let guest = server.guest("Marko");
    let spectator = server.guest("Vesna");
    let _watching = spectator.socket(&format!("/api/tables/{id}/socket")).unwrap();
    let stranger = server.stranger();
    let wrong_code =
        stranger.with("Authorization", &format!("Bearer {}", SeatCode::random().grouped()));
    let forged = stranger.with("Cookie", &format!("konoba={}", "0".repeat(52)));
    let before = version(&server, &id);
    for (who, client) in [
        ("a stranger", &stranger),
        ("a guest", &guest),
        ("a spectator", &spectator),
        ("a player of another table who knows the name of this one", &iva),
        ("a wrong code", &wrong_code),
        ("a forged cookie", &forged),
    ] {
        check_all(who, client, &id, &json!({}), |_| &["not-seated"]);
        let withdrawn = client.request("DELETE", &format!("/api/tables/{id}"), "");
        assert_eq!(
            (withdrawn.status, &withdrawn.json()["id"]),
            (403, &json!("not-seated")),
            "{who}"
        );
        let sat = client.post(&format!("/api/tables/{id}/seat"), "{}");
        assert!([401, 409].contains(&sat.status), "{who} {sat:?}");
        let view = client.get(&format!("/api/tables/{id}")).json();
        assert_eq!(
            (&view["table"]["you"], &view["table"]["can"]),
            (&json!([]), &json!([])),
            "{who}"
        );
    }
    assert_eq!(version(&server, &id), before, "nothing has happened");
    assert_eq!(version(&server, &other), 1);
    assert_eq!(
        ana.post(&format!("/api/tables/{id}/orders"), &order("play").to_string()).status,
        200
    );
}

#[test]
fn a_seat_does_not_act_for_the_other() {
    let server = Server::open();
    let (id, [ana, luka]) = table(&server, "konobi:5");
    let before = version(&server, &id);
    check_all("seat two as seat one", &luka, &id, &json!({ "seat": 1 }), |_| &["not-seated"]);
    check_all("seat one as seat two", &ana, &id, &json!({ "seat": 2 }), |_| &["not-seated"]);
    // As itself, out of turn: nothing but what is always one's own right.
    let own = |what: &str| -> &'static [&'static str] {
        match what {
            "play" | "swap" => &["not-your-turn"],
            "flag" => &["time-left"],
            "undo" => &["nothing-to-undo"],
            "accept-undo" | "decline-undo" | "accept-rematch" | "decline-rematch" => {
                &["nothing-asked"]
            }
            "rematch" => &["game-goes-on"],
            _ => &["done"],
        }
    };
    let orders = format!("/api/tables/{id}/orders");
    for what in ORDERS.into_iter().filter(|what| *what != "resign") {
        let reply = luka.post(&orders, &order(what).to_string());
        let refused = reply.json()["id"].as_str().unwrap_or("done").to_owned();
        assert!(own(what).contains(&refused.as_str()), "{what}: {reply:?}");
    }
    assert_eq!(version(&server, &id), before);
    // One cannot grant one's own wish.
    ana.post(&orders, &order("play").to_string());
    assert_eq!(ana.post(&orders, &order("undo").to_string()).status, 200);
    let granted = ana.post(&orders, &order("accept-undo").to_string());
    assert_eq!(granted.json()["id"], "own-question");
}

#[test]
fn a_seat_of_a_game_that_is_over_can_only_play_again() {
    let server = Server::open();
    let (id, [ana, luka]) = table(&server, "konobi:5");
    let orders = format!("/api/tables/{id}/orders");
    assert_eq!(ana.post(&orders, &order("resign").to_string()).status, 200);
    for client in [&ana, &luka] {
        check_all("an ended seat", client, &id, &json!({}), |what| match what {
            "play" | "swap" | "resign" | "flag" => &["game-over"],
            "undo" => &["final", "question-open", "already-rematched"],
            "accept-undo" | "decline-undo" => &["nothing-asked"],
            "rematch" => &["done", "question-open", "already-rematched"],
            "accept-rematch" => &["own-question", "nothing-asked", "already-rematched"],
            _ => &["own-question", "nothing-asked"],
        });
    }
}

#[test]
fn a_code_speaks_for_its_seat_through_any_way_in() {
    let server = Server::open();
    let ana = server.guest("Ana");
    let offer = json!({ "setup": "konobi:5", "with": "anyone", "side": "black" }).to_string();
    let laid = ana.post("/api/tables", &offer).json();
    let id = laid["table"].as_str().unwrap();
    server.guest("Luka").post(&format!("/api/tables/{id}/seat"), "{}");
    let stranger = server.stranger();
    let found = stranger.post("/api/seat", &json!({ "code": laid["code"] }).to_string());
    assert_eq!(found.json(), json!({ "table": id, "seat": 1 }));
    let wrong = json!({ "code": SeatCode::random().grouped() }).to_string();
    assert_eq!(stranger.post("/api/seat", &wrong).status, 404);
    let bearer =
        stranger.with("Authorization", &format!("Bearer {}", laid["code"].as_str().unwrap()));
    let done = bearer.post(&format!("/api/tables/{id}/orders"), &order("play").to_string());
    assert_eq!(done.json()["seat"], 1);
    let mut socket = stranger.socket(&format!("/api/tables/{id}/socket")).unwrap();
    assert_eq!(socket.hear_of("table")["table"]["you"], json!([]));
    socket.say(&json!({ "code": laid["code"] }));
    while socket.hear_of("table")["table"]["you"] != json!([1]) {}
    socket.say(&order("undo"));
    assert_eq!(socket.hear_of("done")["seat"], 1);
}

/// Reading the store does not let an attacker act for a guest.
#[test]
fn no_secret_is_in_any_answer_but_the_first() {
    let server = Server::open();
    let ana = server.guest("Ana");
    let offer = json!({ "setup": "konobi:5", "with": "friend" }).to_string();
    let laid = ana.post("/api/tables", &offer).json();
    let id = laid["table"].as_str().unwrap();
    let secrets = [laid["code"].as_str().unwrap(), laid["invitation"].as_str().unwrap()];
    for path in [
        format!("/api/tables/{id}"),
        format!("/t/{id}"),
        "/api/me/tables".to_owned(),
        "/api/lobby".to_owned(),
    ] {
        let body = ana.get(&path).body;
        for secret in secrets {
            assert!(!body.contains(secret), "{path}");
            assert!(!body.contains(&secret.replace('-', "")), "{path}");
        }
    }
}
