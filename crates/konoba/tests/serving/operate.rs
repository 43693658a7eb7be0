//! Closing, filling the disk, exporting, backing up and restoring.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use konoba_rules::Record;
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;

use crate::disk::Disk;
use crate::server::Server;
use crate::table::{Game, PATIENCE, Socket, hear, hear_any, request};

fn order(server: &Server, game: &Game, seat: usize, order: &Value) -> (u16, Value) {
    let code = format!("Bearer {}", game.codes[seat]);
    let path = format!("/api/tables/{}/orders", game.id);
    let (status, _, body) = request(server.http, "POST", &path, &[("Authorization", &code)], order);
    (status, body)
}

fn version(server: &Server, game: &Game) -> u64 {
    let view =
        request(server.http, "GET", &format!("/api/tables/{}", game.id), &[], &Value::Null).2;
    view["table"]["version"].as_u64().unwrap()
}

fn socket(server: &Server, game: &Game) -> Socket {
    let stream = std::net::TcpStream::connect(server.http).unwrap();
    let url = format!("ws://{}/api/tables/{}/socket", server.http, game.id);
    tungstenite::client(url.into_client_request().unwrap(), stream).unwrap().0
}

/// What is said of the health of the server, which may have been true a second ago.
fn health(server: &Server) -> u16 {
    request(server.http, "GET", "/healthz", &[], &Value::Null).0
}

#[test]
fn a_full_disk_refuses_moves_and_play_resumes() {
    let disk = Disk::new();
    let server = Server::start_with(&disk.data, &disk.variables());
    let game = Game::lay(&server, 0);
    let first = json!({ "do": "play", "move": "c3", "id": "a" });
    assert_eq!(order(&server, &game, 0, &first).0, 200);
    disk.set_full(true);
    let second = json!({ "do": "play", "move": "a1", "id": "b" });
    for _ in 0..3 {
        let (status, refused) = order(&server, &game, 1, &second);
        assert_eq!(status, 503, "{refused}");
        assert!(refused["id"].as_str().unwrap().starts_with("store-"), "{refused}");
        assert_eq!(version(&server, &game), 2, "nothing runs ahead");
    }
    while health(&server) != 503 {}
    disk.set_full(false);
    assert_eq!(order(&server, &game, 1, &second).1["version"], 3);
    while health(&server) != 200 {}
    server.kill();
    let server = Server::start_with(&disk.data, &disk.variables());
    assert_eq!(version(&server, &game), 3);
}

/// The threads of the store log too.
#[test]
#[cfg(target_os = "linux")]
fn a_log_that_cannot_be_written_stops_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_without_log(data.path());
    let game = Game::lay(&server, 0);
    let (file, away) = (data.path().join("konoba.sqlite"), data.path().join("away"));
    fs::rename(&file, &away).unwrap();
    let play = json!({ "do": "play", "move": "c3", "id": "a" });
    let (status, refused) = order(&server, &game, 0, &play);
    assert_eq!((status, refused["id"].as_str()), (503, Some("store-gone")), "{refused}");
    fs::rename(&away, &file).unwrap();
    assert_eq!(order(&server, &game, 0, &play).0, 200);
    assert!(server.terminate().success());
}

#[test]
fn asked_to_close_it_says_goodbye_and_forgets_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let game = Game::lay(&server, 0);
    let mut watching = socket(&server, &game);
    hear(&mut watching, "table").unwrap();
    assert_eq!(order(&server, &game, 0, &json!({ "do": "play", "move": "c3" })).0, 200);
    let status = server.terminate();
    assert!(status.success(), "{status}");
    hear(&mut watching, "closing").unwrap();
    assert!(hear_any(&mut watching).is_err(), "the socket is closed");
    let server = Server::start(folder.path());
    let mut back = socket(&server, &game);
    assert_eq!(hear(&mut back, "table").unwrap()["table"]["version"], 2);
    assert_eq!(order(&server, &game, 1, &json!({ "do": "play", "move": "a1" })).0, 200);
}

