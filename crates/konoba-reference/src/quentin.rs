//! The clauses of Quentin.

use std::collections::BTreeSet;

use konoba_rules::{Piece, Point, Side};

use crate::board::{common_neighbours, connected_sets};
use crate::{Board, Fault, Fills};

/// Q1. The board after a stone of the mover is placed on the empty point and every territory is
/// filled, and what was filled. Whether the diagonal rule holds is not looked at.
pub fn turn(board: &Board, mover: Side, at: Point) -> (Board, Fills) {
    let mut after = board.with(at, mover.piece());
    let mut fills = Fills::default();
    for territory in territories(&after) {
        let colour = fill_colour(&after, &territory, mover);
        fills[colour.index()].extend(territory);
    }
    // One pass suffices (Q3), so nothing is filled before all territories are known.
    for colour in Piece::BOTH {
        after.cells.extend(fills[colour.index()].iter().map(|point| (*point, colour)));
    }
    (after, fills)
}

/// Q2. The regions: the maximal orthogonally connected sets of empty points.
pub fn regions(board: &Board) -> Vec<BTreeSet<Point>> {
    connected_sets(board.empty_points(), |point| board.orthogonal(point))
}

/// Q2. The regions of which every point is orthogonally adjacent to at least two stones. The edges
/// of the board do not count.
pub fn territories(board: &Board) -> Vec<BTreeSet<Point>> {
    let mut regions = regions(board);
    regions.retain(|region| region.iter().all(|point| stones_beside(board, *point).len() >= 2));
    regions
}

/// Q3. The colour that has more distinct stones orthogonally adjacent to the territory; on
/// equality, that of the opponent of the player who just moved.
pub fn fill_colour(board: &Board, territory: &BTreeSet<Point>, mover: Side) -> Piece {
    let distinct: BTreeSet<Point> =
        territory.iter().flat_map(|point| stones_beside(board, *point)).collect();
    let count = |colour| distinct.iter().filter(|s| board.at(**s) == Some(colour)).count();
    if count(mover.piece()) > count(mover.other().piece()) {
        mover.piece()
    } else {
        mover.other().piece()
    }
}

fn stones_beside(board: &Board, point: Point) -> Vec<Point> {
    let mut stones = board.orthogonal(point);
    stones.retain(|s| board.at(*s).is_some());
    stones
}

/// Q4. The pairs of diagonally adjacent like-coloured stones that do not share an orthogonally
/// adjacent neighbour of their colour.
pub fn bad_diagonals(board: &Board) -> Vec<[Point; 2]> {
    let mut pairs = Vec::new();
    for (stone, colour) in &board.cells {
        for other in board.diagonal(*stone) {
            let like = |point: Point| board.at(point) == Some(*colour);
            let shared = common_neighbours(*stone, other).into_iter().any(like);
            // Each pair is met from both of its ends and named once, in the order of points.
            if *stone < other && like(other) && !shared {
                pairs.push([*stone, other]);
            }
        }
    }
    pairs
}

/// Q4. All that is wrong with a turn that left this board.
pub fn faults(after: &Board) -> Vec<Fault> {
    bad_diagonals(after).into_iter().map(Fault::Diagonal).collect()
}

/// Q5. The chains of a side: its stones, connected orthogonally only.
pub fn chains(board: &Board, side: Side) -> Vec<BTreeSet<Point>> {
    connected_sets(board.points_of(side.piece()), |point| board.orthogonal(point))
}
