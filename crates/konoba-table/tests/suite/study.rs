//! The study: a tree of variations with a cursor.

use konoba_rules::record::NodeId;
use konoba_rules::{Move, Record};
use konoba_scene::View;
use konoba_table::{CursorStep, Evaluation, Moment, Opened, Recorded, Seat, Study, Table};

use crate::support::{Company, Log, moves_before_forced_pass, opened};

fn place(text: &str) -> Move {
    Move::Place(text.parse().unwrap())
}

/// A study of `c3 d4 b3`, with `d2 c4` and `a1` beside `d4`, at its start.
fn study() -> Study {
    let mut study = Study::new(Record::new("konobi:5".parse().unwrap()));
    for line in [["c3", "d4", "b3"], ["c3", "d2", "c4"], ["c3", "a1", ""]] {
        study.go(CursorStep::Start);
        line.iter().filter(|mv| !mv.is_empty()).for_each(|mv| study.play(place(mv)).unwrap());
    }
    study.go(CursorStep::Start);
    study
}

fn path(study: &Study) -> String {
    let moves = study.record().moves_to(study.cursor());
    let written = moves.iter().map(|mv| mv.written(study.record().setup().spec).to_string());
    written.collect::<Vec<_>>().join(" ")
}

fn steps(text: &str) -> impl Iterator<Item = CursorStep> + '_ {
    text.chars().map(|c| match c {
        's' => CursorStep::Start,
        'e' => CursorStep::End,
        'p' => CursorStep::Parent,
        'c' => CursorStep::Child,
        'n' => CursorStep::NextVariation,
        'v' => CursorStep::PreviousVariation,
        _ => panic!("no step {c}"),
    })
}

#[test]
fn the_cursor_goes_where_there_is_something() {
    let check = |text: &str, expected: &str, is_moved: bool| {
        let mut study = study();
        let moved: Vec<_> = steps(text).map(|step| study.go(step)).collect();
        assert_eq!((path(&study).as_str(), moved.last()), (expected, Some(&is_moved)), "{text}");
    };
    check("p", "", false);
    check("s", "", false);
    check("v", "", false);
    check("n", "", false);
    check("c", "c3", true);
    check("cn", "c3", false);
    check("cc", "c3 d4", true);
    check("ccv", "c3 d4", false);
    check("ccn", "c3 d2", true);
    check("ccnc", "c3 d2 c4", true);
    check("ccncc", "c3 d2 c4", false);
    check("ccnn", "c3 a1", true);
    check("ccnnn", "c3 a1", false);
    check("ccnnv", "c3 d2", true);
    check("e", "c3 d4 b3", true);
    check("ee", "c3 d4 b3", false);
    check("ccne", "c3 d2 c4", true);
    check("ep", "c3 d4", true);
    check("es", "", true);
}

#[test]
fn playing_follows_a_variation_or_begins_one() {
    let mut study = study();
    let nodes = study.record().walk().count();
    study.play(place("c3")).unwrap();
    study.play(place("d2")).unwrap();
    assert_eq!(study.record().walk().count(), nodes);
    study.play(place("e5")).unwrap();
    assert_eq!(study.record().walk().count(), nodes + 1);
    study.go(CursorStep::Parent);
    assert!(study.children().map(|(_, mv)| mv).eq([place("c4"), place("e5")]));
    let before = study.clone();
    assert!(study.play(place("c3")).is_err());
    assert_eq!(study, before);
}

#[test]
fn a_forced_pass_is_played_as_at_a_table() {
    let moves = moves_before_forced_pass("konobi:4");
    let mut study = Study::new(Record::new("konobi:4".parse().unwrap()));
    moves.iter().for_each(|mv| study.play(*mv).unwrap());
    assert_eq!(study.record().moves().last(), Some(Move::Pass));
    assert_eq!(usize::from(study.position().ply()), moves.len() + 1);
    assert_eq!(study.last().unwrap().mv, Move::Pass);
}

#[test]
fn variations_are_deleted_and_promoted() {
    let lines = |study: &Study| {
        let record = study.record();
        let ends = record.walk().filter(|id| record.node(*id).children().is_empty());
        let line = |id| {
            let mut at = study.clone();
            assert!(at.go_to(id));
            path(&at)
        };
        ends.map(line).collect::<Vec<_>>()
    };
    let check = |text: &str, change: fn(&mut Study) -> bool, cursor: &str, expected: &[&str]| {
        let mut study = study();
        for step in steps(text) {
            study.go(step);
        }
        let is_changed = change(&mut study);
        assert_eq!(path(&study), cursor, "{text}");
        assert_eq!(lines(&study), expected, "{text}");
        let read = Record::from_sgf(study.record().to_sgf().as_bytes()).unwrap();
        assert_eq!(read, *study.record());
        is_changed
    };
    let all = ["c3 d4 b3", "c3 d2 c4", "c3 a1"];
    assert!(!check("s", Study::delete, "", &all));
    assert!(check("cc", Study::delete, "c3", &all[1..]));
    assert!(check("ccnn", Study::delete, "c3", &all[..2]));
    assert!(check("c", Study::delete, "", &[""]));
    assert!(!check("e", Study::promote, "c3 d4 b3", &all));
    assert!(check("ccne", Study::promote, "c3 d2 c4", &["c3 d2 c4", "c3 d4 b3", "c3 a1"]));
    assert!(check("ccnn", Study::promote, "c3 a1", &["c3 a1", "c3 d4 b3", "c3 d2 c4"]));
}

#[test]
fn a_node_that_was_taken_out_is_not_gone_to() {
    let mut study = study();
    study.go(CursorStep::End);
    let end = study.cursor();
    assert!(study.go_to(end));
    study.go(CursorStep::Start);
    study.go(CursorStep::Child);
    study.delete();
    assert!(!study.go_to(end));
    assert_eq!(study.cursor(), NodeId::ROOT);
}