/// The clock of an engine runs also while no client looks at its table.
#[test]
fn an_engine_moves_where_a_client_only_reads_events_and_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let ana = request(server.http, "POST", "/api/me", &[], &json!({ "name": "Ana" })).1.unwrap();
    let offer = json!({ "setup": "konobi:6,nopie", "with": "engine", "level": 1, "side": "white" });
    let laid = request(server.http, "POST", "/api/tables", &[("Cookie", &ana)], &offer).2;
    let path = format!("/api/tables/{}/events", laid["table"].as_str().unwrap());
    let moves = |server: &Server| {
        let found = request(server.http, "GET", &path, &[("Cookie", &ana)], &Value::Null).2;
        let events = found["events"].as_array().unwrap_or_else(|| panic!("{found}"));
        let moves = events.iter().filter(|event| event["fact"]["fact"] == "moved");
        moves.map(|event| event["fact"]["mv"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let until = |server: &Server, count: usize| {
        let begin = Instant::now();
        while moves(server).len() < count {
            assert!(begin.elapsed() < PATIENCE, "{:?}", moves(server));
            thread::sleep(Duration::from_millis(10));
        }
    };
    until(&server, 1);
    let own = if moves(&server) == ["a1"] { "f6" } else { "a1" };
    let path = format!("/api/tables/{}/orders", laid["table"].as_str().unwrap());
    let order = json!({ "do": "play", "move": own });
    assert_eq!(request(server.http, "POST", &path, &[("Cookie", &ana)], &order).0, 200);
    server.kill();
    until(&Server::start(folder.path()), 3);
}

/// A folder that the server creates is for its owner alone.
#[test]
fn a_new_folder_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("new").join("data");
    let _server = Server::start(&data);
    for folder in [data.as_path(), data.parent().unwrap()] {
        assert_eq!(fs::metadata(folder).unwrap().permissions().mode() & 0o777, 0o700);
    }
}

#[test]
fn a_folder_has_one_server() {
    let folder = tempfile::tempdir().unwrap();
    let _server = Server::start(folder.path());
    let second = Command::new(env!("CARGO_BIN_EXE_konoba"))
        .args(["serve", "--http", "0", "--telnet", "0", "--data"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&second.stderr).contains("another server uses this folder"));
}

/// The way that docs/OPERATING.md describes, while the server runs.
#[test]
fn backup_restore_and_export() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("data")).unwrap();
    let server = Server::start(&at("data"));
    let game = Game::lay(&server, 0);
    for (seat, mv) in [(0, "c3"), (1, "a1"), (0, "c4")] {
        assert_eq!(order(&server, &game, seat, &json!({ "do": "play", "move": mv })).0, 200);
    }
    fs::create_dir(at("restored")).unwrap();
    let backup = at("restored").join("konoba.sqlite");
    let connection = rusqlite::Connection::open(at("data").join("konoba.sqlite")).unwrap();
    connection.execute("vacuum into ?1", [backup.to_str().unwrap()]).unwrap();
    drop(connection);
    assert_eq!(order(&server, &game, 1, &json!({ "do": "resign" })).0, 200);

    let export = |data: &str, out: &str| {
        let done = Command::new(env!("CARGO_BIN_EXE_konoba"))
            .args(["export", "--data"])
            .args([at(data), at(out)])
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&done.stdout), "1 game\n", "{done:?}");
        let files = fs::read_dir(at(out)).unwrap().map(|file| file.unwrap().path());
        let end = format!("-{}.sgf", game.id);
        let mut own = files.filter(|file| file.to_str().unwrap().ends_with(&end));
        let sgf = fs::read(own.next().unwrap()).unwrap();
        Record::from_sgf(&sgf).unwrap()
    };
    let now = export("data", "now");
    assert_eq!((now.moves().count(), now.outcome().unwrap().to_string()), (3, "B+R".to_owned()));
    let then = export("restored", "then");
    assert_eq!((then.moves().count(), then.outcome()), (3, None));
    drop(server);
    let server = Server::start(&at("restored"));
    assert_eq!(order(&server, &game, 1, &json!({ "do": "play", "move": "e5" })).1["version"], 5);
}

/// A table whose log has a gap can only be read, until an operator's command has taken away what follows
/// the gap. The command does nothing while a server runs, and nothing that it was not told to.
#[test]
fn a_table_with_a_gap_is_repaired() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let (game, whole) = (Game::lay(&server, 0), Game::lay(&server, 0));
    for (seat, mv) in [(0, "c3"), (1, "a1"), (0, "c4")] {
        for game in [&game, &whole] {
            assert_eq!(order(&server, game, seat, &json!({ "do": "play", "move": mv })).0, 200);
        }
    }
    let repair = |write: &[&str]| {
        let mut repair = Command::new(env!("CARGO_BIN_EXE_konoba"));
        repair.args(["admin", "repair", "--data"]).arg(folder.path()).args(write);
        let done = repair.env_remove("KONOBA_LOG").output().unwrap();
        let said = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (done.status.code(), said(&done.stdout), said(&done.stderr))
    };
    let (status, _, refused) = repair(&["--write"]);
    assert_eq!(status, Some(1), "{refused}");
    assert!(refused.contains("another server uses this folder"), "{refused}");
    server.terminate();
    let count = |sql: &str| -> i64 {
        let connection = rusqlite::Connection::open(folder.path().join("konoba.sqlite")).unwrap();
        connection.query_row(sql, [], |row| row.get(0)).unwrap()
    };
    assert_eq!(repair(&[]).1, "2 looked at, none with a gap\n");
    let delete = format!("delete from events where table_id = '{}' and version = 3", game.id);
    count(&format!("{delete} returning version"));
    let events = "select count(*) from events";
    let server = Server::start(folder.path());
    let next = json!({ "do": "play", "move": "a1" });
    assert_eq!(order(&server, &game, 1, &next).1["id"], "frozen");
    server.terminate();
    let (status, told, _) = repair(&[]);
    let found = format!(
        "{}: events 1 to 2 are whole, 3 is missing; would remove 4 to 4, and the game goes on from there\n\
         2 looked at, 1 with a gap; nothing was changed without --write\n",
        game.id
    );
    assert_eq!((status, told, count(events)), (Some(0), found, 7));
    let (status, told, log) = repair(&["--write"]);
    assert!(told.ends_with("2 looked at, 1 with a gap, 1 repaired\n"), "{told}");
    assert_eq!((status, count(events)), (Some(0), 6));
    assert!(log.contains("was removed") && log.contains("c4"), "{log}");
    let server = Server::start(folder.path());
    assert_eq!(order(&server, &game, 1, &next).1["version"], 3);
    assert_eq!(version(&server, &whole), 4);
}
