//! A guest who signs out or is deleted at one node is gone at all of them.

use std::net::{SocketAddr, TcpStream};

use konoba_rules::{GAMES, Setup};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use super::until;
use crate::database::Database;
use crate::server::Server;
use crate::table::{PATIENCE, hear, open_socket, request};

/// A socket of a guest who is known by a cookie.
fn open_with_cookie(address: SocketAddr, table: &str, cookie: &str) -> WebSocket<TcpStream> {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let url = format!("ws://{address}/api/tables/{table}/socket");
    let mut request = url.into_client_request().unwrap();
    request.headers_mut().insert("Cookie", cookie.parse().unwrap());
    tungstenite::client(request, stream).unwrap().0
}

/// Why a socket is closed.
fn closed(socket: &mut WebSocket<TcpStream>) -> String {
    loop {
        if let Message::Close(why) = socket.read().unwrap() {
            break why.unwrap().reason.to_string();
        }
    }
}

/// A guest logs out at one node, and then replaces all codes there. The sockets of that device at another node close; one
/// that has come by the code stays as long as the code is good.
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
        let mut socket = open_with_cookie(there.http, table, &ana);
        let mut by_code = open_socket(there.http, table, Some(&code), PATIENCE).unwrap();
        for socket in [&mut socket, &mut by_code] {
            assert_eq!(hear(socket, "table").unwrap()["table"]["you"], json!([1]));
        }
        let left = post(leaves, &ana, &json!({}));
        assert_eq!(left.0 / 100, 2, "{}", left.2);
        // What is told before that does not matter.
        assert_eq!(closed(&mut socket), "signed out");
        match leaves.ends_with("revoke") {
            true => assert_eq!(closed(&mut by_code), "signed out"),
            false => assert_eq!(hear(&mut by_code, "table").unwrap()["table"]["you"], json!([1])),
        }
        let sees = || {
            let mut socket = open_socket(there.http, table, Some(&code), PATIENCE).unwrap();
            hear(&mut socket, "table").unwrap()["table"]["you"].clone()
        };
        // The code is still good, unless it was replaced.
        let expected = if leaves.ends_with("revoke") { json!([]) } else { json!([1]) };
        until("the other node knows", || sees() == expected);
    }
}
