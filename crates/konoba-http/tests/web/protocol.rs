//! The example session of docs/PROTOCOL.md, played as it is written.
//!
//! In the blocks marked `session` a line says who does what:
//! `ana> METHOD /path BODY` sends a request, `ana< STATUS BODY` is the answer; `ana~ /path` opens a
//! socket, `ana~> MESSAGE` and `ana~< MESSAGE` are said and heard on it. A body that is expected may
//! leave out what it likes; `[NAME]` stands for a text that is the same wherever it stands.

use std::collections::HashMap;

use serde_json::Value;

use crate::client::{Client, Reply, Socket};
use crate::server::Server;

const DOCUMENT: &str = include_str!("../../../../docs/PROTOCOL.md");

#[derive(Default)]
struct Session {
    clients: HashMap<String, Client>,
    sockets: HashMap<String, Socket>,
    replies: HashMap<String, Reply>,
    names: HashMap<String, String>,
}

#[test]
fn the_session_in_the_document_is_what_happens() {
    let server = Server::open();
    let mut session = Session::default();
    let blocks = DOCUMENT.split("```session\n").skip(1);
    let lines: Vec<&str> =
        blocks.flat_map(|block| block.split("```").next().unwrap().lines()).collect();
    assert!(lines.len() > 20, "the document has a session");
    for line in lines {
        session.play(&server, line);
    }
}

impl Session {
    fn play(&mut self, server: &Server, line: &str) {
        let signs = ["~>", "~<", "~", ">", "<"];
        let at = line.find(['>', '<', '~']).unwrap_or_else(|| panic!("{line}"));
        let (who, rest) = line.split_at(at);
        let sign = signs.into_iter().find(|sign| rest.starts_with(sign)).unwrap();
        let text = self.filled(rest[sign.len()..].trim());
        let client = self.clients.entry(who.to_owned()).or_insert_with(|| server.stranger());
        match sign {
            ">" => {
                let mut words = text.splitn(3, ' ');
                let [method, path] = [words.next().unwrap(), words.next().unwrap()];
                let reply = client.request(method, path, words.next().unwrap_or_default());
                if let Some(cookie) = reply.header("set-cookie") {
                    let cookie = cookie.split(';').next().unwrap().to_owned();
                    client.headers.push(("Cookie".to_owned(), cookie));
                }
                self.replies.insert(who.to_owned(), reply);
            }
            "<" => {
                let (status, body) = text.split_once(' ').unwrap_or((&text, ""));
                let reply = self.replies.remove(who).expect("something was asked");
                assert_eq!(reply.status.to_string(), status, "{line}: {reply:?}");
                if !body.is_empty() {
                    let expected: Value =
                        serde_json::from_str(body).unwrap_or_else(|_| panic!("{line}"));
                    assert!(self.holds(&expected, &reply.json()), "{line}\n{}", reply.body);
                }
            }
            "~" => {
                let socket = client.socket(&text).unwrap();
                self.sockets.insert(who.to_owned(), socket);
            }
            "~>" => {
                let message: Value =
                    serde_json::from_str(&text).unwrap_or_else(|_| panic!("{line}"));
                self.sockets.get_mut(who).unwrap().say(&message);
            }
            _ => {
                let expected: Value =
                    serde_json::from_str(&text).unwrap_or_else(|_| panic!("{line}"));
                let mut socket = self.sockets.remove(who).unwrap();
                // Comings and goings are told whenever they happen, and are not in the story.
                loop {
                    let heard = socket.hear().unwrap_or_else(|| panic!("{line}"));
                    if self.holds(&expected, &heard) {
                        break;
                    }
                    let is_aside = heard["type"] == "presence";
                    assert!(is_aside, "{line}\n{heard}");
                }
                self.sockets.insert(who.to_owned(), socket);
            }
        }
    }

    /// The text with the names that are known.
    fn filled(&self, text: &str) -> String {
        let known = self.names.iter();
        known.fold(text.to_owned(), |text, (name, value)| text.replace(&format!("[{name}]"), value))
    }

    /// Whether everything that is expected is there. A name that is not known yet takes what it
    /// finds.
    fn holds(&mut self, expected: &Value, found: &Value) -> bool {
        match (expected, found) {
            (Value::Object(expected), Value::Object(found)) => expected
                .iter()
                .all(|(key, value)| found.get(key).is_some_and(|found| self.holds(value, found))),
            (Value::Array(expected), Value::Array(found)) => {
                expected.len() == found.len()
                    && expected
                        .iter()
                        .zip(found)
                        .all(|(expected, found)| self.holds(expected, found))
            }
            (Value::String(expected), Value::String(found)) => {
                let name = expected.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
                match name.filter(|name| name.bytes().all(|byte| byte.is_ascii_uppercase())) {
                    Some(name) => {
                        let known = self.names.entry(name.to_owned()).or_insert(found.clone());
                        known == found
                    }
                    None => expected == found,
                }
            }
            (expected, found) => expected == found,
        }
    }
}
