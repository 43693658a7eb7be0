//! The clauses of Konobi.

use std::collections::BTreeSet;

use konoba_rules::{Piece, Point, Side};

use crate::board::{common_neighbours, connected_sets};
use crate::{Board, Fault};

/// K1. The stones to which a stone of this colour at `p` is, or would be, strongly connected: the
/// like-coloured ones orthogonally adjacent.
pub fn strong_connections(board: &Board, p: Point, colour: Piece) -> Vec<Point> {
    let mut stones = board.orthogonal(p);
    stones.retain(|s| board.at(*s) == Some(colour));
    stones
}

/// K1. The stones to which a stone of this colour at `p` is, or would be, weakly connected: the
/// like-coloured ones diagonally adjacent, if neither of the two common orthogonal neighbours has
/// their colour.
pub fn weak_connections(board: &Board, p: Point, colour: Piece) -> Vec<Point> {
    let mut stones = board.diagonal(p);
    stones.retain(|s| {
        let common = common_neighbours(p, *s);
        board.at(*s) == Some(colour) && common.iter().all(|c| board.at(*c) != Some(colour))
    });
    stones
}

/// K2. Whether `t` is empty and a stone of this colour on it would have no weak connection at all.
pub fn is_clean(board: &Board, t: Point, colour: Piece) -> bool {
    board.at(t).is_none() && weak_connections(board, t, colour).is_empty()
}

/// K2. Each weak connection that a stone of this colour at `p` must not make: the stone `s`, and an
/// empty point `t` orthogonally adjacent to `s` that is clean.
pub fn unexcused_weak_connections(board: &Board, p: Point, colour: Piece) -> Vec<(Point, Point)> {
    let mut unexcused = Vec::new();
    for s in weak_connections(board, p, colour) {
        for t in board.orthogonal(s) {
            if is_clean(board, t, colour) {
                unexcused.push((s, t));
            }
        }
    }
    unexcused
}

/// K3. Each 2x2 block that a stone of this colour at `p` would complete whose two diagonals are
/// each of one colour, and of different colours.
pub fn crosscuts(board: &Board, p: Point, colour: Piece) -> Vec<[Point; 4]> {
    let mut blocks = Vec::new();
    for s in board.diagonal(p) {
        let [c, d] = common_neighbours(p, s);
        let like = board.at(s) == Some(colour);
        if like && [c, d].iter().all(|point| board.at(*point) == Some(colour.other())) {
            let mut block = [p, s, c, d];
            block.sort();
            blocks.push(block);
        }
    }
    blocks
}

/// All that is wrong with placing on the empty point `p`, K3 before K2.
pub fn faults(board: &Board, p: Point, colour: Piece) -> Vec<Fault> {
    let crosscuts = crosscuts(board, p, colour).into_iter().map(Fault::Crosscut);
    let weak = unexcused_weak_connections(board, p, colour)
        .into_iter()
        .map(|(stone, clean)| Fault::WeakConnection { stone, clean });
    crosscuts.chain(weak).collect()
}

/// K1. The chains of a side: its stones, connected strongly or weakly.
pub fn chains(board: &Board, side: Side) -> Vec<BTreeSet<Point>> {
    let colour = side.piece();
    connected_sets(board.points_of(colour), |p| {
        let mut joined = strong_connections(board, p, colour);
        joined.extend(weak_connections(board, p, colour));
        joined
    })
}
