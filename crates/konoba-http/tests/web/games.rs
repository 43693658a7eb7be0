//! Whole games by two clients over sockets, watched by a third.

use fastrand::Rng;
use konoba_live::SeatCode;
use konoba_rules::{GAMES, Setup};
use serde_json::{Value, json};

use crate::client::view::{legal, see};
use crate::client::{Client, Socket};
use crate::server::Server;

/// A table between two guests: its name, and the clients at seats one and two.
pub(crate) fn table(server: &Server, setup: &str) -> (String, [Client; 2]) {
    let [ana, luka] = ["Ana", "Luka"].map(|name| server.guest(name));
    let offer = json!({ "setup": setup, "with": "friend", "side": "black" });
    let spec = setup.parse::<Setup>().unwrap().spec;
    let mut offer = offer;
    offer["side"] = json!(spec.sides[0].id);
    let laid = ana.post("/api/tables", &offer.to_string());
    assert_eq!(laid.status, 201, "{laid:?}");
    let laid = laid.json();
    let table = laid["table"].as_str().unwrap().to_owned();
    let body = json!({ "invitation": laid["invitation"] }).to_string();
    let seated = luka.post(&format!("/api/tables/{table}/seat"), &body);
    assert_eq!(seated.status, 200, "{seated:?}");
    (table, [ana, luka])
}

fn sockets<const COUNT: usize>(table: &str, clients: [&Client; COUNT]) -> [Socket; COUNT] {
    clients.map(|client| client.socket(&format!("/api/tables/{table}/socket")).unwrap())
}

/// What a player does who chooses by dice among what is shown.
fn choice(view: &Value, roll: usize) -> Value {
    let can = |what: &str| view["can"].as_array().unwrap().iter().any(|can| can == what);
    if can("swap") && roll.is_multiple_of(3) {
        return json!({ "do": "swap" });
    }
    let legal = legal(view);
    let point = &legal[roll % legal.len()];
    let pieces = view["pieces"].as_array().unwrap();
    let piece = match pieces.is_empty() {
        true => "",
        false => pieces[roll / 7 % 2]["letter"].as_str().unwrap(),
    };
    json!({ "do": "play", "move": format!("{piece}{point}") })
}

/// Plays a whole game and checks that all three see the same; gives back the last view.
fn play(server: &Server, setup: &str, seed: u64) -> Value {
    let (table, [ana, luka]) = table(server, setup);
    let watcher = server.stranger();
    let mut sockets = sockets(&table, [&ana, &luka, &watcher]);
    let mut views: Vec<Value> =
        sockets.iter_mut().map(|socket| socket.hear_of("table")["table"].clone()).collect();
    let mut dice = Rng::with_seed(seed);
    while views[2]["standing"] == "playing" {
        let seat = views[2]["to_move"].as_u64().unwrap() as usize - 1;
        assert!(views[2]["can"].as_array().unwrap().is_empty());
        let mut order = choice(&views[seat], dice.usize(..));
        order["seen"] = views[seat]["version"].clone();
        order["id"] = json!(format!("move-{}", views[seat]["version"]));
        order["re"] = json!(dice.u32(..));
        sockets[seat].say(&order);
        let done = sockets[seat].hear_of("done");
        assert_eq!(done["re"], order["re"]);
        let version = done["version"].as_u64().unwrap();
        for (socket, view) in sockets.iter_mut().zip(&mut views) {
            socket.follow(view, version);
        }
        assert_eq!(views[0]["to_move"], views[1]["to_move"]);
        assert_eq!(views[0]["moves"], views[2]["moves"]);
    }
    views[2].clone()
}

#[test]
fn a_whole_game_of_each_kind() {
    let server = Server::open();
    for (number, spec) in (1..).zip(GAMES) {
        let size = spec.sizes.min.max(5).min(spec.sizes.max);
        let setup = Setup::default_of(spec).with_size(size).unwrap().to_string();
        let last = play(&server, &setup, number);
        assert_eq!(last["standing"], "over");
        assert_eq!(last["result"]["by"], "board", "{last}");
        assert_eq!(last["legal"], "");
        let record = server
            .stranger()
            .get(&format!("/api/tables/{}/record", last["table"].as_str().unwrap()));
        assert_eq!(record.header("content-type"), Some("application/x-go-sgf"));
        let read = konoba_rules::Record::from_sgf(record.body.as_bytes()).unwrap();
        let name = format!("filename*=UTF-8''{}.sgf", read.file_stem());
        let said = record.header("content-disposition").unwrap();
        assert!(said.ends_with(&name) && name.contains("-Ana"), "{said}");
    }
}

