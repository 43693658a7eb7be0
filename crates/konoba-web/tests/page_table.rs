//! Games that are played in the page: whole ones of every kind, in the words of the house, that go on from their record.

use konoba_engine::net::NetOutput;
use konoba_rules::{GAMES, Setup};
use konoba_web::{Page, Session};
use serde_json::{Value, json};

/// A page without a net, in whose world no time goes by.
#[derive(Debug)]
struct Netless;

impl Page for Netless {
    fn now(&self) -> f64 {
        0.0
    }

    fn evaluate(&self, _packed: &[u8], _size: u8) -> NetOutput {
        unreachable!("the session was told of no net")
    }
}

fn session() -> Session {
    Session::new(&Netless)
}

fn ask(session: &mut Session, question: &Value) -> Value {
    serde_json::from_str(&session.answer(question.to_string().as_bytes())).expect("it is JSON")
}

fn order(session: &mut Session, what: &str, mv: Option<&str>) -> Value {
    ask(session, &json!({"ask": "order", "do": what, "move": mv}))
}

/// A small board, so that a game is soon over.
fn setup(index: usize) -> String {
    let setup = Setup::default_of(GAMES[index]);
    setup.with_size(4).unwrap_or(setup).without_pie().to_string()
}

/// The first point where the visitor may place, as the page reads it from the bits.
fn first_legal(legal: &str, size: usize) -> String {
    let bit = |index: usize| {
        let digit = legal.as_bytes()[index / 4] as char;
        digit.to_digit(16).expect("a digit") >> (index % 4) & 1 == 1
    };
    let index = (0..size * size).find(|index| bit(*index)).expect("there is a legal point");
    format!("{}{}", (b'a' + (index % size) as u8) as char, index / size + 1)
}

/// Plays until the game is over and gives back the last that was said of it.
fn play_through(session: &mut Session, mut changed: Value, letter: &str) -> (Value, usize) {
    let mut view = changed["answer"]["table"].clone();
    let mut replies = 0;
    while changed["is_over"] == false {
        changed = if changed["is_thinking"] == true {
            replies += 1;
            ask(session, &json!({"ask": "reply", "millis": 0, "is_last": true}))
        } else {
            let size = view["size"].as_u64().expect("a size") as usize;
            let point = first_legal(view["legal"].as_str().expect("bits"), size);
            order(session, "play", Some(&format!("{letter}{point}")))
        };
        assert_eq!(changed["answer"]["type"], "done", "{changed}");
        let news = &changed["news"]["table"];
        for (key, value) in news.as_object().expect("something has happened") {
            view[key] = value.clone();
        }
    }
    assert!(view["result"]["says"].as_str().expect("a result").ends_with('.'), "{view}");
    (changed, replies)
}

#[test]
fn a_whole_game_of_each_kind_against_the_computer_and_by_two() {
    for (index, spec) in GAMES.iter().enumerate() {
        let chooses = spec.choice == konoba_rules::PieceChoice::Either;
        let letter = if chooses { spec.pieces[0].letter.to_string() } else { String::new() };
        let mut session = session();
        let second = spec.side(konoba_rules::Side::Second).id;
        for (level, side) in [(Some("2"), None), (Some("2"), Some(second)), (None, None)] {
            let begin = json!({"ask": "begin", "setup": setup(index), "level": level,
                "side": side, "names": ["Ana", "Luka"]});
            let begun = ask(&mut session, &begin);
            let you = begun["answer"]["table"]["you"].clone();
            assert_eq!(begun["is_thinking"], side.is_some() && level.is_some(), "{begun}");
            assert_eq!(you.as_array().unwrap().len(), if level.is_some() { 1 } else { 2 });
            let (over, replies) = play_through(&mut session, begun, &letter);
            assert_eq!(replies > 0, level.is_some());
            // The record holds all of it, and the same people play again with sides exchanged.
            let resumed = ask(&mut session, &json!({"ask": "resume", "record": over["record"]}));
            assert_eq!(resumed["is_over"], true, "{resumed}");
            assert_eq!(resumed["answer"]["table"]["you"], you);
            let next = order(&mut session, "rematch", None);
            assert_eq!(next["is_next"], true, "{next}");
            assert_eq!(next["is_over"], false);
        }
    }
}

#[test]
fn a_game_goes_on_from_its_record_and_a_move_is_taken_back() {
    let mut session = session();
    let begin = json!({"ask": "begin", "setup": setup(0), "level": "1", "names": ["Ana", ""]});
    ask(&mut session, &begin);
    let played = order(&mut session, "play", Some("b2"));
    assert_eq!(played["news"]["says"][0], "You play b2.", "{played}");
    let replied = ask(&mut session, &json!({"ask": "reply", "millis": 0, "is_last": false}));
    assert_eq!(replied["is_thinking"], false, "level 1 decides by itself: {replied}");
    let record = &replied["record"];
    let mut another = self::session();
    let resumed = ask(&mut another, &json!({"ask": "resume", "record": record}));
    let table = &resumed["answer"]["table"];
    assert_eq!(table["moves"]["then"].as_array().unwrap().len(), 2, "{resumed}");
    assert_eq!(table["status"], "Your turn.", "{table}");
    let undone = order(&mut another, "undo", None);
    assert_eq!(undone["news"]["table"]["moves"]["keep"], 0, "{undone}");
    let resigned = order(&mut another, "resign", None);
    assert_eq!(resigned["news"]["table"]["result"]["by"], "resignation", "{resigned}");
    let resumed = ask(&mut session, &json!({"ask": "resume", "record": resigned["record"]}));
    assert_eq!(resumed["answer"]["table"]["result"]["by"], "resignation", "{resumed}");
}

#[test]
fn refusals_hints_and_questions_are_those_of_a_table() {
    let mut session = session();
    assert_eq!(order(&mut session, "play", Some("a1"))["error"]["id"], "no-table");
    let begin = json!({"ask": "begin", "setup": setup(0), "level": null, "names": ["Ana", "Luka"]});
    ask(&mut session, &begin);
    order(&mut session, "play", Some("b2"));
    let refused = order(&mut session, "play", Some("b2"));
    assert_eq!(refused["answer"]["id"], "occupied", "{refused}");
    assert!(!refused["answer"]["patches"].as_array().unwrap().is_empty());
    assert_eq!(refused["news"], Value::Null);
    let none = order(&mut session, "play", Some("nonsense"));
    assert_eq!(none["answer"]["id"], "not-a-move");
    let why = ask(&mut session, &json!({"ask": "table-why", "move": "b2"}));
    assert_eq!(why["is_legal"], false);
    let hint = ask(&mut session, &json!({"ask": "hint", "millis": 0}));
    assert!(hint["says"].as_str().unwrap().starts_with("Hint: "), "{hint}");
    let reply = ask(&mut session, &json!({"ask": "reply", "millis": 0, "is_last": true}));
    assert_eq!(reply["error"]["id"], "no-turn");
    for (question, id) in [
        (json!({"ask": "begin", "setup": "chess"}), "set-up"),
        (json!({"ask": "begin", "setup": GAMES[0].id, "level": "99"}), "no-level"),
        (json!({"ask": "begin", "setup": GAMES[0].id, "side": "purple"}), "no-side"),
        (json!({"ask": "resume", "record": "(;"}), "record"),
    ] {
        assert_eq!(ask(&mut session, &question)["error"]["id"], id, "{question}");
    }
}
