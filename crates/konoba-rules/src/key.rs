//! Keys of positions: one random number for each piece on each point (Zobrist hashing).

use crate::{MAX_SIZE, Piece, Point, Side};

const POINTS: usize = MAX_SIZE as usize * MAX_SIZE as usize;

static OF_PIECE: [[u64; POINTS]; 2] = {
    let mut keys = [[0; POINTS]; 2];
    let (mut piece, mut index) = (0, 0);
    while piece < 2 {
        keys[piece][index] = mixed((piece * POINTS + index) as u64);
        index += 1;
        if index == POINTS {
            (piece, index) = (piece + 1, 0);
        }
    }
    keys
};

/// The key of one piece on one point.
#[inline(always)]
pub(crate) fn of(piece: Piece, at: Point) -> u64 {
    // Random numbers cannot be compressed: in a module for browsers they would be a fiftieth of what every visitor loads.
    if cfg!(target_family = "wasm") {
        return mixed((piece.index() * POINTS + at.index()) as u64);
    }
    OF_PIECE[piece.index()][at.index()]
}

/// The key of whose turn it is and whether the swap is offered.
#[inline(always)]
pub(crate) const fn of_turn(to_move: Side, swap_is_offered: bool) -> u64 {
    const SECOND: u64 = mixed(2 * POINTS as u64);
    const OFFERED: u64 = mixed(2 * POINTS as u64 + 1);
    let turn = if to_move.index() == 1 { SECOND } else { 0 };
    turn ^ if swap_is_offered { OFFERED } else { 0 }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014) applied to a counter.
const fn mixed(counter: u64) -> u64 {
    let state = (counter + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let state = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ state >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ state >> 31
}
