//! What is said while the engine thinks, and what it is asked to show.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use konoba_advice::Adviser;
use konoba_line::dialogue::{Config, Dialogue, converse};
use konoba_line::{Heard, Lines, NoFiles, Source};
use konoba_rules::{GAMES, Level, Move, Setup, Side};
use konoba_scene::{Advice, Candidate, TextStyle};
use konoba_table::Moment;

use crate::memory_files::MemoryFiles;

/// Lines that are all there at once, and whether a person says them.
struct Script {
    lines: VecDeque<String>,
    is_live: bool,
}

impl Source for Script {
    fn next(&mut self, patience: Option<Duration>) -> io::Result<Heard> {
        assert!(self.is_live || patience.is_none(), "there is no clock, and no other input");
        let Some(line) = self.lines.pop_front() else { return Ok(Heard::End) };
        let line = Lines::new(format!("{line}\n").as_bytes()).next_line()?;
        Ok(line.map_or(Heard::End, Heard::Line))
    }

    fn is_live(&self) -> bool {
        self.is_live
    }
}

/// Longer than any test runs.
const FOR_EVER: Duration = Duration::from_secs(3600);

fn config(setup: Setup) -> Config {
    let config = Config { size_is_chosen: true, gives_hints: true, ..Config::new(setup) };
    Config { engine: Some((Side::Second, Level::STRONGEST)), style: TextStyle::Ascii, ..config }
}

/// The dialogue of Ana and the engine, which thinks for ever unless a line comes.
fn talked(setup: Setup, lines: &[&str]) -> (String, Option<String>) {
    let files = MemoryFiles::default();
    let save = Some("game.sgf".to_owned());
    let mut dialogue = Dialogue::new(Config { save, ..config(setup) }, files.clone());
    let lines = ["Ana"].iter().chain(lines).map(|line| (*line).to_owned()).collect();
    let script = Script { lines, is_live: true };
    let mut output = Vec::new();
    let adviser = Adviser::at_one_board(1);
    converse(&mut dialogue, script, &mut output, Moment::default, &adviser, FOR_EVER)
        .expect("memory does not fail");
    (String::from_utf8(output).expect("what is said is text"), files.get("game.sgf"))
}

#[test]
fn a_person_cuts_the_thought_of_the_engine_short() {
    let setup = "konobi:9,nopie".parse().expect("there is such a set-up");
    let check = |lines: &[&str], is_answered: bool, expected: &str| {
        let (said, saved) = talked(setup, lines);
        assert_eq!(said.contains("Computer 10 (White) plays "), is_answered, "{lines:?}: {said}");
        assert!(said.contains(expected), "{lines:?}: {said}");
        assert!(!said.contains("not a move"), "{lines:?}: {said}");
        assert!(saved.is_some(), "{lines:?}");
    };
    // An undo, a resignation or leaving ends the thought without a move.
    check(&["e5", "undo"], false, "You took back move 1.");
    check(&["e5", " Resign "], false, "Winner: Computer 10 (White), because Ana (Black) resigned");
    check(&["e5", "quit", "e6"], false, "Goodbye.");
    check(&["e5"], false, "Goodbye.");
    // Any other line, also an empty one, gets the engine's move first.
    check(&["e5", "", "quit"], true, "Goodbye.");
    check(&["e5", "STOP", "quit"], true, "Goodbye.");
    check(&["e5", "board"], true, "White stone: ");
    check(&["e5", "hint", ""], true, "Hint: ");
    // A hint is told as far as it was thought of.
    check(&["hint", "undo"], false, "You have no move to take back.");
}

#[test]
fn an_engine_that_is_hurried_plays_a_move_in_every_game() {
    for &spec in GAMES {
        let setup = Setup::default_of(spec);
        let setup = Setup { pie: false, ..setup };
        let first = konoba_rules::AnyPosition::start(setup).moves_of(Side::First)[0];
        let (said, _) = talked(setup, &["play", &first.written(spec).to_string(), "stop", "quit"]);
        let side = spec.side(Side::Second).name;
        assert!(said.contains(&format!("Computer 10 ({side}) plays ")), "{said}");
    }
}

/// A script always leads to the same game: that its lines are there early does not interrupt the engine.
#[test]
fn scripted_lines_cut_nothing_short() {
    let setup = "konobi:4,nopie".parse().expect("there is such a set-up");
    let mut dialogue = Dialogue::new(config(setup), NoFiles);
    let lines = ["Ana", "b2", "hint", "undo", "quit"].map(str::to_owned).into();
    let script = Script { lines, is_live: false };
    let mut output = Vec::new();
    let (adviser, patience) = (Adviser::at_one_board(1), Duration::from_millis(20));
    converse(&mut dialogue, script, &mut output, Moment::default, &adviser, patience)
        .expect("memory does not fail");
    let said = String::from_utf8(output).expect("what is said is text");
    assert!(said.contains("Computer 10 (White) plays "), "{said}");
    assert!(said.contains("You took back moves 1 and 2."), "{said}");
}

/// The digits on the board are said as well, also for mirrors of a point on an empty board, and neither is shown to a
/// player who has asked for a hint alone.
#[test]
fn thoughts_are_drawn_and_said_when_they_are_asked_for() {
    let now = Moment::default();
    let setup: Setup = "konobi:4,nopie".parse().expect("there is such a set-up");
    let mut dialogue = Dialogue::new(config(setup), NoFiles);
    dialogue.open(now);
    dialogue.answer("Ana", now);
    let mv = |text| Move::read(text, setup.spec).expect("a move");
    let looked = [("b2", 900), ("c3", 200), ("b3", 190), ("a1", 1), ("d4", 1)];
    let advice = Advice {
        best: mv("b2"),
        chances: Some(57),
        certain: None,
        line: vec![mv("b2")],
        candidates: looked
            .map(|(at, visits)| Candidate::new(mv(at), Some(50), (visits, 900)))
            .into(),
        idea: None,
    };
    assert_eq!(dialogue.answer("hint", now), "");
    let hint = dialogue.advise(&advice);
    assert!(hint.starts_with("Hint: b2") && !hint.contains('|'), "{hint}");
    assert_eq!(dialogue.answer("thoughts", now), "");
    assert!(dialogue.hinting().is_some());
    let told = dialogue.advise(&advice);
    let expected = "
          a b c d
         = Black =
      4 | 1 . . 1 | 4
White 3 | . 4 4 . | 3 White
      2 | . 9 9 . | 2
      1 | 1 . . 1 | 1
         = Black =
          a b c d

The engine looks, 9 being the most, at b2 and c2 (9); at b3 and c3 (4); a little at 4 more points (1).
Hint: b2, ";
    assert!(told.starts_with(expected), "{told}");
    assert!(told.ends_with("Move, such as c4?\n") && dialogue.hinting().is_none(), "{told}");
}
