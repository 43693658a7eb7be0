//! How many positions games can reach, counted one by one: the numbers that the rules name for 4x4
//! (K4, Q6), and that no smaller board has a forced pass.
//!
//! A position is the stones and the side to move, in a game that goes on: the boards on which games
//! end are not counted. There is no pie rule, which adds nothing to either.

use std::collections::HashSet;

use konoba_rules::games::{Konobi, Quentin};
use konoba_rules::grid::Small;
use konoba_rules::{Position, Rules};

#[test]
fn konobi() {
    let counts = [(1, 0), (21, 0), (2_500, 0), (2_347_991, 52)];
    assert_eq!(["1", "2", "3", "4"].map(|size| count::<Konobi<Small>>("konobi", size)), counts);
}

#[test]
fn quentin() {
    let counts = [(1, 0), (13, 0), (1_866, 0), (1_303_693, 0)];
    assert_eq!(["1", "2", "3", "4"].map(|size| count::<Quentin<Small>>("quentin", size)), counts);
}

/// The positions that can be reached, and how many of them are forced passes. They are told apart
/// by their keys, of which no two may be equal, or the numbers would be too small.
fn count<R: Rules>(game: &str, size: &str) -> (usize, usize) {
    let setup = format!("{game}:{size},nopie").parse().expect("it is a set-up");
    let start = Position::<R>::start(setup);
    let mut reached = HashSet::from([start.key()]);
    let mut unvisited = vec![start];
    let mut passes = 0;
    while let Some(position) = unvisited.pop() {
        passes += usize::from(position.must_pass());
        for mv in position.moves() {
            let mut next = position;
            next.play(mv).expect("a move that is listed can be played");
            if next.winner().is_none() && reached.insert(next.key()) {
                unvisited.push(next);
            }
        }
    }
    (reached.len(), passes)
}
