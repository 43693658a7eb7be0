//! How much work a table does, counted and not timed.

use konoba_rules::record::replayed;
use konoba_rules::{AnyPosition, Move, Record};
use konoba_table::Study;

use crate::support::{Company, Log, opened};

/// The first moves of a game in which each side always takes the first legal point.
fn first_legal_moves(setup: &str, count: usize) -> Vec<Move> {
    let mut position = AnyPosition::start(setup.parse().unwrap());
    let moves = (0..count).map(|_| {
        let mut legal = position.moves_of(position.to_move());
        legal.retain(|mv| *mv != Move::Swap);
        let mv = *legal.iter().min().unwrap();
        position.play(mv).unwrap();
        mv
    });
    moves.collect()
}

/// The moves that are replayed while something is made of a game of so many moves.
fn replayed_moves(count: usize, make: impl Fn(&Log)) -> u64 {
    let log =
        Log::played(&opened("konobi:19", Company::Apart), first_legal_moves("konobi:19", count));
    assert_eq!(log.table.history().len(), count);
    let before = replayed::moves();
    make(&log);
    replayed::moves() - before
}

/// A record that replayed the game before each of its moves would take 780 moves for a game of 40.
#[test]
fn a_record_replays_no_move_while_it_is_made() {
    for count in [10, 40, 80] {
        assert_eq!(replayed_moves(count, |log| drop(log.table.record())), 0, "{count} moves");
    }
}

/// Following a game replays it once at most: to hold its outcome against the board.
#[test]
fn a_study_follows_a_game_in_one_pass() {
    for count in [10, 40, 80] {
        let follow = |log: &Log| {
            let game = log.table.record();
            Study::new(Record::new(game.setup())).follow(&game).unwrap();
        };
        let moves = replayed_moves(count, follow);
        assert!(moves <= count as u64, "{count} moves: {moves}");
    }
}
