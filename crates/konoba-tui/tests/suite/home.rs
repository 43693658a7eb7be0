//! The home screen, by keys and by mouse.

use crossterm::event::KeyCode;
use konoba_table::TimeControl;
use konoba_tui::{Effect, Input, Kept};

use crate::person::Person;

#[test]
fn home_begins_what_was_chosen() {
    let mut person = Person::at_home((80, 24));
    person.press("jllj").press("l").press("j");
    for _ in 0..8 {
        person.press("\x08");
    }
    person.press("Hana\n");
    for _ in 0..8 {
        person.press("\x08");
    }
    // A name that is not there is asked for.
    person.press("\n\n");
    assert!(person.sees("A name has at least one letter."), "{}", person.screen());
    person.press("kJosip\n\n");
    assert!(person.sees("Konobi 13x13"), "{}", person.screen());
    assert!(person.sees("Black Hana") && person.sees("White Josip"));
    let kept = |effect: &Effect| {
        matches!(effect, Effect::KeepSettings(text)
        if text.contains("game konobi:13,nopie\nfirst Hana\nsecond Josip"))
    };
    assert!(person.effects.iter().any(kept), "{:?}", person.effects);
    person.press("Q");
    assert_eq!(person.effects.last(), Some(&Effect::Quit));
}

/// A terminal that is too small shows no form: nothing begins there, neither by keys nor by a click at where a line would be.
#[test]
fn nothing_is_begun_unseen() {
    let mut person = Person::at_home((80, 24));
    person.input(Input::Resize(30, 10));
    person.press("\n\njjjj\n");
    for row in 0..10 {
        person.click(3, row);
        person.click(3, row);
    }
    assert_eq!(person.effects, []);
    person.input(Input::Resize(80, 24));
    assert!(person.sees("Start the game"), "{}", person.screen());
}

/// Nobody has to erase a name that nobody has chosen; what was written stays.
#[test]
fn a_name_that_was_not_chosen_makes_room() {
    let mut person = Person::at_home((80, 24));
    person.press("jjj").press("Ana").press("\n").press("L").press("uka");
    assert!(person.sees("Black Ana") && person.sees("White Luka"), "{}", person.screen());
    person.press("\x08\x08\x08\x08Player 2").press("x");
    assert!(person.sees("White Player 2x"), "{}", person.screen());
}

#[test]
fn a_clock_can_be_typed() {
    let mut person = Person::at_home((80, 24));
    // Past the names to the clock.
    person.press("jjj").press("\n\n");
    assert!(person.sees("Clock ‹ none ›"), "{}", person.screen());
    person.press("7+").press("\n");
    assert!(person.sees("A clock is minutes for the game + seconds"), "{}", person.screen());
    person.press("4\n").press("k");
    assert!(person.sees("Clock ‹ 7 min + 4 s ›"), "{}", person.screen());
    person.press("l");
    assert!(person.sees("Clock ‹ 1 min + 2 s ›"), "{}", person.screen());
    person.press("\x08").press("2d").press("\n");
    assert!(person.sees("Clock 2 days a move"), "{}", person.screen());
    person.press("\n");
    assert!(person.sees("2d 00:00:00"), "{}", person.screen());
    let kept = |effect: &Effect| matches!(effect, Effect::KeepSettings(text) if text.contains("clock 2 days a move\n"));
    assert!(person.effects.iter().any(kept), "{:?}", person.effects);
}

#[test]
fn a_click_in_a_scrolled_list_opens_what_is_under_it() {
    let mut person = Person::at_home((80, 24));
    let title = |number: usize| format!("Konobi 5x5, Ana - Luka, game {number}");
    let kept = (0..40).map(|number| Kept {
        path: format!("{:02}.sgf", 39 - number).into(),
        title: title(number),
        day: None,
        is_unfinished: false,
    });
    person.input(Input::Kept { games: kept.collect(), damaged: None });
    let down = |person: &mut Person, times: usize| {
        (0..times).for_each(|_| person.input(Input::Key(KeyCode::Down.into())));
    };
    down(&mut person, 7);
    person.press("\n");
    assert!(person.sees("File:"), "{}", person.screen());
    down(&mut person, 40);
    assert!(person.sees("game 39") && !person.sees("game 9"), "{}", person.screen());
    let (column, row) = person.find("game 30");
    person.click(column, row);
    assert_eq!(person.effects.last(), Some(&Effect::Open("09.sgf".into())));
    // Below the list there is nothing to click at.
    let before = person.effects.len();
    person.click(3, 23);
    assert_eq!(person.effects.len(), before);
}

