//! Moments of a game at which one move won and another was played.

use konoba_puzzles::{Measured, Puzzle, Source, themes};
use konoba_rules::{AnyPosition, Move, Position, Record, Rules, Setup, Side, Visitor};
use konoba_table::Recorded;

use crate::Budget;
use crate::puzzle_prover::{PuzzleProver, after};

/// How many positions may be looked at to find them, and to prove one of them.
const NODES_OF_SEARCH: u64 = 1_000_000;
const NODES_OF_PROOF: u64 = 200_000;
/// A game gives no more than these.
const MOST: usize = 10;
/// The search goes back from the end of the game, and ends after so many positions that it could not settle: earlier ones
/// are harder still.
const MOST_UNSETTLED: usize = 2;

/// A moment of a game at which one move won, and another one was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissedWin {
    /// The number of the move that was played, from 1.
    pub number: usize,
    /// The side that played it.
    pub side: Side,
    /// What was played.
    pub played: Move,
    /// The position before it as a puzzle. How hard it is was not measured.
    pub puzzle: Puzzle,
}

impl MissedWin {
    /// What the puzzle is called: which move it is, and what was played there.
    pub fn called(&self) -> String {
        format!("Move {}, instead of {}", self.number, self.played.written(self.puzzle.setup.spec))
    }

    /// What happened there, in a sentence that does not tell the move that won.
    pub fn says(&self) -> String {
        let spec = self.puzzle.setup.spec;
        let (side, played) = (spec.side(self.side).name, self.played.written(spec));
        format!("Move {}: {side} played {played}. Only one move won.", self.number)
    }
}

/// The moments of the game in a record at which one move won and another was played, proved by the solver as far as the budget goes,
/// in the order of the game; only the move of one number where that is given. A record that begins in the middle of a
/// game has none, because a puzzle tells its moves from the beginning.
pub fn missed_wins(record: &Record, number: Option<usize>, budget: Budget<'_>) -> Vec<MissedWin> {
    missed_wins_told(record, number, budget, &|_| {})
}

/// The same for a caller who wants to know how it goes: `tell` is given the number of each move before it is looked at, from the end of
/// the game on back.
pub fn missed_wins_told(
    record: &Record,
    number: Option<usize>,
    budget: Budget<'_>,
    tell: &dyn Fn(usize),
) -> Vec<MissedWin> {
    if record.has_own_start() {
        return Vec::new();
    }
    let setup = record.setup().without_pie();
    // A swap exchanges the people and leaves the board as it is.
    let moves: Vec<(usize, Move)> =
        (1..).zip(Recorded::of(record).moves()).filter(|(_, mv)| *mv != Move::Swap).collect();
    let mut found =
        AnyPosition::start(setup).visit(Looking { setup, moves: &moves, number, budget, tell });
    found.sort_by_key(|missed| missed.number);
    found
}

struct Looking<'a> {
    setup: Setup,
    /// The moves with their numbers.
    moves: &'a [(usize, Move)],
    /// The only one that is looked at.
    number: Option<usize>,
    budget: Budget<'a>,
    tell: &'a dyn Fn(usize),
}

impl Visitor for Looking<'_> {
    type Output = Vec<MissedWin>;

    fn visit<R: Rules>(self, start: &Position<R>) -> Vec<MissedWin> {
        let mut turns = Vec::new();
        let mut position = *start;
        for (place, (number, mv)) in self.moves.iter().enumerate() {
            turns.push((place, *number, position, *mv));
            if position.try_play(*mv).is_none() {
                return Vec::new();
            }
        }
        turns.retain(|(_, number, ..)| self.number.is_none_or(|only| only == *number));
        let mut prover = PuzzleProver::new(start, self.budget);
        let (mut found, mut unsettled, mut left) = (Vec::new(), 0, NODES_OF_SEARCH);
        for (place, number, position, played) in turns.into_iter().rev() {
            (self.tell)(number);
            prover.allow(left);
            let spent = prover.spent();
            let missed = is_missed(&mut prover, &position, played);
            left = left.saturating_sub(prover.spent() - spent);
            match missed {
                Some(true) => {}
                Some(false) => continue,
                None if unsettled == MOST_UNSETTLED => break,
                None => {
                    unsettled += 1;
                    continue;
                }
            }
            prover.allow(NODES_OF_PROOF);
            let moves = self.moves[..place].iter().map(|(_, mv)| *mv).collect();
            if let Some(puzzle) = self.puzzle(&mut prover, &position, moves) {
                found.push(MissedWin { number, side: position.to_move(), played, puzzle });
            }
            if found.len() == MOST {
                break;
            }
        }
        found
    }
}

