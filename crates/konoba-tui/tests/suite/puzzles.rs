//! Puzzles on the full screen: solved, refuted on the board, hinted at, and remembered.

use crossterm::event::KeyCode;
use konoba_puzzles::{Attempt, Choice, PuzzleName, Solved};
use konoba_rules::{GAMES, Move, Spec};
use konoba_table::Moment;
use konoba_tui::{Effect, Input};

use crate::person::Person;

/// Noon of 2026-12-24.
const NOON: u64 = 1_798_113_600_000;

/// In front of puzzles.
pub(crate) fn at(size: (u16, u16), words: &str) -> Person {
    let mut person = Person::at_home(size);
    person.now = NOON;
    person.app.remember(Solved::default());
    let choice = Choice::read(words).unwrap();
    assert!(person.app.set_puzzles(&choice, Moment::from_millis(NOON)));
    person
}

/// Plays as a person does who goes there with the arrows, from the corner.
pub(crate) fn play(person: &mut Person, spec: &Spec, mv: Move) {
    if let Move::PlacePiece(piece, _) = mv {
        person.press(&spec.piece(piece).letter.to_lowercase().to_string());
    }
    let at = mv.point().expect("it is a placement");
    let (right, up) = (usize::from(at.x), usize::from(at.y));
    person.press(&"hj".repeat(19)).press(&"l".repeat(right)).press(&"k".repeat(up)).press(" ");
}

#[test]
fn every_game_has_puzzles_that_are_solved_and_remembered() {
    for size in [(80, 24), (60, 30), (120, 40)] {
        for spec in GAMES {
            let mut person = at(size, &format!("{} 1", spec.id));
            let attempt = Attempt::new(PuzzleName { spec, number: 1 }.find().unwrap());
            assert!(person.sees("Puzzle 1 of "), "{}", person.screen());
            assert!(person.reads(&attempt.task()), "{}", person.screen());
            for (turn, mv) in attempt.solution().into_iter().enumerate() {
                if turn % 2 == 0 {
                    play(&mut person, spec, mv);
                    assert!(person.reads(" is right."), "{}", person.screen());
                }
            }
            assert!(person.reads("Enter goes on to the next puzzle."), "{}", person.screen());
            let line = format!("{} 1\n", spec.id);
            let is_kept = |effect: &Effect| matches!(effect, Effect::KeepSolved(text) if text.starts_with(&line));
            assert!(person.effects.iter().any(is_kept), "{:?}", person.effects);
            person.press("y");
            let is_copied = |effect: &Effect| matches!(effect, Effect::Copy(text) if text.contains("no mistakes, no hints"));
            assert!(person.effects.iter().any(is_copied), "{:?}", person.effects);
            person.press("\n");
            assert!(person.sees("Puzzle 2 of "), "{}", person.screen());
        }
    }
}

#[test]
fn a_wrong_move_is_refuted_move_by_move_and_taken_back() {
    let spec = GAMES[0];
    let mut person = at((80, 24), &format!("{} 2", spec.id));
    let start = person.screen();
    let puzzle = PuzzleName { spec, number: 2 }.find().unwrap();
    let refutation = &puzzle.steps[0].refutations[0];
    play(&mut person, spec, refutation.wrong[0]);
    assert!(person.reads(" loses."), "{}", person.screen());
    // The line is played out by the clock alone, and stays then.
    let mut boards = vec![person.screen()];
    while person.app.is_ticking() {
        person.now += 100;
        person.input(Input::Tick);
        if boards.last() != Some(&person.screen()) {
            boards.push(person.screen());
        }
    }
    assert_eq!(boards.len(), refutation.line.len() + 1);
    person.press(" ");
    assert!(!person.app.is_ticking());
    person.press("u");
    assert_eq!(person.screen(), start);
    for says in ["Look at ", "Look beside ", "The move is "] {
        person.press("H");
        assert!(person.reads(says), "{says}: {}", person.screen());
    }
    person.press("s");
    assert!(person.reads("The solution is "), "{}", person.screen());
    assert!(person.app.is_ticking());
}

#[test]
fn the_last_hint_is_seen_on_the_board_and_what_went_wrong_counts_to_the_end() {
    let spec = GAMES[0];
    let puzzle = PuzzleName { spec, number: 1 }.find().unwrap();
    for (way_back, tries) in
        [("u", "1 mistake, 3 hints"), ("np", "1 mistake, 3 hints"), ("s ", "1 mistake, 4 hints")]
    {
        let mut person = at((80, 24), &format!("{} 1", spec.id));
        play(&mut person, spec, puzzle.steps[0].refutations[0].wrong[0]);
        person.press(" HH");
        assert!(!person.screen().contains('>'), "{}", person.screen());
        person.press("H");
        assert!(person.screen().contains('>'), "{}", person.screen());
        person.press(way_back);
        assert!(!person.screen().contains('>'), "{}", person.screen());
        puzzle.steps.iter().for_each(|step| play(&mut person, spec, step.wins[0]));
        person.press("y");
        let is_copied =
            |effect: &Effect| matches!(effect, Effect::Copy(text) if text.contains(tries));
        assert!(person.effects.iter().any(is_copied), "{:?}", person.effects);
    }
}

#[test]
fn the_home_screen_leads_to_the_puzzle_of_the_day() {
    let mut person = Person::at_home((80, 24));
    person.now = NOON;
    for _ in 0..20 {
        if person.sees("Enter solve") {
            break;
        }
        person.input(Input::Key(KeyCode::Down.into()));
    }
    person.press("\n");
    assert!(person.sees("the puzzle of 2026-12-24"), "{}", person.screen());
    person.press("\x1b");
    assert!(person.sees("Start the game"), "{}", person.screen());
}

/// The point that is typed is played, not the one under the cursor; the keys of puzzles are told.
#[test]
fn moves_are_typed_at_puzzles() {
    for spec in GAMES {
        let mut person = at((80, 24), &format!("{} 1", spec.id));
        assert!(person.sees("n next") && person.sees("? help"), "{}", person.screen());
        let puzzle = PuzzleName { spec, number: 1 }.find().unwrap();
        let wrong = puzzle.steps[0].refutations[0].wrong[0].written(spec).to_string();
        person.press(&format!(":{wrong}\n"));
        assert!(person.reads(" loses."), "{}", person.screen());
        let right = puzzle.steps[0].wins[0].written(spec).to_string();
        person.press(&format!(":{right}\n"));
        assert!(person.reads(" is right."), "{}", person.screen());
    }
    let mut person = at((80, 24), &format!("{} 1", GAMES[0].id));
    person.press("?");
    assert!(person.sees("show the solution") && !person.sees("resign"), "{}", person.screen());
}