#[test]
fn the_outcome_is_that_of_the_main_line() {
    let mut study = Study::new(Record::new("konobi:3,nopie".parse().unwrap()));
    for mv in ["a1", "b1", "a2", "b2", "a3"] {
        study.play(place(mv)).unwrap();
    }
    assert_eq!(study.record().outcome().map(ToString::to_string).as_deref(), Some("B+"));
    study.go(CursorStep::Parent);
    study.play(place("c3")).unwrap();
    study.promote();
    assert_eq!(study.record().outcome(), None);
    study.delete();
    assert_eq!(study.record().outcome().map(ToString::to_string).as_deref(), Some("B+"));
}

#[test]
fn comments_and_evaluations_come_back_from_a_file() {
    let mut study = study();
    study.go(CursorStep::End);
    study.comment("A \\ and a ] are\nno trouble.").unwrap();
    let check = |study: &mut Study, first_wins: u16, best_line: &str, expected: u16| {
        let evaluation = Evaluation { first_wins, best_line: best_line.to_owned() };
        study.evaluate(Some(&evaluation)).unwrap();
        let read = Record::from_sgf(study.record().to_sgf().as_bytes()).unwrap();
        assert_eq!(read, *study.record());
        let mut again = Study::new(read);
        again.go(CursorStep::End);
        assert_eq!(again.commented(), "A \\ and a ] are\nno trouble.");
        let expected = Evaluation { first_wins: expected, best_line: best_line.to_owned() };
        assert_eq!(again.evaluation(), Some(expected));
    };
    check(&mut study, 5_234, "c4 d5 [e6] \\", 5_234);
    check(&mut study, 7, "", 7);
    check(&mut study, 10_000, "pass", 10_000);
    check(&mut study, 60_000, "", 10_000);
    assert!(study.record().to_sgf().contains("SBKV[100.00]"));
    study.evaluate(None).unwrap();
    assert_eq!(study.evaluation(), None);
    study.comment("").unwrap();
    assert!(!study.record().to_sgf().contains("SBKV"));
}

#[test]
fn what_others_wrote_as_a_win_rate_is_read_with_care() {
    let check = |text: &str, expected: Option<u16>| {
        let file = format!("(;SU[konobi:5]SBKV[{text}])");
        let study = Study::new(Record::from_sgf(file.as_bytes()).unwrap());
        assert_eq!(study.evaluation().map(|of| of.first_wins), expected, "{text:?}");
    };
    check("52.3456", Some(5_234));
    check("52", Some(5_200));
    check(" 0.5 ", Some(50));
    check("100", Some(10_000));
    check("100.01", None);
    check("-1", None);
    check("", None);
    check(".5", None);
    check("1e3", None);
    check("99999999999", None);
    check("5.é", None);
}

#[test]
fn the_scene_is_that_of_the_cursor() {
    let mut study = study();
    study.go(CursorStep::End);
    let scene = study.scene(&View { shows_legal_points: true, ..View::default() });
    assert_eq!(scene.last_move.as_deref(), Some("Black plays b3."));
    assert_eq!(scene.spot("b3".parse().unwrap()).unwrap().spoken, "b3, black stone, last move");
    study.go(CursorStep::Start);
    assert_eq!(study.scene(&View::default()).last_move, None);
}

/// The game that a study has followed can be told from the variations, wherever those begin.
#[test]
fn a_study_follows_a_game() {
    let time = "1+0".parse().unwrap();
    let mut log = Log::new(&Opened { time, ..opened("konobi:5,nopie", Company::Shared) });
    log.run("1:c3@0 2:b2@1000 1:c4@3000");
    let mut study = Study::new(log.table.record());
    study.go(CursorStep::End);
    // A variation in the middle, and one that goes on from the end.
    study.play(place("a5")).unwrap();
    study.go(CursorStep::Start);
    study.play(place("c3")).unwrap();
    study.play(place("e5")).unwrap();
    let check = |study: &Study, moves: &str, result: Option<&str>| {
        let read = Record::from_sgf(study.record().to_sgf().as_bytes()).unwrap();
        let game = Recorded::of(&read);
        let events = Opened::of(&read).events_of(&read, Moment::from_millis(9));
        let table = Table::replay(&events).unwrap();
        let played: Vec<_> =
            table.history().iter().map(|m| m.played.mv.point().unwrap().to_string()).collect();
        assert_eq!(played.join(" "), moves);
        assert_eq!(game.outcome().map(ToString::to_string).as_deref(), result);
        assert!(read.walk().any(|id| read.node(id).mv() == Some(place("e5"))));
        table
    };
    study.follow(&log.table.record()).unwrap();
    let table = check(&study, "c3 b2 c4", None);
    assert_eq!(table.left(Seat::Two, Moment::from_millis(9)).unwrap().as_secs(), 59);
    // A move that was taken back stays as a variation and is no part of the game.
    log.run("1:undo@4000");
    study.follow(&log.table.record()).unwrap();
    check(&study, "c3 b2", None);
    log.run("1:d1@5000 2:resign@6000");
    study.follow(&log.table.record()).unwrap();
    check(&study, "c3 b2 d1", Some("B+R"));
    // A line that goes on from a resignation and is won does not change who won the game.
    study.go(CursorStep::End);
    for mv in ["b1", "c4", "a4", "c5", "e1", "c2", "a1", "c1"] {
        let _ = study.play(place(mv));
    }
    study.follow(&log.table.record()).unwrap();
    check(&study, "c3 b2 d1", Some("B+R"));
}