/// Whether one move won, of at least two, and what was played loses; `None` if that takes too much to find out.
fn is_missed<R: Rules>(
    prover: &mut PuzzleProver<'_, R>,
    position: &Position<R>,
    played: Move,
) -> Option<bool> {
    let side = position.to_move();
    let is_lost = prover.winner(&after(position, played))? != side;
    let was_won = is_lost && prover.winner(position)? == side;
    Some(was_won && prover.only_win(position, 2).is_some())
}

impl Looking<'_> {
    fn puzzle<R: Rules>(
        &self,
        prover: &mut PuzzleProver<'_, R>,
        position: &Position<R>,
        moves: Vec<Move>,
    ) -> Option<Puzzle> {
        let spent = prover.spent();
        let proved = prover.prove(position)?;
        let measured = Measured {
            net_sees_it: None,
            quick_misses: [0, 0],
            slow_misses: [0, 0],
            nodes: prover.spent() - spent,
            plain_nodes: 0,
        };
        let mut puzzle = Puzzle {
            setup: self.setup,
            moves,
            plies: proved.plies,
            steps: proved.steps,
            themes: Vec::new(),
            measured,
            source: Source { seed: 0, game: 0 },
        };
        puzzle.themes = themes(&puzzle);
        Some(puzzle)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use konoba_engine::Unwatched;
    use konoba_puzzles::check::check;
    use konoba_puzzles::collection;
    use konoba_rules::games;
    use konoba_table::{CursorStep, Study};

    use super::*;

    /// A game up to a puzzle, and then one of the moves that lose.
    fn game_with_a_miss(puzzle: &Puzzle, pie: bool) -> (Record, Move) {
        let played = puzzle.steps[0].refutations[0].wrong[0];
        let mut record = Record::new(Setup { pie, ..puzzle.setup });
        let mut moves = puzzle.moves.clone();
        if pie {
            moves.insert(1, Move::Swap);
        }
        for mv in moves.into_iter().chain([played]) {
            record.play(record.last(), mv).unwrap();
        }
        (record, played)
    }

    #[test]
    fn what_was_missed_is_found_and_proved_with_a_swap_and_without() {
        let budget = Budget::new(Duration::MAX, &Unwatched);
        for spec in games() {
            for (puzzle, pie) in collection(spec).unwrap().puzzles.iter().zip([false, spec.has_pie])
            {
                let (record, played) = game_with_a_miss(puzzle, pie);
                let number = record.moves().count();
                let found = missed_wins(&record, None, budget);
                let last = found.last().expect("the last move was a miss");
                assert_eq!((last.number, last.played), (number, played), "{}", record.to_line());
                assert_eq!(last.puzzle.moves, puzzle.moves);
                assert_eq!(last.puzzle.steps[0].wins, puzzle.steps[0].wins);
                for missed in &found {
                    // The second solver proves them too.
                    check(&missed.puzzle)
                        .unwrap_or_else(|wrong| panic!("{}", wrong.sentence(spec)));
                }
                assert_eq!(missed_wins(&record, Some(number), budget), std::slice::from_ref(last));
                assert_eq!(missed_wins(&record, Some(number + 1), budget), []);
                let told = std::cell::RefCell::new(Vec::new());
                let tell = |number| told.borrow_mut().push(number);
                assert_eq!(missed_wins_told(&record, None, budget, &tell), found);
                let told = told.into_inner();
                assert_eq!(told[0], number);
                assert!(told.is_sorted_by(|later, earlier| later > earlier), "{told:?}");
            }
        }
    }

    #[test]
    fn variations_after_the_end_of_the_game_were_not_played() {
        let budget = Budget::new(Duration::MAX, &Unwatched);
        let puzzle = &collection(games()[0]).unwrap().puzzles[0];
        let game = puzzle.record();
        let mut study = Study::new(game.clone());
        study.go(CursorStep::End);
        study.play(puzzle.steps[0].refutations[0].wrong[0]).unwrap();
        study.follow(&game).unwrap();
        let number = game.moves().count() + 1;
        assert_eq!(study.record().moves().count(), number);
        assert_eq!(missed_wins(study.record(), Some(number), budget), []);
    }

    #[test]
    fn a_move_that_wins_is_no_miss() {
        let budget = Budget::new(Duration::MAX, &Unwatched);
        let puzzle = &collection(games()[0]).unwrap().puzzles[0];
        let mut record = puzzle.record();
        record.play(record.last(), puzzle.steps[0].wins[0]).unwrap();
        let number = record.moves().count();
        assert_eq!(missed_wins(&record, Some(number), budget), []);
    }
}
