//! What keys and the mouse do to a game.

use konoba_rules::{Level, Move, Record};
use konoba_table::{Action, Moment, Opened, Player};
use konoba_tui::{ChosenAction, Effect, Input, Loaded};

use crate::person::Person;

#[test]
fn the_cursor_walks_and_plays() {
    let mut person = Person::playing((80, 24), "konobi:5,nopie");
    person.press("hhhjj ");
    assert_eq!(person.moves(), "a1");
    person.press("kl\n");
    assert_eq!(person.moves(), "a1 b2");
}

#[test]
fn a_letter_that_moves_the_cursor_can_also_begin_a_point() {
    let mut person = Person::playing((80, 24), "konobi:13,nopie");
    person.press("h5\n").press("c12\n").press("3 4\n").press("l1\n");
    assert_eq!(person.moves(), "h5 c12 c4 l1");
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
    assert_eq!(person.moves(), "b3");
}

#[test]
fn a_piece_is_taken_in_hand_by_its_letter() {
    let mut person = Person::playing((80, 24), "order-and-chaos");
    person.press("o ").press("xh ").play("a2 Ob2");
    assert_eq!(person.moves(), "Od4 Xc4 Xa2 Ob2");
}

#[test]
fn the_swap_is_a_question() {
    let mut person = Person::playing((80, 24), "konobi:5");
    person.play("c3");
    assert!(person.sees("Luka may swap instead of placing"));
    // Nothing but an answer is taken for one.
    person.press(" jk");
    assert!(person.sees("may swap instead"));
    person.press("y");
    assert_eq!(person.moves(), "c3 swap");
    assert!(person.sees("Luka swaps and now plays Black. Ana plays White and is to move."));
    person.press("u");
    assert!(person.sees("Luka may swap instead"));
    person.press("n").play("b2");
    assert_eq!(person.moves(), "c3 b2");
}

#[test]
fn undo_resign_and_play_again() {
    let mut person = Person::playing((80, 24), "konobi:5,nopie");
    person.play("c3 b2").press("u");
    assert_eq!(person.moves(), "c3");
    person.press("R");
    assert!(person.sees("Resign as Luka (White)?"));
    person.press("n").press("Ry");
    assert!(person.sees("Ana (Black) wins because Luka (White) resigned."));
    person.press("u");
    assert!(person.sees("A resignation cannot be taken back."));
    person.press("\n");
    assert!(person.sees("Rematch? Luka moves first."));
    person.press("y").play("a1");
    assert!(person.sees("Luka (Black) plays a1."));
    assert_eq!(person.kept().player(konoba_rules::Side::First), "Luka");
}

/// Nothing can be placed any more, and so nothing is refused; looking back ends at the table.
#[test]
fn after_the_end_nothing_is_refused_but_as_a_variation() {
    let mut person = Person::playing((80, 24), "konobi:5,nopie");
    person.play("c3 a1").press("d4\x1b");
    assert!(person.sees("d4 touches c3 only diagonally"), "{}", person.screen());
    person.press("Ry");
    assert!(person.sees("resigned") && !person.sees("diagonally"), "{}", person.screen());
    person.press("[]d4\x1b");
    assert!(person.sees("earlier moves") && person.sees("diagonally"), "{}", person.screen());
    person.press("\x1b");
    assert!(person.sees("resigned") && !person.sees("earlier moves"), "{}", person.screen());
    person.press("\x1b");
    assert!(person.sees("Start the game"), "{}", person.screen());
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
    assert!(person.sees("Black on b1 would fill a1 for Black."));
    assert!(person.sees("+•"), "{}", person.screen());
    person.press("\n");
    assert!(person.sees("Ana (Black) plays b1, which fills a1 for Black."), "{}", person.screen());
    assert!(person.sees("+●"), "{}", person.screen());
}

/// A seat that is not a person's: the keyboard does not play for it, and a thought that comes too
/// late is not played.
#[test]
fn the_engine_plays_its_own_seat() {
    let name = |name: &str| name.parse().unwrap();
    let players = [Player::person(name("Ana")), Player::engine(name("Engine"), Level::WEAKEST)];
    let opened = Opened::new("konobi:5".parse().unwrap(), players);
    let mut person = Person::at_home((80, 24));
    assert!(person.app.play(&opened, Moment::default()).is_empty());
    person.play("c3");
    let asked = |person: &Person| match person.effects.last() {
        Some(Effect::Think(table)) => table.version(),
        other => panic!("the engine was not asked to think: {other:?}"),
    };
    let first = asked(&person);
    assert!(person.app.is_awaiting_thought() && !person.sees("Swap?"), "{}", person.screen());
    person.play("d4");
    assert!(person.sees("It is not your turn: Engine (White) is to move."), "{}", person.screen());
    // The person takes the move back and plays another one while the engine still thinks.
    person.press("u").play("b2");
    let thought = |at: &str| Action::Play(Move::Place(at.parse().unwrap()));
    person.input(Input::Chosen(ChosenAction { seen: first, action: thought("d4") }));
    assert_eq!(person.moves(), "b2");
    let second = asked(&person);
    person.input(Input::Chosen(ChosenAction { seen: second, action: thought("d4") }));
    assert_eq!(person.moves(), "b2 d4");
    assert!(!person.app.is_awaiting_thought());
}

/// What is typed answers the question that was there when the person began to type, whatever the computer plays meanwhile.
#[test]
fn a_move_of_the_computer_closes_no_question_of_the_person() {
    let name = |name: &str| name.parse().unwrap();
    let players = [Player::engine(name("Engine"), Level::WEAKEST), Player::person(name("Ana"))];
    let opened = Opened::new("konobi:5".parse().unwrap(), players);
    let mut person = Person::at_home((80, 24));
    let thinks = person.app.play(&opened, Moment::default());
    let Some(Effect::Think(table)) = thinks.last() else { panic!("{thinks:?}") };
    person.press("wab");
    let action = Action::Play(Move::Place("c3".parse().unwrap()));
    person.input(Input::Chosen(ChosenAction { seen: table.version(), action }));
    assert_eq!(person.moves(), "c3");
    person.press("y\n");
    let written = person.effects.iter().find_map(|effect| match effect {
        Effect::Write { path, .. } => path.to_str(),
        _ => None,
    });
    assert!(written.is_some_and(|path| path.ends_with("aby")), "{written:?}");
    assert_eq!(person.moves(), "c3");
    // The question that came up meanwhile is asked now, and again after that of the file.
    assert!(person.sees("n play on"), "{}", person.screen());
    person.input(Input::Exists("game.sgf".into()));
    assert!(person.sees("Overwrite it?"), "{}", person.screen());
    person.press("n");
    assert!(person.sees("n play on"), "{}", person.screen());
    person.press("y");
    assert_eq!(person.moves(), "c3 swap");
}

/// Saving may fail again and again, and an opponent may say something again and again.
#[test]
fn notes_do_not_pile_up() {
    let mut person = Person::playing((80, 24), "konobi:5,nopie");
    person.play("c3");
    for reason in ["It is full.", "It is gone.", "It is full.", "It is full.", "It is back."] {
        person.input(Input::Keeping(Err(reason.to_owned())));
    }
    assert!(person.sees("It is back. It is full. Ana (Black) plays c3."), "{}", person.screen());
    person.play("d4");
    assert!(!person.sees("It is"), "{}", person.screen());
}
