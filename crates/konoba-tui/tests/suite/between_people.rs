//! A game between people at a house: what is said there is said once, and what is refused there is not offered.

use konoba_rules::Move;
use konoba_table::{Action, Seat, Wish};
use konoba_tui::HouseNews;

use crate::house::{Visitor, at, done, order, seated, table};

fn count(screen: &str, text: &str) -> usize {
    screen.split_whitespace().collect::<Vec<_>>().join(" ").matches(text).count()
}

#[test]
fn whose_turn_it_is_is_said_once() {
    let mut own = table("konobi:5");
    let mut luka = Visitor::new();
    luka.hear(seated(&own, [false, true])).press("c3\n");
    // The turn is known here: nothing is asked for, and nothing is kept to be sent later.
    assert_eq!(luka.requests(), []);
    assert!(luka.sees("It is not your turn: Ana (Black) is to move."), "{}", luka.screen());
    assert_eq!(count(&luka.screen(), "is to move"), 1, "{}", luka.screen());
    done(&mut own, Seat::One, at("c3"));
    let mut ana = Visitor::new();
    ana.hear(seated(&own, [true, false]));
    let swapped = done(&mut own, Seat::Two, Action::Play(Move::Swap));
    ana.hear(swapped);
    assert!(ana.sees("Luka swaps and now plays Black."), "{}", ana.screen());
    assert_eq!(count(&ana.screen(), "Your turn"), 1, "{}", ana.screen());
}

/// A remark is a sentence, and takes the place of what is past.
#[test]
fn remarks_are_sentences() {
    let mut own = table("konobi:5,nopie");
    let mut ana = Visitor::new();
    ana.hear(seated(&own, [true, false]));
    done(&mut own, Seat::One, at("c3"));
    done(&mut own, Seat::Two, at("b2"));
    done(&mut own, Seat::One, Action::Ask(Wish::Undo));
    let declined = done(&mut own, Seat::Two, Action::Decline(Wish::Undo));
    ana.hear(declined);
    assert!(ana.sees("Luka declined the undo. Your turn."), "{}", ana.screen());
    let words = "Good game".to_owned();
    ana.hear(HouseNews::Remarked { seat: Seat::Two, words });
    assert!(ana.sees("Luka says: Good game. Your turn."), "{}", ana.screen());
    // A refusal is still to be read.
    ana.press("u").hear(HouseNews::Said(Err("Your opponent has declined.".to_owned())));
    let words = "Sorry!".to_owned();
    ana.hear(HouseNews::Remarked { seat: Seat::Two, words });
    assert!(ana.sees("Luka says: Sorry! Your opponent has declined."), "{}", ana.screen());
}

#[test]
fn hints_are_not_offered_between_people() {
    let mut own = table("konobi:5");
    let mut luka = Visitor::new();
    luka.hear(seated(&own, [false, true]));
    assert!(!luka.sees("H hint"), "{}", luka.screen());
    let first = done(&mut own, Seat::One, at("c3"));
    luka.hear(first);
    assert!(luka.sees("n play on") && !luka.sees("H hint"), "{}", luka.screen());
    luka.press("HnH");
    assert!(luka.sees("No hints or analysis in a game between people"), "{}", luka.screen());
    assert_eq!(luka.requests(), []);
    done(&mut own, Seat::One, Action::Resign);
    luka.hear(seated(&own, [false, true])).press("[");
    assert!(luka.sees("H hint"), "{}", luka.screen());
}

/// The question of a rematch comes up at once, also to a player who looks back. How the game ended is read once.
#[test]
fn a_rematch_is_asked_for_while_looking_back() {
    let mut own = table("konobi:5,nopie");
    done(&mut own, Seat::One, at("c3"));
    done(&mut own, Seat::Two, at("b2"));
    let mut ana = Visitor::new();
    ana.hear(seated(&own, [true, false])).press("[");
    let resigned = done(&mut own, Seat::Two, Action::Resign);
    ana.hear(resigned);
    assert_eq!(count(&ana.screen(), "You won"), 1, "{}", ana.screen());
    ana.press("[");
    assert_eq!(count(&ana.screen(), "You won"), 1, "{}", ana.screen());
    let asked = done(&mut own, Seat::Two, Action::Ask(Wish::Rematch));
    ana.hear(asked);
    assert!(ana.sees("Luka wants to play again. Agree?"), "{}", ana.screen());
    assert_eq!(count(&ana.screen(), "You won"), 1, "{}", ana.screen());
    ana.press("y");
    let accepted = Action::Accept(Wish::Rematch);
    assert_eq!(ana.requests(), [order(&own, Seat::One, accepted)]);
    // The same before it was looked back.
    let mut ana = Visitor::new();
    ana.hear(seated(&own, [true, false]));
    assert!(ana.sees("Luka wants to play again. Agree?"), "{}", ana.screen());
    assert_eq!(count(&ana.screen(), "You won"), 1, "{}", ana.screen());
}
