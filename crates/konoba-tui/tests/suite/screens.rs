//! A few screens as they are.

use insta::assert_snapshot;
use konoba_rules::Level;
use konoba_scene::TextStyle;
use konoba_table::{Moment, Name, Opened, Player, TimeControl};
use konoba_tui::Depth;

use crate::person::{Person, look};

#[test]
fn home() {
    assert_snapshot!(Person::at_home((80, 24)).screen());
}

#[test]
fn the_largest_board_on_the_customary_screen() {
    let mut person = Person::playing((80, 24), "konobi:19,nopie");
    assert_snapshot!(person.play("d4 q16 d16 q4").screen());
}

#[test]
fn squares_with_a_piece_in_hand() {
    let mut person = Person::playing((80, 24), "order-and-chaos");
    assert_snapshot!(person.play("Xc3 Oc4 Xd3").press("o").screen());
}

#[test]
fn a_refused_move_with_the_cells_to_blame() {
    let mut person = Person::playing((80, 24), "konobi:9,nopie");
    assert_snapshot!(person.play("e5 a1 f4").screen());
}

#[test]
fn the_swap_on_a_narrow_screen() {
    let mut person = Person::playing((44, 22), "quentin:9");
    assert_snapshot!(person.play("e5").screen());
}

#[test]
fn nothing_but_ascii() {
    let ascii = Person::looking((80, 24), look(Depth::None, TextStyle::Ascii));
    let mut person = ascii.begin("konobi:7", TimeControl::None);
    let screen = person.play("d4").screen();
    assert!(screen.is_ascii(), "{screen}");
    assert_snapshot!(screen);
    let keys = person.press("n?").screen();
    assert!(keys.is_ascii(), "{keys}");
    let home = Person::looking((80, 24), look(Depth::None, TextStyle::Ascii)).screen();
    let designer = home.replace("Bolaños", "");
    assert!(designer.is_ascii(), "{home}");
}

#[test]
fn no_screen_is_too_small_to_say_so() {
    for width in (0..60).step_by(3) {
        for height in 0..26 {
            let mut person = Person::playing((width, height), "konobi:19");
            person.play("d4").screen();
            person.press("n?").screen();
            Person::at_home((width, height)).screen();
        }
    }
    assert!(Person::playing((46, 24), "konobi:19").sees("too small: 46x24 where 47x25 are needed"));
}

/// Whatever the width, what is in the line of keys is whole.
#[test]
fn keys_are_whole_or_not_there() {
    for width in 30..100 {
        let person = Person::playing((width, 24), "konobi:7");
        let screen = person.screen();
        let keys = screen.lines().find(|line| line.contains("? help")).unwrap();
        let known =
            ["Space play", "u undo", "v legal", "H hint", "[ previous", "? help", "Esc home"];
        let mut rest = keys.to_owned();
        known.iter().for_each(|key| rest = rest.replace(key, ""));
        assert!(rest.trim().is_empty(), "{width}: {keys}");
    }
}

#[test]
fn the_swap_question_does_not_hide_the_stone() {
    for mv in ["e1", "e5", "e9"] {
        let mut person = Person::playing((44, 22), "quentin:9");
        person.play(mv);
        assert!(person.sees("may swap") && person.sees("[●]"), "{}", person.screen());
    }
}

#[test]
fn the_name_of_the_strongest_engine_is_whole_and_it_is_said_to_think() {
    let level = Level::new(10).unwrap();
    let players =
        [Player::person("Ana".parse().unwrap()), Player::engine(Name::of_engine(level), level)];
    for size in [9, 13, 18, 19] {
        let mut person = Person::at_home((80, 24));
        let setup = format!("konobi:{size},nopie").parse().unwrap();
        person.app.play(&Opened::new(setup, players.clone()), Moment::default());
        person.play("c3");
        let screen = person.screen();
        assert!(screen.lines().any(|line| line.trim_end().ends_with("Computer 10")), "{screen}");
        assert!(person.sees("thinking."), "{screen}");
    }
}
