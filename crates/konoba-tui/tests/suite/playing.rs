//! What keys and the mouse do to a game.

use std::time::Duration;

use konoba_rules::Record;
use konoba_table::TimeControl;
use konoba_tui::{Effect, Input, Loaded};

use crate::person::Person;

/// The record that was kept last.
fn kept(person: &Person) -> Record {
    let sgf = person.effects.iter().rev().find_map(|effect| match effect {
        Effect::Keep { sgf, .. } => Some(sgf),
        _ => None,
    });
    Record::from_sgf(sgf.unwrap().as_bytes()).unwrap()
}

fn moves(person: &Person) -> String {
    let record = kept(person);
    let spec = record.setup().spec;
    record.moves().map(|mv| mv.written(spec).to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_cursor_walks_and_plays() {
    let mut person = Person::playing((80, 24), "konobi:5,nopie");
    person.press("hhhjj ");
    assert_eq!(moves(&person), "a1");
    person.press("kl\n");
    assert_eq!(moves(&person), "a1 b2");
}

#[test]
fn a_letter_that_moves_the_cursor_can_also_begin_a_point() {
    let mut person = Person::playing((80, 24), "konobi:13,nopie");
    person.press("h5\n").press("c12\n").press("3 4\n").press("l1\n");
    assert_eq!(moves(&person), "h5 c12 c4 l1");
}

#[test]
fn the_first_click_points_and_the_second_plays() {
    let mut person = Person::playing((80, 24), "konobi:9,nopie");
    let (column, _) = person.find("b");
    let (_, row) = person.find("3 ║");
    person.click(column, row);
    assert!(person.effects.is_empty());
    assert!(person.sees("b3, empty"));
    person.click(column, row);
    assert_eq!(moves(&person), "b3");
}

#[test]
fn a_piece_is_taken_in_hand_by_its_letter() {
    let mut person = Person::playing((80, 24), "order-and-chaos");
    person.press("o ").press("xh ").play("a2 Ob2");
    assert_eq!(moves(&person), "Od4 Xc4 Xa2 Ob2");
}

#[test]
fn the_swap_is_a_question() {
    let mut person = Person::playing((80, 24), "konobi:5");
    person.play("c3");
    assert!(person.sees("Luka, you may swap instead of placing"));
    // Nothing but an answer is taken for one.
    person.press(" jk");
    assert!(person.sees("you may swap"));
    person.press("y");
    assert_eq!(moves(&person), "c3 swap");
    assert!(person.sees("Luka swaps and takes Black; Ana now plays White and is to move."));
    person.press("u");
    assert!(person.sees("Luka, you may swap"));
    person.press("n").play("b2");
    assert_eq!(moves(&person), "c3 b2");
}

#[test]
fn undo_resign_and_play_again() {
    let mut person = Person::playing((80, 24), "konobi:5,nopie");
    person.play("c3 b2").press("u");
    assert_eq!(moves(&person), "c3");
    person.press("R");
    assert!(person.sees("Luka (White) gives the game up. Really?"));
    person.press("n").press("Ry");
    assert!(person.sees("Ana (Black) wins because Luka (White) resigned."));
    person.press("u");
    assert!(person.sees("A resignation cannot be taken back."));
    person.press("\n");
    assert!(person.sees("Play again, Luka moving first?"));
    person.press("y").play("a1");
    assert!(person.sees("Luka (Black) plays a1."));
    assert_eq!(kept(&person).player(konoba_rules::Side::First), "Luka");
}

#[test]
fn a_forced_pass_needs_no_key() {
    // White has no legal point here (RULES, Quentin).
    let mut person = Person::at_home((80, 24));
    let setup: konoba_rules::Setup = "quentin:5,nopie".parse().unwrap();
    let text = "BWBWW/....W/B.W.B/W.B.W/WBB.B white";
    let position = konoba_rules::text::read(setup, text).unwrap();
    let record = Record::from_position(&position).unwrap();
    person.input(Input::Opened(Ok(Box::new(Loaded { record, file: None }))));
    assert!(person.sees("Black (Black) is to move."), "{}", person.screen());
}

#[test]
fn what_a_move_would_fill_is_seen_before_and_after() {
    let mut person = Person::playing((80, 24), "quentin:5,nopie");
    // The corner a1 will have two stones beside it.
    person.play("a2 e5").press("b1");
    assert!(person.sees("b1, empty; a move here fills the point marked +."));
    assert!(person.sees("+•"), "{}", person.screen());
    person.press("\n");
    assert!(person.sees("Ana (Black) plays b1, which fills a1 for Black."), "{}", person.screen());
    assert!(person.sees("+●"), "{}", person.screen());
}

#[test]
fn looking_back_and_trying_something_else() {
    let mut person = Person::playing((80, 24), "konobi:5,nopie");
    person.play("c3 b2 c4").press("[[");
    assert!(person.sees("looking back"));
    assert!(person.sees("next: b2"), "{}", person.screen());
    person.play("a5");
    assert!(person.sees("A variation."));
    person.press("[");
    assert!(person.sees("next: b2 a5"));
    person.press("\x1b");
    assert!(person.sees("1 c3 b2") && person.sees("3 c4"));
    // The game was not touched, and the record has both.
    assert_eq!(moves(&person), "c3 b2 c4");
    person.press("w\n");
    let written = person.effects.iter().find_map(|effect| match effect {
        Effect::Write(path, sgf) => Some((path.display().to_string(), sgf.clone())),
        _ => None,
    });
    let (path, sgf) = written.unwrap();
    assert_eq!(path, "konobi-Ana-Luka.sgf");
    assert!(sgf.contains("a5"), "{sgf}");
    let record = Record::from_sgf(sgf.as_bytes()).unwrap();
    assert_eq!(record.moves().count(), 3);
}

#[test]
fn the_line_is_copied_and_shown() {
    let mut person = Person::playing((80, 24), "konobi:5,nopie");
    person.play("c3").press("y");
    let copied = person.effects.iter().find_map(|effect| match effect {
        Effect::Copy(line) => Some(line.clone()),
        _ => None,
    });
    let line = copied.unwrap();
    assert_eq!(Record::from_line(&line).unwrap().moves().count(), 1);
    assert!(person.sees(&line));
}

#[test]
fn a_flag_falls_by_itself_and_clocks_survive_a_pause() {
    let time =
        TimeControl::Fischer { main: Duration::from_secs(60), increment: Duration::from_secs(2) };
    let mut person = Person::at_home((80, 24)).begin("konobi:5,nopie", time);
    person.play("c3");
    person.now = 10_000;
    person.play("b2");
    assert!(person.sees("0:52"), "{}", person.screen());
    let record = kept(&person);
    // A day later the game goes on elsewhere.
    person.now += 86_400_000;
    person.input(Input::Opened(Ok(Box::new(Loaded { record, file: None }))));
    assert!(person.sees("0:52") && person.sees("1:00"), "{}", person.screen());
    assert!(person.app.is_ticking());
    person.now += 60_000;
    person.input(Input::Tick);
    assert!(person.sees("ran out of time"));
    assert!(!person.app.is_ticking());
}

#[test]
fn moves_are_asked_back_if_wanted() {
    let mut person = Person::at_home((80, 24));
    // The last line but one is the option.
    person.press("jjj").press("\n\n").press("jjjj");
    assert!(person.sees("Moves ‹ are played at once ›"), "{}", person.screen());
    person.press("l");
    assert!(person.sees("Moves ‹ are asked back ›"));
    let mut person = person.begin("konobi:5,nopie", TimeControl::None);
    let kept =
        |person: &Person| person.effects.iter().any(|effect| matches!(effect, Effect::Keep { .. }));
    person.press(" ");
    assert!(person.sees("Play c3? Space again plays it."), "{}", person.screen());
    person.press("h ");
    assert!(!kept(&person));
    person.press("l ").press(" ");
    assert_eq!(moves(&person), "c3");
}

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
