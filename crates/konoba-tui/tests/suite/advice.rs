//! What an engine thinks, for people who want to know.

use konoba_rules::{AnyPosition, Move};
use konoba_scene::{Advice, Candidate};
use konoba_tui::{Effect, Input};

use crate::person::Person;

fn at(point: &str) -> Move {
    Move::Place(point.parse().unwrap())
}

/// The position that the engine was asked about last, and how often it was asked.
fn asked(person: &Person) -> (Option<AnyPosition>, usize) {
    let asked = person.effects.iter().filter_map(|effect| match effect {
        Effect::Advise(position) => Some(**position),
        _ => None,
    });
    (asked.clone().next_back(), asked.count())
}

/// The engine answers what it was asked last.
fn answer(person: &mut Person) {
    let position = asked(person).0.unwrap();
    let candidates = [("d2", 57, 80), ("b4", 48, 40), ("a1", 20, 1)];
    let candidates = candidates
        .map(|(point, chances, visits)| Candidate::new(at(point), Some(chances), (visits, 80)))
        .to_vec();
    let line = ["d2", "d4", "c2"].map(at).to_vec();
    let (certain, idea) = (None, None);
    let advice = Advice { best: at("d2"), chances: Some(57), certain, line, candidates, idea };
    person.input(Input::Advice(Box::new(position), advice));
}

#[test]
fn a_hint_is_given_once() {
    let mut person = Person::playing((80, 24), "konobi:5,nopie");
    person.play("c3").press("H");
    assert!(person.sees("The computer is thinking.") && person.app.is_awaiting_advice());
    answer(&mut person);
    let hint = "Hint: d2, 57 %. Expected: d2 d4 c2. \
                Other moves: b4 (48 %), a1 (20 %).";
    assert!(person.sees(hint), "{}", person.screen());
    assert!(!person.app.is_awaiting_advice());
    // What is known is told at once, and another position is not asked about by itself.
    person.press("H");
    assert!(person.sees(hint), "{}", person.screen());
    person.play("b4");
    assert_eq!(asked(&person).1, 1);
}

#[test]
fn thoughts_are_shown_with_every_position_until_they_are_hidden() {
    let mut person = Person::playing((80, 24), "konobi:5,nopie");
    person.press("E");
    assert!(person.sees("is thinking"), "{}", person.screen());
    answer(&mut person);
    assert!(person.sees("Black 57 %: d2 d4"), "{}", person.screen());
    // Where it looked: most at d2, less at b4; mirrors of them on the empty board are as good.
    let rows = person.screen();
    assert!(rows.lines().any(|row| row.contains("2 ║") && row.matches('9').count() == 2), "{rows}");
    assert!(rows.lines().any(|row| row.contains("4 ║") && row.contains('6')), "{rows}");
    person.press("b4\x1b");
    assert!(person.sees("b4, empty, 48 %."), "{}", person.screen());
    // An answer that comes too late is not taken for one about the new position.
    person.play("b4");
    let (position, count) = asked(&person);
    assert_eq!((position.unwrap().ply(), count), (1, 2));
    person.play("d2");
    answer(&mut person);
    assert!(person.sees("Black 57 %"), "{}", person.screen());
    // Looking back is asking again; hiding is not.
    person.press("[");
    assert_eq!(asked(&person).1, 4);
    person.press("E");
    assert!(!person.sees("Computer:") && !person.app.is_awaiting_advice());
}

#[test]
fn a_player_who_may_swap_is_advised_too() {
    let mut person = Person::playing((80, 24), "konobi:5");
    person.play("c3");
    person.press("H");
    answer(&mut person);
    assert!(person.sees("Hint: d2"), "{}", person.screen());
    assert!(person.sees("Luka may swap instead of placing"), "{}", person.screen());
    person.press("y");
    assert_eq!(person.moves(), "c3 swap");
}

#[test]
fn a_game_that_is_over_needs_no_advice() {
    let mut person = Person::playing((80, 24), "konobi:1,nopie");
    person.play("a1").press("H");
    assert!(person.sees("There is no move to suggest here."), "{}", person.screen());
    person.press("E");
    assert!(person.sees("[ goes to the previous move."), "{}", person.screen());
    assert!(asked(&person).1 == 0 && !person.sees("Computer:"), "{}", person.screen());
}

#[test]
fn a_narrow_screen_shows_thoughts_too() {
    let mut person = Person::playing((30, 20), "konobi:5,nopie");
    person.press("E");
    answer(&mut person);
    assert!(person.sees("Computer: Black 57 %"), "{}", person.screen());
}

/// A hint is read whole on the customary screen, whatever the size of the board; it is marked there, and the
/// cursor stands on it.
#[test]
fn a_hint_fits_every_board() {
    for size in 5..=19 {
        let mut person = Person::playing((80, 24), &format!("konobi:{size},nopie"));
        person.play("c3").press("H");
        answer(&mut person);
        let shown = person.screen();
        let words = "Hint: d2, 57 %. Expected: d2 d4 c2. Other moves: b4 (48 %), a1 (20 %).";
        let is_read = |columns: &dyn Fn(&str) -> String| {
            let text: String = shown.lines().map(|line| columns(line) + " ").collect();
            text.split_whitespace().collect::<Vec<_>>().join(" ").contains(words)
        };
        // Below the board, or beside it.
        let is_below = is_read(&|line| line.to_owned());
        let is_beside = (30..70).any(|from| is_read(&|line| line.chars().skip(from).collect()));
        assert!(is_below || is_beside, "{size}\n{shown}");
        assert!(person.sees("[9]"), "{size}\n{shown}");
    }
}

/// Where there is room for one line below the board and none beside it, that line is the hint.
#[test]
fn a_hint_is_read_on_a_cramped_screen() {
    for size in [17, 18] {
        let mut person = Person::playing((60, 24), &format!("konobi:{size},nopie"));
        person.play("c3").press("H");
        assert!(person.sees("The computer is thinking."), "{size}\n{}", person.screen());
        answer(&mut person);
        assert!(person.reads("Hint: d2, 57 %."), "{size}\n{}", person.screen());
    }
}
