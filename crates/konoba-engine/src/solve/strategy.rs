//! The winner's answer to everything, for those who want to check a result themselves.

use std::collections::HashSet;

use konoba_rules::{Move, Position, Rules, Side};

use super::estimate::{Estimate, Lacking};
use super::{Effort, Solver};

/// The winner does not win a position after all: what the solver was told to remember is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotWon;

/// A walk through every position that the winner's answers can lead to: depth first, the loser's moves
/// in their order. `konoba check` walks the same way, and so needs no more than the answers.
pub struct Strategy<'a, R: Rules, E = Lacking> {
    solver: &'a Solver<R, E>,
    winner: Side,
    seen: HashSet<u64>,
    waiting: Vec<Position<R>>,
}

impl<'a, R: Rules, E: Estimate<R>> Strategy<'a, R, E> {
    /// The strategy of a side that wins this position, which has no swap.
    pub fn new(solver: &'a Solver<R, E>, position: Position<R>, winner: Side) -> Self {
        assert!(!position.swap_is_offered(), "there is no swap");
        Self { solver, winner, seen: HashSet::new(), waiting: vec![position] }
    }

    /// The next position in which the winner is to move, and the answer; `None` when there are no
    /// more, or when the effort does not suffice to find the answer, which the effort tells.
    pub fn next(&mut self, effort: &mut Effort<'_>) -> Result<Option<(Position<R>, Move)>, NotWon> {
        while let Some(position) = self.waiting.pop() {
            if position.winner().is_some_and(|winner| winner != self.winner) {
                return Err(NotWon);
            }
            if position.winner().is_some() || !self.seen.insert(position.key()) {
                continue;
            }
            if position.to_move() == self.winner {
                let Some(solved) = self.solver.solve(&position, effort) else { return Ok(None) };
                let mv = solved.best.filter(|_| solved.winner == self.winner).ok_or(NotWon)?;
                self.add(&position, mv);
                return Ok(Some((position, mv)));
            }
            let mut moves: Vec<Move> = position.moves().collect();
            moves.sort();
            // What is added last is looked at first.
            moves.into_iter().rev().for_each(|mv| self.add(&position, mv));
        }
        Ok(None)
    }

    fn add(&mut self, position: &Position<R>, mv: Move) {
        let mut next = *position;
        next.try_play(mv).expect("the move is legal");
        self.waiting.push(next);
    }
}
