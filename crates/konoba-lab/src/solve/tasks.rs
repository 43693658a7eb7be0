//! What is to be solved: a position, or every first move on the empty board.

use konoba_rules::{Move, Point, Position, Rules, Symmetry};

/// A position to be solved, and the moves that lead to one that is the same by symmetry.
pub(super) struct Task<R> {
    pub(super) position: Position<R>,
    /// The first moves that it stands for; none for a position of its own.
    pub(super) moves: Vec<Move>,
}

/// The tasks that settle a position: itself, or its first moves if it is the empty board and the
/// first side is to move. With `only` some points, no other first moves.
pub(super) fn tasks<R: Rules>(position: &Position<R>, only: &[Point]) -> Vec<Task<R>> {
    if !is_start(position) {
        return vec![Task { position: *position, moves: Vec::new() }];
    }
    let mut moves: Vec<Move> = position.moves().collect();
    moves.sort();
    if !only.is_empty() {
        moves.retain(|mv| mv.point().is_some_and(|at| only.contains(&at)));
    }
    let mut tasks: Vec<(Move, Task<R>)> = Vec::new();
    for mv in moves {
        let representative = representative::<R>(mv, position.rules().size());
        match tasks.iter_mut().find(|(other, _)| *other == representative) {
            Some((_, task)) => task.moves.push(mv),
            None => {
                let mut next = *position;
                next.try_play(mv).expect("the move is legal");
                tasks.push((representative, Task { position: next, moves: vec![mv] }));
            }
        }
    }
    tasks.into_iter().map(|(_, task)| task).collect()
}

/// Whether a position is the empty board before the first move.
pub(super) fn is_start<R: Rules>(position: &Position<R>) -> bool {
    let start = Position::<R>::start(position.setup());
    position.winner().is_none() && position.key() == start.key()
}

/// The least of the first moves that are the same by symmetry.
fn representative<R: Rules>(mv: Move, size: u8) -> Move {
    let keeps_sides = |symmetry: &&Symmetry| !symmetry.exchanges_sides;
    let same = R::SPEC.symmetries.iter().filter(keeps_sides).map(|symmetry| symmetry.mv(mv, size));
    same.min().expect("identity is among the symmetries")
}
