//! Missed wins of a finished game: found, gone to, tried again, and left for the game again.

use std::time::Duration;

use konoba_advice::{Budget, MissedWin, missed_wins};
use konoba_engine::Unwatched;
use konoba_puzzles::{Puzzle, PuzzleName};
use konoba_rules::{GAMES, Move, Record, Spec};
use konoba_tui::{Effect, Input, MissedNews};

use crate::person::Person;
use crate::puzzles::play;

/// A finished game in which the first puzzle of its game was met and missed.
fn after_a_miss(size: (u16, u16), spec: &'static Spec) -> (Person, &'static Puzzle) {
    let puzzle = PuzzleName { spec, number: 1 }.find().unwrap();
    let refutation = &puzzle.steps[0].refutations[0];
    let lost = [refutation.wrong[0]].into_iter().chain(refutation.line.iter().copied());
    let mut person = Person::playing(size, &puzzle.setup.to_string());
    for mv in puzzle.moves.iter().copied().chain(lost).filter(|mv| *mv != Move::Pass) {
        person.play(&mv.written(spec).to_string());
    }
    (person, puzzle)
}

/// The games that missed wins were looked for in.
fn sought(person: &Person) -> Vec<&Record> {
    let sought = person.effects.iter().filter_map(|effect| match effect {
        Effect::SeekMissed(record) => Some(&**record),
        _ => None,
    });
    sought.collect()
}

fn found(person: &Person) -> Vec<MissedWin> {
    let budget = Budget::new(Duration::MAX, &Unwatched);
    missed_wins(sought(person).last().unwrap(), None, budget)
}

#[test]
fn a_missed_win_is_found_gone_to_and_tried_again() {
    for size in [(80, 24), (60, 30)] {
        for spec in GAMES {
            let (mut person, puzzle) = after_a_miss(size, spec);
            assert!(size.0 < 80 || person.sees("P missed wins"), "{}", person.screen());
            person.press("P");
            assert!(person.app.is_awaiting_missed());
            let missed = found(&person);
            person.input(Input::Missed(MissedNews::LookingAt(5)));
            assert!(person.reads("Looking for missed wins: move 5 of"), "{}", person.screen());
            person.input(Input::Missed(MissedNews::Found(missed.clone())));
            assert!(!person.app.is_awaiting_missed());
            // The game may have others; the one that was made is gone to like them.
            let place = missed.iter().position(|one| one.puzzle.moves == puzzle.moves).unwrap();
            person.press(&"P".repeat(place));
            let here = &missed[place];
            assert!(person.reads(&here.says()), "{}\n{}", here.says(), person.screen());
            assert!(person.reads("T tries"), "{}", person.screen());
            person.press("T");
            assert!(person.sees(&here.called()), "{}", person.screen());
            play(&mut person, spec, here.played);
            assert!(person.reads(" loses."), "{}", person.screen());
            person.press(" ");
            for step in &here.puzzle.steps {
                play(&mut person, spec, step.wins[0]);
                assert!(person.reads(" is right."), "{}", person.screen());
            }
            // There is a way back: to the moment in the game, to its end, and home.
            assert!(person.sees("Esc back to the game"), "{}", person.screen());
            person.press("\x1b");
            assert!(person.reads(&here.says()), "{}", person.screen());
            person.press("\x1b");
            assert!(!person.reads("T tries"), "{}", person.screen());
            person.press("\x1b");
            assert!(person.sees("Start the game"), "{}", person.screen());
        }
    }
}

#[test]
fn the_search_is_stopped_and_begun_again() {
    let (mut person, _) = after_a_miss((80, 24), GAMES[0]);
    person.press("P");
    let missed = found(&person);
    person.press("P");
    assert_eq!(sought(&person).len(), 1, "it goes on");
    person.press("\x1b");
    assert!(!person.app.is_awaiting_missed() && person.reads("Stopped."), "{}", person.screen());
    // What comes too late is not taken.
    person.input(Input::Missed(MissedNews::Found(missed.clone())));
    assert!(person.reads("Stopped."), "{}", person.screen());
    person.press("P");
    assert_eq!(sought(&person).len(), 2);
    person.input(Input::Missed(MissedNews::Found(missed)));
    assert!(person.reads("Only one move won."), "{}", person.screen());
    // What is known is not looked for again.
    person.press("\x1bP");
    assert!(person.reads("Only one move won."), "{}", person.screen());
    assert_eq!(sought(&person).len(), 2);
}

#[test]
fn a_game_without_missed_wins_says_so_and_one_that_goes_on_is_not_searched() {
    let mut person = Person::playing((80, 24), "konobi:5,nopie");
    person.play("c3").press("P");
    assert!(person.reads("Missed wins are shown when the game is over."), "{}", person.screen());
    assert_eq!(sought(&person).len(), 0);
    let (mut person, _) = after_a_miss((80, 24), GAMES[0]);
    person.press("PT");
    assert!(person.app.is_awaiting_missed());
    person.input(Input::Missed(MissedNews::Found(Vec::new())));
    let says = "No move of this game is proved to have missed the only one that won.";
    assert!(person.reads(says), "{}", person.screen());
    person.press("T");
    assert!(person.reads("No missed win is known at this move."), "{}", person.screen());
}
