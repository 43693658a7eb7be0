//! The winner's answer to everything, for those who want to check a result themselves.

use std::collections::HashSet;

use konoba_rules::playout::{Dice, WyRand};
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
                let Some(mv) = answer(self.solver, &position, self.winner, effort)? else {
                    return Ok(None);
                };
                self.waiting.push(after(&position, mv));
                return Ok(Some((position, mv)));
            }
            let mut moves: Vec<Move> = position.moves().collect();
            moves.sort();
            // What is added last is looked at first.
            self.waiting.extend(moves.into_iter().rev().map(|mv| after(&position, mv)));
        }
        Ok(None)
    }
}

/// Goes the ways of a [`Strategy`] in an order of its own. Answers that a solver has forgotten have to be found again, and take
/// nearly all the time: what a scout has found by then, the strategy no longer has to look for.
pub struct Scout<'a, R: Rules, E = Lacking> {
    solver: &'a Solver<R, E>,
    winner: Side,
    dice: WyRand,
    /// Positions that were met, each in the place of another one: some are gone through again, and memory stays small.
    seen: Vec<u64>,
    waiting: Vec<Position<R>>,
}

/// How many positions a scout knows again.
const KNOWN_AGAIN: u64 = 1 << 20;

impl<'a, R: Rules, E: Estimate<R>> Scout<'a, R, E> {
    /// A scout for the strategy of a side that wins this position. The number tells scouts apart.
    pub fn new(solver: &'a Solver<R, E>, position: Position<R>, winner: Side, number: u64) -> Self {
        // The key of the empty board is 0, and no other one is likely to be the largest number.
        let (dice, seen) = (WyRand::new(number), vec![u64::MAX; KNOWN_AGAIN as usize]);
        Self { solver, winner, dice, seen, waiting: vec![position] }
    }

    /// Finds answers until all are known, or the effort comes to its end. That the position is not won is for the strategy to
    /// tell.
    pub fn work(&mut self, effort: &mut Effort<'_>) {
        while let Some(position) = self.waiting.pop() {
            let place = (position.key() % KNOWN_AGAIN) as usize;
            let known = std::mem::replace(&mut self.seen[place], position.key());
            if position.winner().is_some() || known == position.key() {
                continue;
            }
            if position.to_move() == self.winner {
                let Ok(Some(mv)) = answer(self.solver, &position, self.winner, effort) else {
                    return;
                };
                self.waiting.push(after(&position, mv));
                continue;
            }
            let begin = self.waiting.len();
            self.waiting.extend(position.moves().map(|mv| after(&position, mv)));
            for place in begin + 1..self.waiting.len() {
                let other = begin + self.dice.below((place + 1 - begin) as u32) as usize;
                self.waiting.swap(place, other);
            }
        }
    }
}

/// What the winner answers; `None` when the effort does not suffice to find it.
fn answer<R: Rules, E: Estimate<R>>(
    solver: &Solver<R, E>,
    position: &Position<R>,
    winner: Side,
    effort: &mut Effort<'_>,
) -> Result<Option<Move>, NotWon> {
    let Some(solved) = solver.solve(position, effort) else { return Ok(None) };
    solved.best.filter(|_| solved.winner == winner).ok_or(NotWon).map(Some)
}

fn after<R: Rules>(position: &Position<R>, mv: Move) -> Position<R> {
    let mut next = *position;
    next.try_play(mv).expect("the move is legal");
    next
}
