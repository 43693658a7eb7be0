//! The hidden game on a server: by telnet and through the API for those who name it, and listed nowhere.

use std::io::Write;
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::server::Server;
use crate::table::{PATIENCE, read_until, request};
use crate::view::legal;
use crate::{GAME, MOVES, SHOWN};

/// A telnet client that sends lines.
struct Caller(TcpStream);

impl Caller {
    fn call(server: &Server, name: &str) -> Self {
        let stream = TcpStream::connect(server.telnet).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut caller = Self(stream);
        caller.hear("Your name?");
        caller.say(name);
        caller
    }

    fn say(&mut self, line: &str) {
        self.0.write_all(format!("{line}\r\n").as_bytes()).unwrap();
    }

    fn hear(&mut self, text: &str) {
        assert!(read_until(&mut self.0, text).is_ok(), "{text} was awaited");
    }
}

fn get(server: &Server, path: &str) -> (u16, Value) {
    let (status, _, body) = request(server.http, "GET", path, &[], &Value::Null);
    (status, body)
}

#[test]
fn two_at_telnet_play_it_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &[SHOWN]);
    let [mut ana, mut luka] = ["Ana", "Luka"].map(|name| Caller::call(&server, name));
    // One chooses from the list, the other knows what is wanted.
    ana.say("");
    ana.hear("4 Crossway");
    ana.say("4");
    ana.hear("from 1 to 7");
    ana.say("4");
    ana.hear("Waiting");
    luka.say("seek crossway:4");
    let mut movers = [&mut ana, &mut luka];
    for (number, mv) in MOVES.iter().enumerate() {
        if number == 1 {
            movers[0].hear("swap? (y/n)");
            movers[0].say("n");
        }
        movers[0].hear("Move, such as");
        if number == 4 {
            movers[0].say("b2");
            movers[0].hear("b2");
            movers[0].hear("Move, such as");
        }
        movers[0].say(mv);
        movers.swap(0, 1);
    }
    for caller in movers {
        caller.hear("Winner: Ana (Black), ");
    }
}

/// What the page's scripts do: offer, sit down, play against the engine, download the record.
#[test]
fn it_is_played_against_the_engine_through_the_api() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &[SHOWN]);
    let cookie = request(server.http, "POST", "/api/me", &[], &json!({ "name": "Ana" })).1.unwrap();
    let headers = [("Cookie", cookie.as_str())];
    let offer =
        json!({ "setup": "crossway:4,nopie", "with": "engine", "level": 2, "side": "black" });
    let laid = request(server.http, "POST", "/api/tables", &headers, &offer);
    assert_eq!(laid.0 / 100, 2, "{laid:?}");
    let path = format!("/api/tables/{}", laid.2["table"].as_str().unwrap());
    loop {
        let view = request(server.http, "GET", &path, &headers, &Value::Null).2["table"].clone();
        if view["standing"] == "over" {
            break;
        }
        if view["to_move"] == 1 {
            let order = json!({ "do": "play", "move": legal(&view)[0], "seen": view["version"] });
            let done = request(server.http, "POST", &format!("{path}/orders"), &headers, &order);
            assert_eq!(done.0, 200, "{done:?}");
        }
    }
    let (status, sgf) = get(&server, &format!("{path}/record"));
    assert_eq!(status, 200);
    assert!(sgf.as_str().unwrap().contains("SU[crossway:4,nopie]"), "{sgf}");

    // A server that does not offer the game any more still starts, and says what it cannot show.
    server.kill();
    let server = Server::start(folder.path());
    let (status, _) = get(&server, &path);
    assert!((400..600).contains(&status), "{status}");
    let (status, lobby) = get(&server, "/api/lobby");
    assert!(status == 200 && !lobby.to_string().contains(GAME), "{lobby}");
}

#[test]
fn without_the_switch_only_the_other_games_are_offered() {
    let folder = tempfile::tempdir().unwrap();
    for (variables, is_shown) in [(&[SHOWN][..], true), (&[], false)] {
        let server = Server::start_with(folder.path(), variables);
        for path in ["/", "/learn", "/review", "/api/games"] {
            let (status, body) = get(&server, path);
            assert_eq!(status, 200, "{path}");
            assert_eq!(body.to_string().to_lowercase().contains(GAME), is_shown, "{path}");
        }
        let (status, body) = get(&server, "/learn/crossway");
        assert_eq!(status, if is_shown { 200 } else { 404 }, "{body}");
        let mut caller = Caller::call(&server, "Ana");
        caller.say("seek crossway:4");
        caller.hear(if is_shown { "Waiting" } else { "'crossway'" });
    }
}
