//! A guest who signs out or is deleted at one node is gone at all of them.

use konoba_rules::{GAMES, Setup};
use serde_json::{Value, json};
use tungstenite::Message;

use super::until;
use crate::database::Database;
use crate::server::Server;
use crate::table::{PATIENCE, hear, open_socket, request};

/// A guest logs out at one node, and then replaces all codes there. The sockets at another node close.
#[test]
fn a_guest_who_logs_out_at_one_node_holds_no_seat_at_another() {
    let Some(database) = Database::create() else { return };
    let [here, there] = [(); 2].map(|()| Server::start_node(&database.url()));
    let setup = Setup::default_of(GAMES[0]).with_size(5).unwrap().to_string();
    for leaves in ["/api/me/sign-out", "/api/me/revoke"] {
        let post = |path: &str, cookie: &str, body: &Value| {
            request(here.http, "POST", path, &[("Cookie", cookie)], body)
        };
        let ana = post("/api/me", "", &json!({ "name": "Ana" })).1.unwrap();
        let laid = post("/api/tables", &ana, &json!({ "setup": setup, "with": "friend" })).2;
        let (table, code) = (laid["table"].as_str().unwrap(), laid["code"].as_str().unwrap());
        let code = format!("Bearer {code}");
        let mut socket = open_socket(there.http, table, Some(&code), PATIENCE).unwrap();
        assert_eq!(hear(&mut socket, "table").unwrap()["table"]["you"], json!([1]));
        let left = post(leaves, &ana, &json!({}));
        assert_eq!(left.0 / 100, 2, "{}", left.2);
        // What is told before that does not matter.
        let why = loop {
            if let Message::Close(why) = socket.read().unwrap() {
                break why.unwrap();
            }
        };
        assert_eq!(why.reason.as_str(), "signed out");
        let sees = || {
            let mut socket = open_socket(there.http, table, Some(&code), PATIENCE).unwrap();
            hear(&mut socket, "table").unwrap()["table"]["you"].clone()
        };
        // The code is still good, unless it was replaced.
        let expected = if leaves.ends_with("revoke") { json!([]) } else { json!([1]) };
        until("the other node knows", || sees() == expected);
    }
}