#[test]
fn moves_are_asked_back_if_wanted() {
    let mut person = Person::at_home((80, 24));
    // The last line but one is the option.
    person.press("jjj").press("\n\n").press("jjjjjj");
    assert!(person.sees("Moves ‹ are played at once ›"), "{}", person.screen());
    person.press("l");
    assert!(person.sees("Moves ‹ are confirmed ›"));
    let mut person = person.begin("konobi:5,nopie", TimeControl::None);
    let kept =
        |person: &Person| person.effects.iter().any(|effect| matches!(effect, Effect::Keep { .. }));
    person.press(" ");
    assert!(person.sees("Play c3? Space again plays it."), "{}", person.screen());
    person.press("h ");
    assert!(!kept(&person));
    person.press("l ").press(" ");
    assert_eq!(person.moves(), "c3");
}

#[test]
fn an_engine_sits_down_by_left_and_right() {
    let mut person = Person::at_home((80, 24));
    let arrow = |person: &mut Person, code| person.input(Input::Key(KeyCode::into(code)));
    // Past game, size, swap and the first name.
    person.press("jjj").press("\n");
    for (key, shown) in [
        (KeyCode::Left, "Computer level 10"),
        (KeyCode::Right, "Player 2"),
        (KeyCode::Right, "Computer level 1 "),
        (KeyCode::Right, "Computer level 1.3"),
        (KeyCode::Right, "Computer level 1.7"),
        (KeyCode::Right, "Computer level 2 "),
    ] {
        arrow(&mut person, key);
        assert!(person.sees(shown), "{}", person.screen());
    }
    // Letters are no name of an engine; erasing it sits a person down again.
    person.press("x");
    assert!(person.sees("Computer level 2"), "{}", person.screen());
    person.press("\x08");
    assert!(person.sees("Player 2") && !person.sees("Computer level"), "{}", person.screen());
    arrow(&mut person, KeyCode::Right);
    person.press("\n\n");
    assert!(person.sees("White Computer 1") && person.sees("Black You"), "{}", person.screen());
    let kept = |effect: &Effect| matches!(effect, Effect::KeepSettings(text) if text.contains("second-engine 1\n"));
    assert!(person.effects.iter().any(kept), "{:?}", person.effects);
    person.play("f6");
    assert!(person.app.is_awaiting_thought(), "{}", person.screen());
}

/// Games are listed with their days, sorted as the person wants, and deleted when the person is sure.
#[test]
fn kept_games_are_sorted_and_deleted() {
    let kept = |number: u8, game: &str, is_unfinished| Kept {
        path: format!("{number}.sgf").into(),
        title: format!("{game} 5x5, Ana - Luka"),
        day: Some(format!("2026-11-0{number}")),
        is_unfinished,
    };
    let games = vec![kept(3, "Quentin", false), kept(2, "Konobi", true), kept(1, "Quentin", false)];
    let mut person = Person::at_home((80, 24));
    person.input(Input::Kept { games: games.clone(), damaged: None });
    for _ in 0..8 {
        person.input(Input::Key(KeyCode::Down.into()));
    }
    person.press("\n");
    let order = |person: &Person| {
        let screen = person.screen();
        let days = screen.lines().filter_map(|line| Some(line.split_once("2026-11-0")?.1));
        days.filter_map(|rest| rest.chars().next()).collect::<String>()
    };
    assert_eq!(order(&person), "321", "{}", person.screen());
    person.input(Input::Key(KeyCode::Down.into()));
    for sorted in ["123", "231", "231", "321"] {
        person.press("s");
        assert_eq!(order(&person), sorted, "{}", person.screen());
    }
    person.press("d");
    assert!(person.sees("Delete this game for good?"), "{}", person.screen());
    person.press("n");
    assert!(!person.effects.iter().any(|effect| matches!(effect, Effect::Delete(_))));
    // A click chooses another game, of which nothing was asked.
    person.press("d");
    let (column, row) = person.find("2026-11-02");
    person.click(column, row);
    person.press("y");
    assert!(!person.effects.iter().any(|effect| matches!(effect, Effect::Delete(_))));
    person.input(Input::Key(KeyCode::Up.into()));
    person.press("dy");
    assert_eq!(person.effects.last(), Some(&Effect::Delete("3.sgf".into())));
    person.input(Input::Kept { games: games[1..].to_vec(), damaged: None });
    assert_eq!(order(&person), "21", "{}", person.screen());
}
