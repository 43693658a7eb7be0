//! Games that are played in a page and kept there, for which the house answers until the module has arrived.

use std::sync::Arc;

use konoba_advice::Adviser;
use konoba_http::HttpConfig;
use konoba_live::Config;
use serde_json::{Value, json};

use crate::server::Server;

#[test]
fn a_whole_game_is_played_without_anything_being_kept() {
    let server = Server::with_engine();
    let ask = |question: Value| server.stranger().post("/api/page-game", &question.to_string());
    let begin = json!({ "ask": "begin", "setup": "order-and-chaos", "level": 1 });
    let mut game = ask(begin).json();
    assert_eq!(game["answer"]["table"]["can"][0], "play", "{game}");
    while game["is_over"] == false {
        let record = &game["record"];
        let question = match game["is_thinking"].as_bool().unwrap() {
            true => json!({ "ask": "reply", "record": record }),
            false => {
                let lines = ask(json!({ "ask": "table-lines", "record": record }));
                assert_eq!(lines.status, 200, "{lines:?}");
                json!({ "ask": "order", "do": "play", "move": free_cell(&game), "record": record })
            }
        };
        let next = ask(question).json();
        let count = |game: &Value| game["moves"].as_str().unwrap().split(' ').count();
        assert!(count(&next) > count(&game) || game["moves"] == "", "{next}");
        game = next;
    }
    assert_eq!(server.stranger().get("/api/lobby").json()["live"], json!([]));
}

/// A move to a cell that is free.
fn free_cell(game: &Value) -> String {
    let moves = game["moves"].as_str().unwrap();
    let cells = ('a'..='f').flat_map(|column| (1..=6).map(move |row| format!("{column}{row}")));
    let free = cells.into_iter().find(|cell| !moves.split(' ').any(|mv| mv.ends_with(cell)));
    format!("X{}", free.unwrap())
}

#[test]
fn what_only_the_page_answers_and_what_cannot_be_read_is_refused() {
    let server = Server::with_engine();
    let ask = |question: Value| server.stranger().post("/api/page-game", &question.to_string());
    let refusals = [
        (json!({}), "body"),
        (
            json!({ "ask": "think", "setup": "konobi", "visits": 1_000_000, "record": "1~konobi~5~c3" }),
            "no-question",
        ),
        (json!({ "ask": "begin", "setup": "chess" }), "set-up"),
        (json!({ "ask": "begin", "setup": "konobi", "level": 11 }), "no-level"),
        (json!({ "ask": "order", "do": "play", "move": "c3" }), "body"),
        (json!({ "ask": "reply", "record": "(;)" }), "record"),
        (json!({ "ask": "reply", "record": "1~konobi~5~c3" }), "no-turn"),
        (json!({ "ask": "hint", "record": "1~konobi~5~c3", "millis": "x" }), "body"),
    ];
    for (question, id) in refusals {
        let refused = ask(question.clone());
        assert_eq!(refused.json()["id"], id, "{question} {refused:?}");
        assert!((400..500).contains(&refused.status), "{refused:?}");
    }
    // A move that the rules refuse is answered like every other.
    let refused = json!({ "ask": "order", "do": "play", "move": "c3", "record": "1~konobi~5~c3" });
    assert_eq!(ask(refused).json()["answer"]["type"], "refused");
}

#[test]
fn a_hint_is_thought_about_also_where_no_time_is_given() {
    let server = Server::with_engine();
    let question = json!({ "ask": "hint", "record": "1~konobi~5~c3" });
    let hint = server.stranger().post("/api/page-game", &question.to_string()).json();
    assert_eq!(hint["advice"]["winner"], "white", "{hint}");
}

#[test]
fn a_computer_without_time_is_told_from_a_server_without_one() {
    let check = |server: Server, expected: (u16, &str)| {
        let begin = json!({ "ask": "begin", "setup": "konobi:5,nopie", "level": 1 }).to_string();
        let game = server.stranger().post("/api/page-game", &begin).json();
        let body = json!({ "record": game["record"] }).to_string();
        let refused = server.stranger().post("/api/missed", &body);
        let refusal = refused.json();
        assert_eq!((refused.status, refusal["id"].as_str().unwrap()), expected, "{refused:?}");
        assert_eq!(refused.header("retry-after").is_some(), expected.0 == 503);
    };
    let thinker = Some(Arc::new(Adviser::at_many_tables(1)) as _);
    let config = Config { thinker, thinking_threads: 0, ..Config::default() };
    check(Server::configured(HttpConfig::default(), config), (503, "busy"));
    check(Server::open(), (422, "no-engine"));
}
