//! Proves what a puzzle says, by the engine's solver.

use std::collections::HashMap;

use konoba_engine::Limits;
use konoba_engine::solve::{Effort, Solved, Solver};
use konoba_puzzles::{HORIZON, MOST_SOLUTIONS, Plies, REFUTATION, Refutation, Step};
use konoba_rules::{Move, Position, Rules, Side};

use crate::Budget;

/// How many positions may be looked at to settle one.
const EACH: u64 = 30_000;
/// How many bytes the solver remembers.
const MEMORY: usize = 8 << 20;

/// How many positions there are between two looks at the watch.
const OFTEN: u64 = 256;

/// Finds out who wins and how soon, until it has looked at as many positions as it may or its time is up.
pub struct PuzzleProver<'a, R: Rules> {
    solver: Solver<R>,
    budget: Budget<'a>,
    /// Whether a side wins within so many plies, by the key of the position.
    within: HashMap<(u64, Side, u8), bool>,
    left: u64,
    /// How many may be looked at to settle one position.
    each: u64,
    spent: u64,
}

/// The moves of a puzzle with their proofs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvedPuzzle {
    /// How soon it is won.
    pub plies: Plies,
    /// What is to be found, one after the other.
    pub steps: Vec<Step>,
}

impl<'a, R: Rules> PuzzleProver<'a, R> {
    /// A prover for the game of this position, which may look at no position yet.
    pub fn new(start: &Position<R>, budget: Budget<'a>) -> Self {
        let solver = Solver::new(start.setup(), MEMORY);
        Self { solver, budget, within: HashMap::new(), left: 0, each: EACH, spent: 0 }
    }

    /// From now on it may look at so many positions.
    pub const fn allow(&mut self, nodes: u64) {
        self.left = nodes;
    }

    /// From now on it may look at so many positions to settle one.
    pub const fn allow_each(&mut self, nodes: u64) {
        self.each = nodes;
    }

    /// How many positions were looked at.
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    /// Who wins a position; `None` if that takes too much.
    pub fn winner(&mut self, position: &Position<R>) -> Option<Side> {
        Some(self.solve(position)?.winner)
    }

    fn solve(&mut self, position: &Position<R>) -> Option<Solved> {
        let limits = Limits::time(self.budget.time);
        let mut effort = Effort::new(limits, self.each.min(self.left), self.budget.watch);
        let solved = self.solver.solve(position, &mut effort);
        self.spend(effort.spent())?;
        solved
    }

    fn spend(&mut self, nodes: u64) -> Option<()> {
        let looks = self.spent / OFTEN;
        self.spent += nodes;
        self.left = self.left.checked_sub(nodes).filter(|left| *left > 0)?;
        (self.spent / OFTEN == looks || !self.is_over()).then_some(())
    }

    /// Whether its time is up.
    fn is_over(&self) -> bool {
        let Budget { time, watch } = self.budget;
        watch.must_stop() || watch.elapsed() >= time
    }

    /// The only move that wins, if only one does and there are at least so many to choose from.
    pub fn only_win(&mut self, position: &Position<R>, fewest: usize) -> Option<Move> {
        let moves = moves(position);
        if position.winner().is_some() || moves.len() < fewest {
            return None;
        }
        let mut only = None;
        for mv in moves {
            let wins = self.winner(&after(position, mv))? == position.to_move();
            if wins && only.replace(mv).is_some() {
                return None;
            }
        }
        only
    }

    /// All moves by which the side to move wins.
    pub fn winning_moves(&mut self, position: &Position<R>) -> Option<Vec<Move>> {
        let side = position.to_move();
        let mut wins = Vec::new();
        for mv in moves(position) {
            if self.winner(&after(position, mv))? == side {
                wins.push(mv);
            }
        }
        Some(wins)
    }

    /// In how many plies a side wins that does win, if it is within the horizon.
    fn plies_to_win(&mut self, position: &Position<R>, side: Side) -> Option<Plies> {
        for plies in 0..=HORIZON {
            if self.wins_within(position, side, plies)? {
                return Some(Plies::Exactly(plies));
            }
        }
        Some(Plies::Beyond)
    }

    fn wins_within(&mut self, position: &Position<R>, side: Side, plies: u8) -> Option<bool> {
        if let Some(winner) = position.winner() {
            return Some(winner == side);
        }
        if plies == 0 {
            return Some(false);
        }
        let key = (position.key(), side, plies);
        if let Some(known) = self.within.get(&key) {
            return Some(*known);
        }
        self.spend(1)?;
        let is_mover = position.to_move() == side;
        // What does not win at all does not win soon; the solver mostly knows.
        let mut wins = plies < 3 || self.winner(position)? == side;
        if wins {
            wins = !is_mover;
            for mv in moves(position) {
                if self.wins_within(&after(position, mv), side, plies - 1)? == is_mover {
                    wins = is_mover;
                    break;
                }
            }
        }
        self.within.insert(key, wins);
        Some(wins)
    }

