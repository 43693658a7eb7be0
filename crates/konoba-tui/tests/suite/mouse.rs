//! What a click and the wheel do.

use crossterm::event::{KeyModifiers, MouseEvent, MouseEventKind};
use konoba_tui::{Effect, Input};

use crate::person::Person;

fn turn(person: &mut Person, kind: MouseEventKind) {
    let mouse = MouseEvent { kind, column: 5, row: 5, modifiers: KeyModifiers::NONE };
    person.input(Input::Mouse(mouse));
}

fn click_at(person: &mut Person, text: &str) {
    let (column, row) = person.find(text);
    person.click(column, row);
}

/// On a small board the question is at the top, on others at the bottom.
#[test]
fn the_swap_question_is_answered_by_a_click() {
    for (size, game) in [((80, 24), "konobi:5"), ((80, 24), "konobi:19"), ((60, 24), "konobi:9")] {
        let mut person = Person::playing(size, game);
        person.play("c1");
        click_at(&mut person, "hint");
        assert!(person.sees("play on"), "a hint leaves the question: {}", person.screen());
        click_at(&mut person, "play on");
        assert!(!person.sees("play on"), "{}", person.screen());
        person.play("d5");
        assert_eq!(person.moves(), "c1 d5");

        let mut person = Person::playing(size, game);
        person.play("c1");
        let (column, row) = person.find(" y swap");
        person.click(column + 4, row);
        assert_eq!(person.moves(), "c1 swap");
        // Beside the answers nothing is clicked at.
        let mut person = Person::playing(size, game);
        person.play("c1");
        let (column, row) = person.find(" y swap");
        person.click(column + 4, row - 1);
        assert!(person.sees("y swap"), "{}", person.screen());
    }
}

#[test]
fn keys_below_the_board_are_clicked() {
    for size in [(80, 24), (60, 24), (120, 40)] {
        let mut person = Person::playing(size, "konobi:9,nopie");
        person.play("c1 d5");
        click_at(&mut person, "help");
        assert!(person.sees("show or hide the legal moves"), "{}", person.screen());
        person.press("\x1b");
        click_at(&mut person, "undo");
        assert_eq!(person.moves(), "c1", "{}", person.screen());
        click_at(&mut person, "home");
        assert!(person.sees("Start the game"), "{}", person.screen());
        click_at(&mut person, "quit");
        assert_eq!(person.effects.last(), Some(&Effect::Quit));
    }
}

#[test]
fn the_wheel_leafs_through_the_moves() {
    let mut person = Person::playing((80, 24), "konobi:9,nopie");
    person.play("c1 d5");
    turn(&mut person, MouseEventKind::ScrollUp);
    assert!(person.sees("next: d5"), "{}", person.screen());
    turn(&mut person, MouseEventKind::ScrollDown);
    turn(&mut person, MouseEventKind::ScrollDown);
    assert!(!person.sees("next: d5"), "{}", person.screen());
}
