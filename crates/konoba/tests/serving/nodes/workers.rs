//! The moves of an engine are computed by one node each, which need not be one that players connect to.

use std::io::Write;
use std::net::TcpStream;

use konoba_rules::{GAMES, Record, Setup};
use konoba_store::{Leases, Store};
use konoba_table::Table;
use serde_json::{Value, json};

use super::{Restart, until};
use crate::database::Database;
use crate::server::{Server, Worker};
use crate::table::{PATIENCE, Socket, hear, hear_any, open_socket, read_until, request};
use crate::view::{legal, see};

/// A person at a table with the engine.
struct Person {
    id: String,
    socket: Socket,
    view: Value,
}

impl Person {
    fn sit(server: &Server, size: u8, level: u8) -> Self {
        let cookie = request(server.http, "POST", "/api/me", &[], &json!({ "name": "Ana" })).1;
        let setup = Setup::default_of(GAMES[0]).with_size(size).unwrap().without_pie();
        let offer = json!({
            "setup": setup.to_string(), "with": "engine", "level": level,
            "side": setup.spec.sides[0].id, "time": "1+0",
        });
        let headers = [("Cookie", cookie.as_deref().unwrap())];
        let laid = request(server.http, "POST", "/api/tables", &headers, &offer).2;
        let id = laid["table"].as_str().unwrap().to_owned();
        let code = format!("Bearer {}", laid["code"].as_str().unwrap());
        let mut socket = open_socket(server.http, &id, Some(&code), PATIENCE).unwrap();
        let view = hear(&mut socket, "table").unwrap()["table"].clone();
        Self { id, socket, view }
    }

    /// Plays the first legal move; the version of the table with which that is kept.
    fn play(&mut self) -> u64 {
        let order = json!({ "do": "play", "move": legal(&self.view)[0] });
        self.socket.send(order.to_string().into()).unwrap();
        loop {
            let heard = hear_any(&mut self.socket).unwrap();
            match heard["type"].as_str() {
                Some("done") => return heard["version"].as_u64().unwrap(),
                Some("news" | "table" | "presence") => see(&mut self.view, &heard),
                _ => panic!("{heard}"),
            }
        }
    }

    /// Waits until the engine has answered a version, or the game is over.
    fn wait(&mut self, version: u64) {
        let is_behind = |view: &Value| view["version"].as_u64().unwrap() < version;
        while is_behind(&self.view) || self.view["to_move"] == 2 {
            see(&mut self.view, &hear_any(&mut self.socket).unwrap());
        }
    }

    /// Plays to the end of the game.
    fn finish(mut self) -> String {
        while self.view["standing"] != "over" {
            let version = self.play();
            self.wait(version);
        }
        self.id
    }
}

/// Whether the game is over in the database, and every event of it agrees with the rules.
fn is_done(database: &Database, id: &str) -> bool {
    let store = database.store();
    let kept = store.read(id.parse().unwrap(), 0).wait().unwrap().unwrap();
    let events: Vec<_> = kept.events.into_iter().map(|kept| kept.event).collect();
    let table = Table::replay(&events).unwrap();
    table.frozen().is_none() && table.is_over()
}

#[test]
fn a_server_on_a_database_thinks_by_itself() {
    let Some(database) = Database::create() else { return };
    let node = Server::start_node(&database.url());
    let id = Person::sit(&node, 4, 1).finish();
    assert!(is_done(&database, &id));
}

/// Two nodes that do not think and two workers, with more games than threads.
#[test]
fn workers_think_for_every_node() {
    let Some(database) = Database::create() else { return };
    let nodes = [(); 2].map(|()| Server::start_thoughtless_node(&database.url()));
    let _workers = [(); 2].map(|()| Worker::start(&database.url()));
    let people = (0..6).map(|number| {
        let person = Person::sit(&nodes[number % 2], 4, 1);
        std::thread::spawn(move || person.finish())
    });
    for person in people.collect::<Vec<_>>() {
        assert!(is_done(&database, &person.join().unwrap()));
    }
    let store = database.store();
    until("no jobs are left", || {
        let claimed = store.claim(Vec::new(), 0).wait().unwrap();
        claimed.held + claimed.waiting == 0
    });
}

/// A worker dies while it thinks. Another one takes over, and one move is played.
#[test]
fn when_a_worker_dies_another_takes_over() {
    let Some(database) = Database::create() else { return };
    let node = Server::start_thoughtless_node(&database.url());
    let mut ana = Person::sit(&node, 13, 10);
    let version = ana.play();
    // There is no worker yet, and the job waits.
    let store = database.store();
    let waiting = || store.claim(Vec::new(), 0).wait().unwrap();
    until("the job is wanted", || waiting().waiting == 1);
    let dies = Worker::start(&database.url());
    until("it is taken", || waiting().held == 1);
    dies.kill();
    assert_eq!(waiting().held, 1, "the lease has not run out yet");
    let _stays = Worker::start(&database.url());
    ana.wait(version);
    let kept = store.read(ana.id.parse().unwrap(), 0).wait().unwrap().unwrap();
    assert_eq!(kept.events.len(), 3, "the opening, and a move of each");
    until("the job is done", || {
        let claimed = waiting();
        claimed.held + claimed.waiting == 0
    });
}

/// What is leased does not survive a crash of the database. A table that still waits says so again.
#[test]
fn a_job_that_the_database_forgot_is_wanted_again() {
    let (Some(database), Some(restart)) = (Database::create(), Restart::new()) else { return };
    let node = Server::start_thoughtless_node(&database.url());
    let mut ana = Person::sit(&node, 5, 1);
    let version = ana.play();
    restart.restart();
    let _worker = Worker::start(&database.url());
    ana.wait(version);
    assert_eq!(ana.view["version"], version + 1);
}

/// Hints and the analysis of records are thought about by workers too, where a node does not think.
#[test]
fn workers_give_hints_and_analyse() {
    let Some(database) = Database::create() else { return };
    let node = Server::start_thoughtless_node(&database.url());
    let _worker = Worker::start(&database.url());
    let record = json!({ "record": "(;GM[1])", "do": "analyse" });
    let (status, _, answer) = request(node.http, "POST", "/api/study", &[], &record);
    assert_eq!(status, 422, "{answer}");
    let setup = Setup::default_of(GAMES[0]).with_size(5).unwrap();
    let record = Record::new(setup).to_sgf();
    let asked = json!({ "record": record, "at": 0, "do": "analyse" });
    let (status, _, answer) = request(node.http, "POST", "/api/study", &[], &asked);
    assert_eq!(status, 200, "{answer}");
    assert!(answer["says"].as_str().is_some_and(|says| !says.is_empty()), "{answer}");
    let mut typing = TcpStream::connect(node.telnet).unwrap();
    typing.set_read_timeout(Some(PATIENCE)).unwrap();
    let small = setup.with_size(3).unwrap().without_pie();
    let said = format!("Ana\r\nmatch engine 1 {small}\r\n");
    typing.write_all(said.as_bytes()).unwrap();
    read_until(&mut typing, "Move, such as").unwrap();
    typing.write_all(b"hint\r\n").unwrap();
    read_until(&mut typing, "Hint:").unwrap();
}
