//! "Your turn" outside of Konoba: a private feed, and a message to an address.

use std::io::{Read, Write};
use std::net::TcpListener;

use hmac::{Hmac, KeyInit, Mac};
use konoba_http::{HttpConfig, Webhooks};
use konoba_live::Config;
use serde_json::{Value, json};
use sha2::Sha256;

use crate::client::Client;
use crate::server::Server;

/// Two people at a game with days for each move; the first is to move.
fn slow_game(server: &Server, time: &str) -> (String, [Client; 2]) {
    let [ana, luka] = [server.guest("Ana <&>"), server.guest("Luka")];
    let offer = json!({ "setup": "konobi:5", "with": "anyone", "time": time, "side": "black" });
    let laid = ana.post("/api/tables", &offer.to_string()).json();
    let id = laid["table"].as_str().unwrap().to_owned();
    assert_eq!(luka.post(&format!("/api/tables/{id}/seat"), "{}").status, 200);
    (id, [ana, luka])
}

fn play(client: &Client, id: &str, mv: &str) {
    let order = json!({ "do": "play", "move": mv }).to_string();
    assert_eq!(client.post(&format!("/api/tables/{id}/orders"), &order).status, 200);
}

fn feed(client: &Client) -> String {
    let opened = client.post("/api/me/feed", "{}");
    assert_eq!(opened.status, 200, "{opened:?}");
    opened.json()["path"].as_str().unwrap().to_owned()
}

#[test]
fn a_feed_lists_the_games_that_await_a_move_and_its_address_is_the_key() {
    let server = Server::open();
    let (id, [ana, luka]) = slow_game(&server, "3d");
    assert_eq!(server.stranger().post("/api/me/feed", "{}").status, 401);
    let (first, reader) = (feed(&luka), server.stranger());
    let empty = reader.get(&first);
    assert_eq!(empty.status, 200);
    assert!(empty.header("content-type").unwrap().starts_with("application/atom+xml"));
    assert!(!empty.body.contains("<entry>"), "{}", empty.body);
    play(&ana, &id, "c3");
    let told = reader.get(&first);
    let expected = "<title>Your turn against Ana &lt;&amp;&gt;</title>";
    assert!(told.body.contains(expected), "{}", told.body);
    let link = format!("<link rel=\"alternate\" href=\"http://{}/t/{id}\">", server.address);
    assert!(told.body.contains(&link), "{}", told.body);
    assert!(told.body.contains("<summary>Konobi on 5x5"), "{}", told.body);
    // A reader that has it is not sent it again.
    let tag = told.header("etag").unwrap().to_owned();
    let again = reader.with("If-None-Match", &tag).get(&first);
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    // Another address takes the place of the one before, and none is found by guessing.
    let second = feed(&luka);
    assert_eq!((reader.get(&first).status, reader.get(&second).status), (404, 200));
    for wrong in ["/feed/", "/feed/x", "/feed/00000000000000000000000000"] {
        assert_eq!(reader.get(wrong).status, 404, "{wrong}");
    }
    // It opens nothing else.
    let secret = second.trim_start_matches("/feed/");
    let bearer = reader.with("Authorization", &format!("Bearer {secret}"));
    assert_eq!(bearer.get("/api/me/games").status, 401);
    assert_eq!(luka.get("/api/me/alerts").json(), json!({ "feed": true, "webhook": null }));
    assert_eq!(luka.request("DELETE", "/api/me/feed", "").status, 204);
    assert_eq!(reader.get(&second).status, 404);
}

#[test]
fn a_feed_ends_with_a_log_out_and_tells_nothing_of_fast_games() {
    let server = Server::open();
    let reader = server.stranger();
    let (_, [ana, luka]) = slow_game(&server, "5+3");
    let path = feed(&ana);
    assert!(!reader.get(&path).body.contains("<entry>"), "a player by the minute is there");
    for (client, leave) in [(&ana, ("POST", "/api/me/sign-out")), (&luka, ("DELETE", "/api/me"))] {
        let path = feed(client);
        assert_eq!(reader.get(&path).status, 200);
        assert_eq!(client.request(leave.0, leave.1, "").status, 204);
        assert_eq!(reader.get(&path).status, 404, "{leave:?}");
    }
    let mara = server.guest("Mara");
    let path = feed(&mara);
    assert_eq!(mara.post("/api/me/revoke", "{}").status, 200);
    assert_eq!(reader.get(&path).status, 404);
}

/// Reads one message that is posted, and answers it.
fn posted(listener: &TcpListener) -> (String, Value) {
    let (text, body) = posted_whole(listener);
    (text.lines().next().unwrap().to_owned(), body)
}

