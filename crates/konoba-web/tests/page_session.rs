//! A session answers as the server does, for every game, without a net and with one.

use konoba_engine::net::{Canvas, NetOutput, file, quantised::Quantised};
use konoba_engine::{Config, Limits, Unwatched, levels};
use konoba_rules::{AnyPosition, GAMES, Move, Record, Setup};
use konoba_web::{Page, Session};
use serde_json::{Value, json};

/// A page in whose world no time goes by.
#[derive(Debug)]
struct Native(Option<Quantised>);

impl Page for Native {
    fn now(&self) -> f64 {
        0.0
    }

    fn evaluate(&self, packed: &[u8], size: u8) -> NetOutput {
        let net = self.0.as_ref().expect("a session asks for the net that it was told of");
        net.answer(&Canvas::of_packed(packed, size))
    }
}

fn session(net: Option<Quantised>) -> Session {
    Session::new(Box::leak(Box::new(Native(net))))
}

fn ask(session: &mut Session, question: &Value) -> Value {
    serde_json::from_str(&session.answer(question.to_string().as_bytes())).expect("it is JSON")
}

#[test]
fn a_game_is_drawn_judged_thought_about_and_studied() {
    for spec in GAMES {
        let setup = Setup::default_of(spec).without_pie().to_string();
        let mut session = session(None);
        let drawn = ask(&mut session, &json!({"ask": "draw", "setup": setup}));
        assert!(drawn["svg"].as_str().unwrap().starts_with("<svg"), "{setup}");
        let how = json!({"ask": "think", "setup": setup, "level": "2", "seed": 3});
        let best = ask(&mut session, &how)["best"].as_str().unwrap().to_owned();
        assert!(Move::read(&best, spec).is_ok(), "{best}");
        let why = json!({"ask": "why", "setup": setup, "moves": best, "move": best});
        let why = ask(&mut session, &why);
        assert_eq!(why["is_legal"], false, "{setup}: it is taken");
        assert!(why["says"].as_str().unwrap().ends_with('.'));
        let record = Record::new(setup.parse().unwrap()).to_line();
        let played = json!({"ask": "study", "record": record, "do": "play", "text": best});
        let studied = ask(&mut session, &played);
        assert_eq!(studied["tree"]["nodes"].as_array().unwrap().len(), 2, "{studied}");
        let sgf = studied["tree"]["sgf"].as_str().unwrap();
        let analysed =
            json!({"ask": "study", "record": sgf, "at": 1, "do": "analyse", "millis": 0});
        let analysed = ask(&mut session, &analysed);
        assert!(analysed["says"].as_str().is_some_and(|says| says.ends_with('.')), "{analysed}");
        let lesson = json!({"ask": "lesson", "game": spec.id, "lesson": 1, "move": null});
        assert!(ask(&mut session, &lesson)["task"].is_string(), "{setup}");
    }
}

#[test]
fn the_net_of_the_page_is_asked_only_about_its_own_game() {
    let spec = GAMES.iter().find(|spec| konoba_nets::file(spec.id).is_some()).unwrap();
    let weights = file::read(konoba_nets::file(spec.id).unwrap(), spec.id).unwrap();
    let mut session = session(Some(Quantised::new(&weights)));
    let think = json!({"ask": "think", "setup": spec.id, "moves": "c3", "level": "6", "seed": 1});
    let without = ask(&mut session, &think);
    ask(&mut session, &json!({"ask": "net", "game": spec.id}));
    let with = ask(&mut session, &think);
    assert_ne!(without["candidates"], with["candidates"], "playouts stand in for the net");
    // What it says is what the engine says with the net that is embedded.
    let setup: Setup = spec.id.parse().unwrap();
    let mut position = AnyPosition::start(setup);
    position.play(Move::read("c3", spec).unwrap()).unwrap();
    let config = Config { seed: 1, ..konoba_nets::config(setup) };
    let mut player = levels::player_with("6".parse().unwrap(), setup, config);
    let thought = player.think(&position, Limits::default(), &Unwatched);
    assert_eq!(with["best"], thought.best.written(spec).to_string());
    let others = GAMES.iter().find(|other| other.id != spec.id).unwrap();
    let other = json!({"ask": "think", "setup": others.id, "level": "2", "seed": 1});
    assert!(ask(&mut session, &other)["best"].is_string());
}

#[test]
fn what_is_known_of_a_position_grows_from_one_question_to_the_next() {
    let spec = GAMES.iter().find(|spec| konoba_nets::file(spec.id).is_some()).unwrap();
    let setup = Setup::default_of(spec).with_size(5).unwrap().without_pie();
    let record = Record::new(setup).to_line();
    let mut session = session(None);
    let analyse = json!({"ask": "study", "record": record, "do": "analyse", "millis": 0});
    let heat = |answer: &Value| answer["heat"].as_array().unwrap().len();
    let first = ask(&mut session, &analyse);
    let mut last = first.clone();
    for _ in 0..200 {
        last = ask(&mut session, &analyse);
    }
    assert!(heat(&last) > heat(&first), "{} {}", heat(&first), heat(&last));
}

#[test]
fn what_is_not_understood_is_said_so() {
    let mut session = session(None);
    for question in ["", "{}", "[]", r#"{"ask": "dance"}"#, "\u{0}"] {
        let answer: Value = serde_json::from_str(&session.answer(question.as_bytes())).unwrap();
        assert_eq!(answer["error"]["says"], "That is not understood.", "{question}");
    }
    let record = Record::new(Setup::default_of(GAMES[0])).to_line();
    for (question, id) in [
        (json!({"ask": "draw", "setup": "chess"}), "set-up"),
        (json!({"ask": "why", "setup": GAMES[0].id, "moves": "zz", "move": "a1"}), "not-a-move"),
        (json!({"ask": "lines", "setup": GAMES[0].id, "moves": "a1 a1"}), "illegal"),
        (json!({"ask": "think", "setup": GAMES[0].id, "level": "11"}), "no-level"),
        (json!({"ask": "study", "record": record, "at": 9}), "record"),
        (json!({"ask": "lesson", "game": GAMES[0].id, "lesson": 99, "move": null}), "no-lesson"),
    ] {
        let answer = ask(&mut session, &question);
        assert_eq!(answer["error"]["id"], id, "{question}");
        assert!(!answer["error"]["says"].as_str().unwrap().is_empty(), "{answer}");
    }
}