    /// The main line from a position in which one move wins, with everything that is to be said of it.
    pub fn prove(&mut self, start: &Position<R>) -> Option<ProvedPuzzle> {
        let side = start.to_move();
        let plies = self.plies_to_win(start, side)?;
        let mut steps = Vec::new();
        let mut position = *start;
        loop {
            let mut wins = self.winning_moves(&position)?;
            let soonest = self.soonest(&position, &wins)?;
            wins.swap(0, soonest);
            if wins.len() > MOST_SOLUTIONS
                && after(&position, wins[0]).winner().is_none()
                && !steps.is_empty()
            {
                break;
            }
            let refutations = self.refutations(&position, &wins)?;
            position = after(&position, wins[0]);
            let answer = match position.winner() {
                Some(_) => None,
                None => Some(self.defence(&position)?),
            };
            steps.push(Step { wins, answer, refutations });
            let Some(answer) = answer else { break };
            position = after(&position, answer);
            if position.winner().is_some() {
                break;
            }
            // A person is never asked to pass.
            if position.must_pass() {
                return None;
            }
        }
        Some(ProvedPuzzle { plies, steps })
    }

    /// The place of the winning move after which the win is soonest.
    fn soonest(&mut self, position: &Position<R>, wins: &[Move]) -> Option<usize> {
        let side = position.to_move();
        let mut best = (Plies::Beyond, 0);
        for (place, mv) in wins.iter().enumerate() {
            let plies = self.plies_to_win(&after(position, *mv), side)?;
            if plies < best.0 {
                best = (plies, place);
            }
        }
        Some(best.1)
    }

    /// The reply of the losing side that lasts longest; of several, one that leaves the fewest moves that win.
    fn defence(&mut self, position: &Position<R>) -> Option<Move> {
        let side = position.to_move().other();
        let mut replies = Vec::new();
        for mv in moves(position) {
            replies.push((self.plies_to_win(&after(position, mv), side)?, mv));
        }
        let longest = replies.iter().map(|(plies, _)| *plies).max()?;
        let mut best: Option<(usize, Move)> = None;
        for (_, mv) in replies.into_iter().filter(|(plies, _)| *plies == longest) {
            let next = after(position, mv);
            let count = match next.winner() {
                Some(_) => usize::MAX,
                None => self.winning_moves(&next)?.len(),
            };
            if best.is_none_or(|(fewest, _)| count < fewest) {
                best = Some((count, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// A refutation of every move that does not win. Moves share one where they can.
    fn refutations(&mut self, position: &Position<R>, wins: &[Move]) -> Option<Vec<Refutation>> {
        let mut refutations: Vec<Refutation> = Vec::new();
        'wrong: for mv in moves(position).into_iter().filter(|mv| !wins.contains(mv)) {
            let next = after(position, mv);
            for known in &mut refutations {
                if self.refutes(&next, &known.line)? {
                    known.wrong.push(mv);
                    continue 'wrong;
                }
            }
            refutations.push(Refutation { wrong: vec![mv], line: self.refutation(&next)? });
        }
        Some(refutations)
    }

    /// How the side to move wins.
    fn refutation(&mut self, position: &Position<R>) -> Option<Vec<Move>> {
        let mut position = *position;
        let mut line = Vec::new();
        while position.winner().is_none() && line.len() < REFUTATION {
            let mv = self.solve(&position)?.best?;
            line.push(mv);
            position = after(&position, mv);
        }
        Some(line)
    }

    /// Whether the side to move wins by this line, too.
    fn refutes(&mut self, position: &Position<R>, line: &[Move]) -> Option<bool> {
        let side = position.to_move();
        let mut position = *position;
        for mv in line {
            let is_own = position.to_move() == side;
            if position.try_play(*mv).is_none() || is_own && self.winner(&position)? != side {
                return Some(false);
            }
        }
        let is_cut = position.winner().is_none() && line.len() == REFUTATION;
        Some(position.winner() == Some(side) || is_cut)
    }
}

/// The legal moves, in their order.
pub fn moves<R: Rules>(position: &Position<R>) -> Vec<Move> {
    let mut moves: Vec<Move> = position.moves().collect();
    moves.sort();
    moves
}

/// The position after a legal move.
pub fn after<R: Rules>(position: &Position<R>, mv: Move) -> Position<R> {
    let mut next = *position;
    next.try_play(mv).expect("the move is legal");
    next
}