#[test]
fn patches_make_the_board_that_a_newcomer_sees() {
    let server = Server::open();
    let (table, [ana, luka]) = table(&server, "quentin:5");
    let mut sockets = sockets(&table, [&ana, &luka]);
    let picture = || server.stranger().get(&format!("/api/tables/{table}/board")).body;
    let empty = picture();
    let mut board = empty.clone();
    assert_eq!(sockets[0].hear_of("table")["points"].as_array().unwrap().len(), 5 * 5 + 1);
    for (seat, mv) in [(0, "c3"), (1, "b3"), (0, "c4"), (1, "d2")] {
        sockets[seat].say(&json!({ "do": "play", "move": mv }));
        sockets[seat].hear_of("done");
        let news = sockets[0].hear_of("news");
        for patch in news["patches"].as_array().unwrap() {
            board = patched(&board, patch);
        }
    }
    let expected = picture();
    let points = |svg: &str| {
        svg.lines()
            .filter(|line| line.contains("data-point"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(points(&board), points(&expected));
    // All points at once lead from the empty board to the same.
    let mut newcomer = server.stranger().socket(&format!("/api/tables/{table}/socket")).unwrap();
    let all = newcomer.hear_of("table")["points"].clone();
    let all = all.as_array().unwrap().iter();
    let shown = all.fold(empty, |board, patch| patched(&board, patch));
    assert_eq!(points(&shown), points(&expected));
}

/// What a page does with a patch.
fn patched(board: &str, patch: &Value) -> String {
    let [point, class, label] = [0, 1, 2].map(|place| patch[place].as_str().unwrap());
    let at = format!("data-point=\"{point}\"");
    let lines = board.lines().map(|line| match line.contains(&at) {
        false => line.to_owned(),
        true => {
            let transform = line.split("transform=").nth(1).unwrap();
            format!("<g class=\"{class}\" {at} aria-label=\"{label}\" transform={transform}")
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_client_that_comes_back_is_told_what_it_missed() {
    let server = Server::open();
    let (table, [ana, luka]) = table(&server, "konobi:5");
    let path = format!("/api/tables/{table}/socket");
    let mut socket = ana.socket(&path).unwrap();
    socket.hear_of("table");
    drop(socket);
    let order = json!({ "do": "play", "move": "c3", "seen": 1, "id": "one" }).to_string();
    let orders = format!("/api/tables/{table}/orders");
    let done = ana.post(&orders, &order);
    assert_eq!((done.status, done.json()["version"].as_u64()), (200, Some(2)));
    assert_eq!(ana.post(&orders, &order).json(), done.json());
    let stale = luka.post(&orders, &json!({ "do": "play", "move": "b2", "seen": 1 }).to_string());
    assert_eq!((stale.status, &stale.json()["id"]), (409, &json!("stale")));
    assert_eq!(stale.json()["missed"][0]["says"], "Ana (Black) plays c3.");
    let mut known = ana.socket(&format!("{path}?seen=2")).unwrap();
    let known = known.hear().unwrap();
    assert_eq!((&known["type"], &known["points"]), (&json!("table"), &json!([])));
    assert_eq!(
        (&known["table"]["moves"], &known["says"]),
        (&json!({"keep": 1, "then": []}), &json!([]))
    );
    let mut behind = ana.socket(&format!("{path}?seen=1")).unwrap();
    let behind = behind.hear().unwrap();
    assert_eq!((&behind["type"], points_of(&behind)), (&json!("table"), 5 * 5 + 1));
    assert_eq!(behind["says"], json!(["You play c3."]));
    // Nothing is said of what a newcomer has not followed.
    let newcomer = ana.socket(&path).unwrap().hear().unwrap();
    assert_eq!((&newcomer["says"], points_of(&newcomer)), (&json!([]), 5 * 5 + 1));
}

fn points_of(message: &Value) -> usize {
    message["points"].as_array().unwrap().len()
}

/// A socket that is not read for a while is dropped by the table, comes back when it is read again, and is
/// told every sentence once.
#[test]
fn a_slow_socket_loses_no_sentence() {
    let server = Server::open();
    let (table, clients) = table(&server, "konobi:19");
    let path = format!("/api/tables/{table}/socket");
    let orders = format!("/api/tables/{table}/orders");
    let order = |seat: usize, order: Value| {
        let done = clients[seat].post(&orders, &order.to_string());
        assert_eq!(done.status, 200, "{done:?}");
        done.json()["version"].as_u64().unwrap()
    };
    let begin = order(0, json!({ "do": "play", "move": "c3" }));
    let mut slow = server.stranger().socket(&path).unwrap();
    let mut view = slow.hear_of("table")["table"].clone();
    assert_eq!(view["version"], begin);
    // Whole tables that are not read fill the buffers of the connection; then updates wait in vain.
    let code = SeatCode::random().grouped();
    (0..1500).for_each(|_| slow.say(&json!({ "code": code })));
    let (id, mut last) = (table.parse().unwrap(), begin);
    while server.house.presence(id).watchers > 0 {
        assert!(last < begin + 5000, "a socket that is not read is never let go");
        order(0, json!({ "do": "undo" }));
        order(1, json!({ "do": "accept-undo" }));
        last = order(0, json!({ "do": "play", "move": "c3" }));
    }
    let mut said = 0;
    while view["version"].as_u64() < Some(last) {
        let heard = slow.hear().expect("the socket is open");
        said += heard["says"].as_array().map_or(0, Vec::len) as u64;
        see(&mut view, &heard);
    }
    assert_eq!(said, last - begin, "every event has its sentence");
}

/// A move that is refused shows on the board why, also if the client has not asked before.
#[test]
fn a_refusal_shows_the_cells_to_blame() {
    let server = Server::open();
    let (table, [ana, luka]) = table(&server, "konobi:5");
    let orders = format!("/api/tables/{table}/orders");
    let play = |mv: &str| json!({ "do": "play", "move": mv });
    assert_eq!(ana.post(&orders, &play("c3").to_string()).status, 200);
    assert_eq!(luka.post(&orders, &play("a1").to_string()).status, 200);
    let mut socket = ana.socket(&format!("/api/tables/{table}/socket")).unwrap();
    socket.say(&play("d4"));
    let refused = socket.hear_of("refused");
    assert_eq!(refused["blamed"], json!(["c3", "c4"]));
    let class = |point: &str| {
        let patches = refused["patches"].as_array().unwrap();
        patches.iter().find(|patch| patch[0] == point).unwrap()[1].as_str().unwrap().to_owned()
    };
    assert!(class("d4").contains("tried") && class("c3").contains("blamed"), "{refused}");
    assert!(class("c4").contains("blamed"), "{refused}");
    assert_eq!(ana.post(&orders, &play("d4").to_string()).json()["patches"], refused["patches"]);
    // Only a refused move is shown on the board.
    socket.say(&json!({ "do": "accept-undo" }));
    assert_eq!(socket.hear_of("refused").get("patches"), None);
}

/// A client that applies all updates has the same view as a newcomer, whatever happens.
#[test]
fn news_leads_to_the_view_of_a_newcomer() {
    let server = Server::open();
    let (table, [ana, luka]) = table(&server, "konobi:5");
    let watcher = server.stranger();
    let clients = [&ana, &luka, &watcher];
    let path = format!("/api/tables/{table}/socket");
    let mut sockets = sockets(&table, clients);
    let mut views = [(); 3].map(|()| Value::Null);
    for (socket, view) in sockets.iter_mut().zip(&mut views) {
        see(view, &socket.hear_of("table"));
    }
    let play = |mv: &str| json!({ "do": "play", "move": mv });
    let orders = [
        (0, play("c3")),
        (1, json!({ "do": "swap" })),
        (0, play("a1")),
        (0, json!({ "do": "undo" })),
        (1, json!({ "do": "decline-undo" })),
        (0, json!({ "do": "undo" })),
        (1, json!({ "do": "accept-undo" })),
        (0, play("b1")),
        (1, json!({ "do": "resign" })),
        (0, json!({ "do": "rematch" })),
        (1, json!({ "do": "decline-rematch" })),
        (1, json!({ "do": "rematch" })),
        (0, json!({ "do": "accept-rematch" })),
    ];
    for (seat, order) in orders {
        sockets[seat].say(&order);
        let version = sockets[seat].hear_of("done")["version"].as_u64().unwrap();
        for ((socket, view), client) in sockets.iter_mut().zip(&mut views).zip(clients) {
            socket.follow(view, version);
            let mut newcomer = client.socket(&path).unwrap().hear_of("table")["table"].clone();
            // Moves are told as a difference, and who is there by messages of its own.
            for view in [&mut *view, &mut newcomer] {
                view["moves"] = Value::Null;
                view["watchers"] = Value::Null;
                for seat in view["seats"].as_array_mut().unwrap() {
                    seat["is_present"] = Value::Null;
                }
            }
            assert_eq!(*view, newcomer, "after {order}");
        }
    }
}

/// Both players together are sent at most 0.8 kB for a move, its acknowledgement included.
#[test]
fn the_news_of_a_move_is_short() {
    let server = Server::open();
    let (table, [ana, luka]) = table(&server, "konobi:11");
    let mut sockets = sockets(&table, [&ana, &luka]);
    let mut views: Vec<Value> =
        sockets.iter_mut().map(|socket| socket.hear_of("table")["table"].clone()).collect();
    let (mut bytes, mut moves) = (0, 0);
    for roll in 1..=40 {
        let seat = views[0]["to_move"].as_u64().unwrap() as usize - 1;
        let legal = legal(&views[seat]);
        let mv = &legal[roll * 37 % legal.len()];
        let (seen, id) = (&views[0]["version"], format!("{roll}"));
        let order =
            json!({ "re": 10_000 + roll, "do": "play", "move": mv, "seen": seen, "id": id });
        sockets[seat].say(&order);
        for (own, socket) in sockets.iter_mut().enumerate() {
            let mut awaited = if own == seat { vec!["done", "news"] } else { vec!["news"] };
            while !awaited.is_empty() {
                let heard = socket.hear().unwrap();
                if awaited.iter().any(|kind| heard["type"] == *kind) {
                    awaited.retain(|kind| heard["type"] != *kind);
                    bytes += heard.to_string().len();
                }
                see(&mut views[own], &heard);
            }
        }
        moves += 1;
        if views[0]["to_move"].is_null() {
            break;
        }
    }
    assert!(moves > 20, "{moves}");
    assert!(bytes / moves <= 800, "{} bytes a move", bytes / moves);
    println!("{} bytes a move", bytes / moves);
}

#[test]
fn questions_are_answered_and_leave_no_trace() {
    let server = Server::open();
    let (table, [ana, luka]) = table(&server, "konobi:5");
    let mut socket = ana.socket(&format!("/api/tables/{table}/socket")).unwrap();
    socket.hear_of("table");
    socket.say(&json!({ "do": "play", "move": "c3" }));
    socket.hear_of("done");
    luka.post(
        &format!("/api/tables/{table}/orders"),
        &json!({"do":"play","move":"a1"}).to_string(),
    );
    socket.say(&json!({ "re": 7, "ask": "why", "move": "d4" }));
    let answer = socket.hear_of("move");
    assert_eq!((&answer["re"], &answer["is_legal"]), (&json!(7), &json!(false)));
    assert_eq!(answer["rule"], "weak-connection");
    assert_eq!(answer["blamed"], json!(["c3", "c4"]));
    let tried = answer["patches"].as_array().unwrap().iter().find(|patch| patch[0] == "d4");
    assert!(tried.unwrap()[1].as_str().unwrap().contains("tried"));
    socket.say(&json!({ "ask": "lines" }));
    assert_eq!(socket.hear_of("lines")["lines"], json!([]));
    // The refusal of what is not understood bears its number too.
    socket.say(&json!({ "re": 9, "do": "dance" }));
    assert_eq!(socket.hear_of("refused")["re"], 9);
    let why = server.stranger().get(&format!("/api/tables/{table}/why?move=c3")).json();
    assert_eq!(why["says"], "c3 is occupied.");
    let view = server.stranger().get(&format!("/api/tables/{table}")).json();
    assert_eq!(view["table"]["version"], 3);
}

#[test]
fn a_watcher_who_sits_down_may_play_on_the_same_socket() {
    let server = Server::open();
    let [ana, luka] = ["Ana", "Luka"].map(|name| server.guest(name));
    let laid = ana.post(
        "/api/tables",
        &json!({ "setup": "konobi:5", "with": "anyone", "side": "white" }).to_string(),
    );
    // A table that has lost what a client has seen says so, also if it has lost everything.
    let waiting = laid.json()["table"].as_str().unwrap().to_owned();
    let events = ana.get(&format!("/api/tables/{waiting}/events?after=5")).json();
    assert_eq!((&events["after"], &events["events"]), (&json!(0), &json!([])));
    let table = laid.json()["table"].as_str().unwrap().to_owned();
    let mut socket = luka.socket(&format!("/api/tables/{table}/socket")).unwrap();
    let first = socket.hear_of("table");
    assert_eq!(first["table"]["standing"], "waiting");
    assert_eq!(first["table"]["can"], json!(["sit"]));
    assert_eq!(luka.post(&format!("/api/tables/{table}/seat"), "{}").status, 200);
    let news = loop {
        let news = socket.hear_of("table");
        if news["table"]["standing"] == "playing" {
            break news;
        }
    };
    assert_eq!(news["table"]["you"], json!([2]));
    socket.say(&json!({ "do": "play", "move": "c3" }));
    assert_eq!(socket.hear_of("done")["seat"], 2);
}
