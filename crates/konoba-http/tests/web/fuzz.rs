//! Random bytes and mangled messages: whatever comes, no other client notices.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use fastrand::Rng;
use serde_json::json;
use tungstenite::Message;

use crate::games::table;
use crate::server::Server;

struct Dice(Rng);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0.usize(..sides)
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        (0..self.roll(most)).map(|_| self.roll(256) as u8).collect()
    }

    /// A text with some of its bytes changed, left out or doubled.
    fn mangled(&mut self, text: &str) -> Vec<u8> {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=self.roll(4) {
            let at = self.roll(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
            match self.roll(4) {
                0 if !bytes.is_empty() => bytes[at] = self.roll(256) as u8,
                1 if !bytes.is_empty() => drop(bytes.remove(at)),
                2 => bytes.extend_from_within(at..),
                _ => bytes.insert(at, b"\"{}[],:0\\\0"[self.roll(10)]),
            }
            bytes.truncate(4000);
        }
        bytes
    }
}

/// Things that a client might say, to be mangled.
const MESSAGES: [&str; 5] = [
    r#"{"re":1,"do":"play","move":"c3","seen":1,"id":"x-1","seat":1}"#,
    r#"{"do":"accept-undo","seen":18446744073709551615}"#,
    r#"{"ask":"why","move":"zz99"}"#,
    r#"{"code":"g7k2-9fqa-0z3m-x5tw"}"#,
    r#"[[[[[[[[[[[[{"do":{"do":{"do":1}}}]]]]]]]]]]]]"#,
];

#[test]
fn messages_frames_and_heads() {
    let server = Server::open();
    let (id, [ana, luka]) = table(&server, "konobi:5");
    let path = format!("/api/tables/{id}/socket");
    let mut dice = Dice(Rng::with_seed(42));
    let watcher = server.stranger();
    // Mangled messages on whole frames.
    for _ in 0..40 {
        let mut socket = watcher.socket(&path).unwrap();
        for _ in 0..20 {
            let text = MESSAGES[dice.roll(MESSAGES.len())];
            let mangled = String::from_utf8_lossy(&dice.mangled(text)).into_owned();
            if socket.0.send(Message::text(mangled)).is_err() {
                break;
            }
        }
    }
    // Random bytes instead of frames, after a good handshake.
    for _ in 0..40 {
        let mut socket = watcher.socket(&path).unwrap();
        let stream = socket.0.get_mut();
        let _ = stream.write_all(&dice.bytes(3000));
    }
    // Random and mangled heads and bodies.
    for _ in 0..60 {
        let mut stream = TcpStream::connect(server.address).unwrap();
        let head = "POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                    Content-Length: 14\r\nCookie: konoba=0\r\n\r\n{\"name\":\"Ana\"}";
        let bytes = if dice.roll(3) == 0 { dice.bytes(2000) } else { dice.mangled(head) };
        let _ = stream.write_all(&bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut reply = Vec::new();
        let _ = stream.read_to_end(&mut reply);
        assert!(!reply.starts_with(b"HTTP/1.1 5"), "{}", String::from_utf8_lossy(&reply));
    }
    // The two who play have not noticed, and nothing has happened at their table.
    let mut sockets = [&ana, &luka].map(|client| client.socket(&path).unwrap());
    assert_eq!(sockets[0].hear_of("table")["table"]["version"], 1);
    sockets[0].say(&json!({ "do": "play", "move": "c3", "seen": 1 }));
    assert_eq!(sockets[0].hear_of("done")["version"], 2);
}
