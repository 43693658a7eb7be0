//! Reading what was written gives the same, always.

use std::collections::VecDeque;

use konoba_rules::record::{MAX_CLOCK, MAX_LINE_BYTES, MAX_NODES, MAX_SGF_BYTES, NodeId, Outcome};
use konoba_rules::{Record, Side, text};

use crate::odd::{self, Dice};

/// Odd records of every set-up.
fn odd_records(seed: u64) -> impl Iterator<Item = Record> {
    let mut dice = Dice::new(seed);
    odd::setups().into_iter().flat_map(move |setup| {
        // Two short records and a long one, which is mostly a whole game.
        let moves = [dice.below(4), dice.below(40), 60 + dice.below(240)];
        moves.map(|moves| odd::record(&mut dice, setup, moves as usize))
    })
}

#[test]
fn every_record_comes_back_from_sgf() {
    for record in odd_records(1) {
        let sgf = record.to_sgf();
        match Record::from_sgf(sgf.as_bytes()) {
            Ok(read) => assert_eq!(read, record, "{sgf}"),
            Err(error) => panic!("{error}\n{sgf}"),
        }
    }
}

#[test]
fn every_game_comes_back_from_its_line() {
    for record in odd_records(2) {
        let line = record.to_line();
        let is_unreserved = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
        assert!(line.chars().all(is_unreserved), "{line}");
        let read = Record::from_line(&line).unwrap_or_else(|error| panic!("{error}\n{line}"));
        assert_eq!(read.start(), record.start(), "{line}");
        assert_eq!(read.outcome(), record.outcome(), "{line}");
        assert!(read.moves().eq(record.moves()), "{line}");
        for side in Side::BOTH {
            assert_eq!(read.player(side), record.player(side), "{line}");
            assert_eq!(read.engine(side), record.engine(side), "{line}");
        }
        assert_eq!(read.to_line(), line);
    }
}

#[test]
fn every_position_comes_back_from_its_text() {
    let mut dice = Dice::new(3);
    for setup in odd::setups() {
        for _ in 0..20 {
            let position = odd::position(&mut dice, setup);
            let written = text::write(&position);
            let read = text::read(setup, &written).unwrap();
            assert_eq!(read.pieces(), position.pieces(), "{written}");
            assert_eq!(read.to_move(), position.to_move(), "{written}");
            assert!(!read.swap_is_offered());
            // A position that was read has no history to lose, and comes back whole.
            assert_eq!(text::read(read.setup(), &text::write(&read)).unwrap(), read);
            assert_eq!(text::read(setup, &written.to_lowercase()).unwrap(), read);
        }
    }
}

#[test]
fn the_fullest_record_comes_back() {
    let name = "\u{10ffff}".repeat(1000);
    let mut record = Record::new("order-and-chaos".parse().unwrap())
        .with_players([&name, &name])
        .with_date(&name)
        .with_event(&name);
    let comment = "]".repeat(12);
    let mut ahead = VecDeque::from([(NodeId::ROOT, *record.start())]);
    let mut nodes = 1;
    while nodes < MAX_NODES {
        let (at, position) = ahead.pop_front().unwrap();
        for mv in position.moves_of(position.to_move()).into_iter().take(MAX_NODES - nodes) {
            let child = record.play(at, mv).unwrap();
            record.annotate(child, &comment).unwrap();
            Side::BOTH.iter().for_each(|side| record.stamp(child, *side, MAX_CLOCK));
            ahead.push_back((child, record.position_at(child)));
            nodes += 1;
        }
    }
    let full = "a record holds at most 100000 nodes and 3145728 bytes of text";
    let (at, position) = &ahead[0];
    let refused = record.play(*at, position.moves_of(position.to_move())[0]).unwrap_err();
    assert_eq!(refused.to_string(), full);
    let refused = record.annotate(NodeId::ROOT, &"]".repeat(1 << 20)).unwrap_err();
    assert_eq!(refused.to_string(), full);
    record.annotate(NodeId::ROOT, &"]".repeat(300_000)).unwrap();
    let sgf = record.to_sgf();
    assert!(sgf.len() <= MAX_SGF_BYTES, "{}", sgf.len());
    assert_eq!(Record::from_sgf(sgf.as_bytes()).unwrap(), record);
}

#[test]
fn the_longest_line_is_within_the_bound() {
    let name = "\u{10ffff}".repeat(1000);
    let mut record = Record::new("konobi:19".parse().unwrap()).with_players([&name, &name]);
    record.conclude(Outcome::Other(name)).unwrap();
    let line = record.to_line();
    // The names, the outcome, as many moves as a game can have at all, and a start.
    assert!(line.len() + 723 * ".Xs19".len() + 400 < MAX_LINE_BYTES, "{}", line.len());
    assert_eq!(Record::from_line(&line).unwrap().to_line(), line);
}
