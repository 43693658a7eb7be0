//! Counting the sequences of moves, by which whole implementations of the rules are compared.

use crate::{Grid, Move, PieceChoice, Position, Rules};

/// How many sequences of this many moves begin at a position. A forced pass is a move; the swap is
/// never counted; a finished game has no moves.
///
/// ```
/// use konoba_rules::{Position, games::Konobi, grid::Small, perft};
/// let position = Position::<Konobi<Small>>::start("konobi:3".parse().unwrap());
/// assert_eq!([1, 2, 3].map(|depth| perft(&position, depth)), [9, 72, 392]);
/// ```
pub fn perft<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_moves(position),
        _ => position
            .moves()
            .filter(|mv| *mv != Move::Swap)
            .map(|mv| {
                let mut next = *position;
                next.try_play(mv).expect("a move that is listed can be played");
                perft(&next, depth - 1)
            })
            .sum(),
    }
}

/// The last ply is counted in bulk: most of the work is there, and what follows is not needed.
fn count_moves<R: Rules>(position: &Position<R>) -> u64 {
    if position.winner().is_some() {
        return 0;
    }
    let points = u64::from(position.legal_points(position.to_move()).count());
    let pieces = match R::SPEC.choice {
        PieceChoice::Own => 1,
        PieceChoice::Either => 2,
    };
    // Without a placement there is the forced pass.
    (points * pieces).max(1)
}
