//! Every node knows which clients are at which table, and forgets those of a node that dies.

use std::net::SocketAddr;

use serde_json::{Value, json};

use super::until;
use crate::database::Database;
use crate::server::Server;
use crate::table::{Game, PATIENCE, Socket, hear, open_socket, request, watch};

fn look(http: SocketAddr, path: &str) -> Value {
    request(http, "GET", path, &[], &Value::Null).2
}

/// Whether the players are there, and how many watch, as a node shows it.
fn seen(http: SocketAddr, game: &Game) -> (Vec<bool>, u64) {
    let table = look(http, &format!("/api/tables/{}", game.id))["table"].clone();
    let is_present = |seat: &Value| seat["is_present"].as_bool().unwrap();
    let seats = table["seats"].as_array().unwrap().iter().map(is_present).collect();
    (seats, table["watchers"].as_u64().unwrap())
}

/// Listens until a socket is told that so many watch.
fn hear_watchers(socket: &mut Socket, watchers: u64) -> Value {
    loop {
        let presence = hear(socket, "presence").unwrap();
        if presence["watchers"] == watchers {
            return presence;
        }
    }
}

#[test]
fn people_are_seen_at_every_node_until_theirs_dies() {
    let Some(database) = Database::create() else { return };
    let [dies, stays] = [(); 2].map(|()| Server::start_node(&database.url()));
    let game = Game::lay(&stays, 1);
    // Ana sits at one node, Luka at the other, and at each of them a client watches.
    let _ana = game.socket(dies.http, 0).unwrap();
    let mut luka = game.socket(stays.http, 1).unwrap();
    let [_there, _here] = [&dies, &stays].map(|server| watch(server.http, &game.id));
    until("both nodes see all clients", || {
        [&dies, &stays].iter().all(|node| seen(node.http, &game) == (vec![true, true], 2))
    });
    // Connected clients are told without asking.
    let told = hear_watchers(&mut luka, 2);
    assert_eq!(told["is_present"][0], true, "{told}");
    dies.kill();
    until("those who were at it are gone", || seen(stays.http, &game) == (vec![false, true], 1));
    let told = hear_watchers(&mut luka, 1);
    assert_eq!(told["is_present"][0], false, "{told}");
}

/// An offer that is made at one node is open at all of them, and whether its maker is there is known.
#[test]
fn the_lobby_is_the_same_at_every_node() {
    let Some(database) = Database::create() else { return };
    let nodes = [(); 2].map(|()| Server::start_node(&database.url()));
    let post = |path: &str, cookie: &str, body: &Value| {
        let (status, own, answer) =
            request(nodes[0].http, "POST", path, &[("Cookie", cookie)], body);
        assert_eq!(status / 100, 2, "{answer}");
        (own, answer)
    };
    let ana = post("/api/me", "", &json!({ "name": "Ana" })).0.unwrap();
    let setup = konoba_rules::Setup::default_of(konoba_rules::GAMES[0]).to_string();
    let laid = post("/api/tables", &ana, &json!({ "setup": setup, "with": "anyone" })).1;
    let offers = |node: &Server| {
        let open = look(node.http, "/api/lobby")["open"].clone();
        let is_hers = |offer: &&Value| offer["table"] == laid["table"];
        open.as_array().unwrap().iter().find(is_hers).map(|offer| offer["is_present"] == true)
    };
    assert_eq!(offers(&nodes[0]), Some(false), "her own node knows at once");
    until("the other node lists the offer", || offers(&nodes[1]) == Some(false));
    let table = laid["table"].as_str().unwrap();
    let code = format!("Bearer {}", laid["code"].as_str().unwrap());
    let _waits = open_socket(nodes[0].http, table, Some(&code), PATIENCE).unwrap();
    until("the other node knows that she waits", || offers(&nodes[1]) == Some(true));
    let luka =
        request(nodes[1].http, "POST", "/api/me", &[], &json!({ "name": "Luka" })).1.unwrap();
    let seat = format!("/api/tables/{table}/seat");
    let sits = request(nodes[1].http, "POST", &seat, &[("Cookie", &luka)], &json!({}));
    assert_eq!(sits.0, 200, "{}", sits.2);
    until("the offer is gone at both", || nodes.iter().all(|node| offers(node).is_none()));
}
