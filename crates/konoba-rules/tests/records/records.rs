//! What a record takes and what it refuses.

use std::time::Duration;

use konoba_rules::record::{AddError, How, NodeId, Outcome};
use konoba_rules::{Move, Record, Setup, Side};

fn record(setup: &str, moves: &str) -> Record {
    let setup: Setup = setup.parse().unwrap();
    let mut record = Record::new(setup);
    for text in moves.split_whitespace() {
        let mv = Move::read(text, setup.spec).unwrap();
        record.play(record.last(), mv).unwrap();
    }
    record
}

fn place(text: &str) -> Move {
    Move::Place(text.parse().unwrap())
}

#[test]
fn an_illegal_move_is_refused_and_changes_nothing() {
    let mut game = record("konobi:3", "b2");
    let before = game.clone();
    match game.play(game.last(), place("b2")) {
        Err(AddError::Illegal(refused)) => assert_eq!(refused.illegal.id(), "occupied"),
        other => panic!("{other:?}"),
    }
    assert_eq!(game, before);
}

#[test]
fn a_move_that_is_there_is_not_added_again() {
    let mut game = record("konobi:3", "b2 a1");
    let first = game.main_line().next().unwrap();
    assert_eq!(game.play(NodeId::ROOT, place("b2")).unwrap(), first);
    let other = game.play(first, Move::Swap).unwrap();
    assert_eq!(game.node(first).children().len(), 2);
    assert_eq!(game.moves().collect::<Vec<_>>(), [place("b2"), place("a1")]);
    assert_eq!(game.moves_to(other), [place("b2"), Move::Swap]);
    assert_eq!(game.node(other).side(), Some(Side::Second));
    assert_eq!(game.position_at(other).to_move(), Side::Second);
}

#[test]
fn records_are_equal_whatever_the_order_of_making() {
    let [mut one, mut other] = [(); 2].map(|()| record("quentin:5", "a1"));
    let a1 = one.last();
    let b2 = one.play(a1, place("b2")).unwrap();
    one.play(a1, place("c3")).unwrap();
    one.play(b2, place("d4")).unwrap();
    let b2 = other.play(a1, place("b2")).unwrap();
    other.play(b2, place("d4")).unwrap();
    let c3 = other.play(a1, place("c3")).unwrap();
    assert_eq!(one, other);
    other.annotate(c3, "no").unwrap();
    assert_ne!(one, other);
}

#[test]
fn the_board_has_the_last_word_on_the_outcome() {
    let won = |winner, how| Outcome::Won { winner, how };
    let mut game = record("konobi:2,nopie", "a1 b1");
    // Neither side has won on the board yet, so only an outcome by another way is accepted.
    let refused = game.conclude(Outcome::on_board(Side::First)).unwrap_err();
    let said = "the result is given as 'B+', but neither side has won on the board";
    assert_eq!(refused.to_string(), said);
    game.conclude(won(Side::Second, How::Time)).unwrap();
    assert_eq!(game.outcome(), Some(&won(Side::Second, How::Time)));
    // A variation ends the variation, and the main line the game.
    let end = game.last();
    game.play(end, place("a2")).unwrap();
    assert_eq!(game.outcome(), Some(&Outcome::on_board(Side::First)));
    for wrong in [Outcome::on_board(Side::Second), won(Side::First, How::Resignation)] {
        assert_eq!(game.conclude(wrong.clone()).unwrap_err().given, wrong);
    }
    game.conclude(Outcome::on_board(Side::First)).unwrap();
}

#[test]
fn a_variation_that_wins_decides_nothing() {
    let mut game = record("konobi:2,nopie", "a1 b1");
    let b1 = game.last();
    let other = game.play(NodeId::ROOT, place("b1")).unwrap();
    let reply = game.play(other, place("a1")).unwrap();
    let end = game.play(reply, place("b2")).unwrap();
    assert_eq!(game.position_at(end).winner(), Some(Side::First));
    assert_eq!((game.outcome(), game.last()), (None, b1));
}

#[test]
fn an_outcome_is_kept_as_it_is_read_back() {
    let mut game = record("konobi:3", "b2");
    for (given, kept) in [("B+Resign", "B+R"), ("W+time", "W+T"), ("W+F", "W+F"), ("Void", "Void")]
    {
        game.conclude(Outcome::Other(given.to_owned())).unwrap();
        assert_eq!(game.outcome().unwrap().to_string(), kept);
    }
    game.conclude(Outcome::Other("?".to_owned())).unwrap();
    assert_eq!(game.outcome().unwrap().to_string(), "Void");
}

#[test]
fn texts_and_clocks_are_made_plain() {
    let mut game = record("konobi:3", "b2").with_players(["A\r\nB\t\u{1b}", &"é".repeat(300)]);
    assert_eq!(game.player(Side::First), "A B \u{fffd}");
    assert_eq!(game.player(Side::Second), "é".repeat(250));
    game.annotate(NodeId::ROOT, "one\r\ntwo\n\rthree\rfour\n\n\tfive\0").unwrap();
    assert_eq!(game.node(NodeId::ROOT).comment(), "one\ntwo\nthree\nfour\n\n five\u{fffd}");
    game.stamp(NodeId::ROOT, Side::First, Duration::MAX);
    game.stamp(NodeId::ROOT, Side::Second, Duration::from_nanos(1_234_567_890));
    let clocks = Side::BOTH.map(|side| game.node(NodeId::ROOT).clock(side).unwrap().as_millis());
    assert_eq!(clocks, [9_999_999_999, 1234]);
}

#[test]
fn a_won_position_is_no_start() {
    let game = record("konobi:2,nopie", "a1 b1 a2");
    let flaw = Record::from_position(&game.position_at(game.last())).unwrap_err();
    assert_eq!(flaw.rule.text, "the game is already won");
}
