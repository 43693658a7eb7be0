//! Learning on the full screen: every lesson of every game, at every size.

use crossterm::event::KeyCode;
use konoba_rules::lesson::{Lesson, Wants};
use konoba_rules::{GAMES, Move, Spec};
use konoba_tui::Input;

use crate::person::Person;

/// At the first lesson of a game.
fn learning(size: (u16, u16), spec: &Spec) -> Person {
    let mut person = Person::at_home(size);
    while !person.sees(&format!("Game ‹ {} ›", spec.name)) {
        person.press("l");
    }
    for _ in 0..20 {
        if person.sees("Enter learn") {
            break;
        }
        person.input(Input::Key(KeyCode::Down.into()));
    }
    person.press("\n");
    person
}

/// Plays as a learner does who goes there with the arrows, from the corner.
fn play(person: &mut Person, spec: &Spec, mv: Move) {
    let Some(at) = mv.point() else {
        person.press("S");
        return;
    };
    if let Move::PlacePiece(piece, _) = mv {
        person.press(&spec.piece(piece).letter.to_lowercase().to_string());
    }
    let (right, up) = (usize::from(at.x), usize::from(at.y));
    person.press(&"hj".repeat(19)).press(&"l".repeat(right)).press(&"k".repeat(up)).press(" ");
}

fn learn(person: &mut Person, spec: &Spec, lesson: &Lesson) {
    for step in &lesson.steps {
        assert!(person.reads(step.task), "{}: {}", step.task, person.screen());
        let mv = match &step.wants {
            Wants::Play(moves) => moves[0],
            Wants::Refusal(mv) => *mv,
        };
        play(person, spec, mv);
        assert!(person.reads(step.right), "{}: {}", step.right, person.screen());
    }
}

#[test]
fn every_lesson_is_learnt_and_leads_to_a_first_game() {
    for size in [(80, 24), (60, 24), (120, 40)] {
        for spec in GAMES {
            let lessons = spec.read_lessons().unwrap();
            let mut person = learning(size, spec);
            for (number, lesson) in (1..).zip(&lessons) {
                let title = format!("Lesson {number} of {}: {}", lessons.len(), lesson.title);
                assert!(person.sees(&title), "{title}: {}", person.screen());
                learn(&mut person, spec, lesson);
                person.press("\n");
            }
            assert!(person.sees("Play your first game!"), "{}", person.screen());
            assert!(person.sees("Computer level 1"), "{}", person.screen());
            person.press("\n");
            assert!(person.sees("Computer 1"), "{}", person.screen());
        }
    }
}

#[test]
fn a_wrong_move_changes_nothing_and_lessons_are_leafed_through() {
    let spec = GAMES[0];
    let lessons = spec.read_lessons().unwrap();
    let mut person = learning((80, 24), spec);
    person.press(&"hj".repeat(19)).press(" ");
    assert!(person.reads(lessons[0].steps[0].wrong), "{}", person.screen());
    assert!(person.reads(lessons[0].steps[0].task), "{}", person.screen());
    person.press("n");
    assert!(person.sees(lessons[1].title), "{}", person.screen());
    person.press("p");
    assert!(person.sees(lessons[0].title), "{}", person.screen());
    let (column, row) = person.find("next lesson");
    person.click(column, row);
    assert!(person.sees(lessons[1].title), "{}", person.screen());
    person.press("\x1b");
    assert!(person.sees("Start the game"), "{}", person.screen());
}

#[test]
fn a_lesson_leads_to_puzzles_of_its_kind() {
    for spec in GAMES {
        let lessons = spec.read_lessons().unwrap();
        let with = lessons.iter().position(|lesson| lesson.puzzles.is_some()).unwrap();
        let mut person = learning((80, 24), spec);
        person.press(&"n".repeat(with)).press("P");
        assert!(person.sees("Lesson "), "not before it is learnt: {}", person.screen());
        learn(&mut person, spec, &lessons[with]);
        assert!(person.sees("P puzzle"), "{}", person.screen());
        person.press("P");
        let (_, name) = konoba_puzzles::after_lesson(spec, lessons[with].puzzles.unwrap()).unwrap();
        assert!(person.sees(&format!("Puzzle {} of ", name.number)), "{}", person.screen());
    }
}

/// The point that is typed is played, not the one under the cursor, which solves nothing at the start.
#[test]
fn a_lesson_that_is_not_seen_goes_on_later() {
    let mut person = learning((80, 24), GAMES[0]);
    let lesson = person.screen();
    person.input(Input::Resize(12, 6));
    person.press("\njjl\n:c3\nH");
    (0..6).for_each(|row| person.click(3, row));
    person.input(Input::Paste("c3".to_owned()));
    person.input(Input::Resize(80, 24));
    assert_eq!(person.screen(), lesson);
    person.input(Input::Resize(12, 6));
    person.press("\x1b");
    person.input(Input::Resize(80, 24));
    assert!(person.sees("Start the game"), "{}", person.screen());
}

#[test]
fn moves_are_typed_in_lessons() {
    for spec in GAMES {
        let lessons = spec.read_lessons().unwrap();
        let mut person = learning((80, 24), spec);
        for lesson in &lessons {
            let step = &lesson.steps[0];
            person.press(" ");
            assert!(!person.reads(step.right), "{}", person.screen());
            let mv = match &step.wants {
                Wants::Play(moves) => moves[0],
                Wants::Refusal(mv) => *mv,
            };
            let written = mv.written(spec).to_string();
            person.press(":").press(&written);
            assert!(person.sees(&format!("Move: {written}_")), "{}", person.screen());
            person.press("\x1b:").press(&written).press("\n");
            assert!(person.reads(step.right), "{written}: {}", person.screen());
            person.press("n");
        }
    }
    let mut person = learning((80, 24), GAMES[0]);
    person.press("e5");
    assert!(person.sees("Move: e5_"), "{}", person.screen());
    person.press("\x1bc1zz\n");
    assert!(person.reads("'c1zz' is not a move."), "{}", person.screen());
    person.press("?");
    assert!(person.sees("previous lesson") && !person.sees("resign"), "{}", person.screen());
}