/// The same, with the whole text of it.
fn posted_whole(listener: &TcpListener) -> (String, Value) {
    let (mut stream, _) = listener.accept().unwrap();
    let mut text = Vec::new();
    let body = loop {
        let mut part = [0; 1024];
        let read = stream.read(&mut part).unwrap();
        assert!(read > 0, "{}", String::from_utf8_lossy(&text));
        text.extend(&part[..read]);
        let text = String::from_utf8_lossy(&text);
        if let Some((_, body)) = text.split_once("\r\n\r\n")
            && let Ok(body) = serde_json::from_str(body)
        {
            break body;
        }
    };
    stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").unwrap();
    (String::from_utf8_lossy(&text).into_owned(), body)
}

#[test]
fn a_webhook_is_signed_with_the_key_of_the_feed() {
    let http = HttpConfig { webhooks: Webhooks::Any, ..HttpConfig::default() };
    let server = Server::configured(http, Config::default());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let hook = format!("http://{}/", listener.local_addr().unwrap());
    let (id, [ana, luka]) = slow_game(&server, "1d");
    let set = luka.post("/api/me/webhook", &json!({ "url": hook }).to_string());
    assert_eq!(set.status, 204);
    play(&ana, &id, "c3");
    let (text, _) = posted_whole(&listener);
    assert!(!text.contains("Konoba-Signature"), "no feed, no key: {text}");
    let key = luka.post("/api/me/feed", "{}").json()["key"].as_str().unwrap().to_owned();
    let key: Vec<u8> = (0..key.len() / 2)
        .map(|at| u8::from_str_radix(&key[2 * at..2 * at + 2], 16).unwrap())
        .collect();
    assert_eq!(key.len(), 32);
    play(&luka, &id, "a1");
    play(&ana, &id, "e5");
    let (text, _) = posted_whole(&listener);
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let mac = Hmac::<Sha256>::new_from_slice(&key).unwrap().chain_update(body).finalize();
    let mac: String = mac.into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(head.contains(&format!("\r\nKonoba-Signature: sha256={mac}\r\n")), "{head}");
}

#[test]
fn a_webhook_is_told_whose_turn_it_is() {
    let url = Some("https://play.example.org".parse().unwrap());
    let http = HttpConfig { url, webhooks: Webhooks::Any, ..HttpConfig::default() };
    let server = Server::configured(http, Config::default());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let hook = format!("http://{}/turns?key=1", listener.local_addr().unwrap());
    let (id, [ana, luka]) = slow_game(&server, "1d");
    let body = json!({ "url": hook }).to_string();
    assert_eq!(server.stranger().post("/api/me/webhook", &body).status, 401);
    assert_eq!(luka.post("/api/me/webhook", &body).status, 204);
    assert_eq!(luka.get("/api/me/alerts").json(), json!({ "feed": false, "webhook": hook }));
    play(&ana, &id, "c3");
    let (head, body) = posted(&listener);
    assert_eq!(head, "POST /turns?key=1 HTTP/1.1");
    let url = format!("https://play.example.org/t/{id}");
    let expected = json!({ "event": "your-turn", "table": id, "version": 2, "url": url,
        "game": "Konobi on 5x5, with the swap", "opponent": "Ana <&>" });
    assert_eq!(body, expected);
    // The moves of the guest's own are not told; the next of the opponent is.
    play(&luka, &id, "a1");
    play(&ana, &id, "e5");
    let (_, body) = posted(&listener);
    assert_eq!(body["version"], 4);
}

#[test]
fn webhooks_are_addresses_of_http_and_can_be_switched_off() {
    let server = Server::open();
    let ana = server.guest("Ana");
    for wrong in [
        "",
        "example.org",
        "file:///etc/passwd",
        "https://me:secret@example.org/",
        "http://127.0.0.1:8080/",
        "http://[::1]/",
        "http://169.254.169.254/latest/",
    ] {
        let refused = ana.post("/api/me/webhook", &json!({ "url": wrong }).to_string());
        assert_eq!((refused.status, &refused.json()["id"]), (422, &json!("webhook")), "{wrong}");
    }
    let body = json!({ "url": "https://example.org/hook" }).to_string();
    assert_eq!(ana.post("/api/me/webhook", &body).status, 204);
    assert!(ana.get("/settings").body.contains("https://example.org/hook"));
    assert_eq!(ana.request("DELETE", "/api/me/webhook", "").status, 204);
    assert_eq!(ana.get("/api/me/alerts").json()["webhook"], Value::Null);
    let http = HttpConfig { webhooks: Webhooks::Off, ..HttpConfig::default() };
    let server = Server::configured(http, Config::default());
    let ana = server.guest("Ana");
    assert_eq!(ana.post("/api/me/webhook", &body).status, 422);
    assert!(!ana.get("/settings").body.contains("data-webhook"));
}
