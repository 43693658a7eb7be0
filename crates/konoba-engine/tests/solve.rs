//! The solver against a search that remembers everything and prunes nothing.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

use std::cmp::Reverse;
use std::collections::HashMap;

use konoba_engine::solve::{Effort, Entry, Estimate, Joint, Scout, Solved, Solver, Strategy, maps};
use konoba_engine::{Limits, Unwatched, Watch};
use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Move, Point, Position, Rules, Setup, Side, Visitor};

fn effort(nodes: u64) -> Effort<'static> {
    Effort::new(Limits::default(), nodes, &Unwatched)
}

/// Who wins and in how many moves, when the winner hurries and the loser does not.
type Known = HashMap<u64, (Side, u16)>;

fn literal<R: Rules>(position: &Position<R>, known: &mut Known) -> (Side, u16) {
    if let Some(winner) = position.winner() {
        return (winner, 0);
    }
    if let Some(found) = known.get(&position.key()) {
        return *found;
    }
    let side = position.to_move();
    let after = position.moves().map(|mv| {
        let mut next = *position;
        next.try_play(mv).unwrap();
        let (winner, within) = literal(&next, known);
        (winner, within + 1)
    });
    let after: Vec<(Side, u16)> = after.collect();
    let wins = after.iter().filter(|(winner, _)| *winner == side).min_by_key(|(_, within)| *within);
    let found = *wins.unwrap_or_else(|| after.iter().max_by_key(|(_, within)| *within).unwrap());
    known.insert(position.key(), found);
    found
}

/// What a comparison is made of.
struct Comparison {
    positions: usize,
    /// The least number of pieces in a position.
    pieces: u32,
    /// What the solver may remember.
    bytes: usize,
}

impl Visitor for Comparison {
    type Output = ();

    fn visit<R: Rules>(self, start: &Position<R>) {
        self.compare(&Solver::<R>::new(start.setup(), self.bytes), start);
        self.compare(&Solver::<R, _>::learning(start.setup(), self.bytes, 1), start);
    }
}

impl Comparison {
    fn compare<R: Rules, E: Estimate<R>>(&self, solver: &Solver<R, E>, start: &Position<R>) {
        let setup = start.setup();
        let (mut known, mut dice) = (Known::new(), WyRand::new(1));
        let mut met = [0, 0];
        for _ in 0..self.positions {
            let mut position = *start;
            let spare = u32::from(setup.size).pow(2) - self.pieces;
            for _ in 0..self.pieces + dice.below(spare) {
                let moves: Vec<Move> = position.moves().collect();
                if !moves.is_empty() {
                    position.try_play(moves[dice.below(moves.len() as u32) as usize]).unwrap();
                }
            }
            let (winner, within) = literal(&position, &mut known);
            met[winner.index()] += 1;
            let solved = solver.solve(&position, &mut effort(u64::MAX)).unwrap();
            assert_eq!(solved.winner, winner, "{position:?}");
            assert!(solved.within >= within, "{solved:?}, {within}: {position:?}");
            let Some(best) = solved.best else { continue };
            let mut next = position;
            next.try_play(best).unwrap();
            let after = solver.solve(&next, &mut effort(u64::MAX)).unwrap();
            assert_eq!(after.winner, winner, "{best:?} in {position:?}");
        }
        assert!(met.iter().all(|count| *count > 0), "{setup}: {met:?}");
    }
}

#[test]
fn it_agrees_with_a_literal_search() {
    for (setup, positions, pieces) in [
        ("konobi:2", 20, 0),
        ("konobi:3", 200, 0),
        ("quentin:3", 200, 0),
        ("konobi:4", 200, 5),
        ("quentin:4", 200, 5),
        ("order-and-chaos", 25, 30),
        ("order-and-chaos:five-or-six", 25, 30),
        ("order-and-chaos:lasting-five", 25, 30),
    ] {
        let setup: Setup = setup.parse().unwrap();
        let start = AnyPosition::start(setup.without_pie());
        start.visit(Comparison { positions, pieces, bytes: 1 << 20 });
        // With a table in which almost everything is soon overwritten.
        start.visit(Comparison { positions: positions / 5, pieces: pieces + 2, bytes: 256 });
    }
}

/// A solver of a game on a board, told apart by nothing but its first move.
fn after<R: Rules>(start: &Position<R>, at: Point) -> Position<R> {
    let mut position = *start;
    position.try_play(Move::Place(at)).unwrap();
    position
}

/// What several threads find out together.
fn together<R: Rules, E: Estimate<R>>(
    solver: &Solver<R, E>,
    position: &Position<R>,
    threads: u64,
) -> Option<Solved> {
    let joint = Joint::new(solver, position, u64::MAX);
    std::thread::scope(|scope| {
        for number in 0..threads {
            let joint = &joint;
            scope.spawn(move || joint.work(number, &Unwatched));
        }
    });
    joint.solved(&Unwatched)
}

struct Together {
    threads: u64,
    bytes: usize,
    pieces: u32,
}

impl Visitor for Together {
    type Output = ();

    fn visit<R: Rules>(self, start: &Position<R>) {
        let (mut known, mut dice) = (Known::new(), WyRand::new(self.threads));
        // What one search leaves behind is there for the next.
        let solver = Solver::<R, _>::learning(start.setup(), self.bytes, 2);
        for _ in 0..30 {
            let mut position = *start;
            for _ in 0..self.pieces {
                let moves: Vec<Move> = position.moves().collect();
                if !moves.is_empty() {
                    position.try_play(moves[dice.below(moves.len() as u32) as usize]).unwrap();
                }
            }
            let solved = together(&solver, &position, self.threads).unwrap();
            let (winner, within) = literal(&position, &mut known);
            assert_eq!(solved.winner, winner, "{position:?}");
            assert!(solved.within >= within, "{solved:?}, {within}: {position:?}");
        }
    }
}

#[test]
fn several_threads_agree_with_a_literal_search() {
    for (threads, bytes) in [(1, 1 << 20), (3, 1 << 20), (5, 1 << 12), (2, 256)] {
        for (setup, pieces) in [("konobi:3", 1), ("quentin:4", 5), ("konobi:4", 5)] {
            let setup: Setup = setup.parse().unwrap();
            AnyPosition::start(setup.without_pie()).visit(Together { threads, bytes, pieces });
        }
    }
}

struct Stopped;

impl Watch for Stopped {
    fn must_stop(&self) -> bool {
        true
    }
}

struct Limited;

impl Visitor for Limited {
    type Output = ();

    fn visit<R: Rules>(self, start: &Position<R>) {
        let solver = Solver::<R>::new(start.setup(), 1 << 20);
        let joint = Joint::new(&solver, start, 1 << 30);
        joint.work(0, &Stopped);
        assert_eq!((joint.spent(), joint.solved(&Unwatched)), (0, None));
        // Each search has few nodes, and what it found out is there for the next one.
        let mut searches = 0;
        let solved = loop {
            let joint = Joint::new(&solver, start, 500);
            joint.work(0, &Unwatched);
            assert!(joint.spent() <= 500);
            searches += 1;
            if let Some(solved) = joint.solved(&Unwatched) {
                break solved;
            }
        };
        assert!(searches > 3, "{searches}");
        assert_eq!(Some(solved.winner), maps::winner(start.setup()));
        // One thread does the same every time.
        let counts = [(); 2].map(|()| {
            let solver = Solver::<R>::new(start.setup(), 1 << 20);
            let joint = Joint::new(&solver, start, u64::MAX);
            joint.work(0, &Unwatched);
            (joint.spent(), joint.solved(&Unwatched))
        });
        assert_eq!(counts[0], counts[1]);
        let over = Joint::new(&solver, start, 0);
        over.work(0, &Unwatched);
        assert_eq!(over.spent(), 0);
    }
}

#[test]
fn a_search_by_threads_is_limited_and_goes_on() {
    AnyPosition::start("konobi:4,nopie".parse().unwrap()).visit(Limited);
    AnyPosition::start("quentin:4,nopie".parse().unwrap()).visit(Limited);
}

struct Symmetric;

impl Visitor for Symmetric {
    type Output = ();

    fn visit<R: Rules>(self, start: &Position<R>) {
        let solver = Solver::<R>::new(start.setup(), 1 << 20);
        let position = after(start, Point::new(1, 0));
        let mut first = effort(u64::MAX);
        let solved = solver.solve(&position, &mut first).unwrap();
        assert!(first.spent() > 100);
        for &symmetry in R::SPEC.symmetries {
            let seen = position.seen_by(symmetry);
            let mut again = effort(u64::MAX);
            let Solved { winner, within, .. } = solver.solve(&seen, &mut again).unwrap();
            assert_eq!((winner, within), (symmetry.side(solved.winner), solved.within));
            assert!(again.spent() < 50, "{symmetry:?}: {}", again.spent());
        }
    }
}

#[test]
fn what_is_the_same_by_symmetry_is_solved_once() {
    AnyPosition::start("konobi:4,nopie".parse().unwrap()).visit(Symmetric);
    AnyPosition::start("quentin:4,nopie".parse().unwrap()).visit(Symmetric);
}

struct InPieces;

impl Visitor for InPieces {
    type Output = ();

    fn visit<R: Rules>(self, start: &Position<R>) {
        let position = after(start, Point::new(0, 0));
        let mut whole = effort(u64::MAX);
        let solved = Solver::<R>::new(start.setup(), 1 << 20).solve(&position, &mut whole).unwrap();
        let (mut solver, mut spent, mut pieces) = (Solver::<R>::new(start.setup(), 1 << 20), 0, 0);
        let found = loop {
            let mut piece = effort(1000);
            let found = solver.solve(&position, &mut piece);
            (spent, pieces) = (spent + piece.spent(), pieces + 1);
            // Everything dear moves on to a solver that starts anew.
            let findings: Vec<_> = solver.findings().collect();
            solver = Solver::new(start.setup(), 1 << 20);
            solver.remember(&findings);
            if let Some(found) = found {
                break found;
            }
        };
        assert_eq!(found.winner, solved.winner);
        assert!(pieces > 3, "{pieces}");
        assert!(spent < 2 * whole.spent(), "{spent}, {}", whole.spent());
    }
}

#[test]
fn a_search_that_is_interrupted_goes_on() {
    AnyPosition::start("konobi:4,nopie".parse().unwrap()).visit(InPieces);
}

struct Mapped;

impl Visitor for Mapped {
    type Output = ();

    fn visit<R: Rules>(self, start: &Position<R>) {
        let setup = start.setup();
        let solver = Solver::<R>::new(setup, 1 << 24);
        for at in Point::all(setup.size) {
            let solved = solver.solve(&after(start, at), &mut effort(u64::MAX)).unwrap();
            assert_eq!(maps::first_move(setup, at), Some(solved.winner), "{setup} {at}");
        }
        let solved = solver.solve(start, &mut effort(u64::MAX)).unwrap();
        assert_eq!(maps::winner(setup), Some(solved.winner), "{setup}");
    }
}

#[test]
fn the_maps_are_true() {
    for setup in ["konobi:2", "konobi:3", "konobi:4", "quentin:2", "quentin:3", "quentin:4"] {
        AnyPosition::start(setup.parse::<Setup>().unwrap().without_pie()).visit(Mapped);
    }
    let maps = [("konobi:5", true), ("quentin:5", true), ("konobi:6", false), ("quentin:6", false)];
    for (setup, is_whole) in maps {
        let setup: Setup = setup.parse().unwrap();
        let last = setup.size - 1;
        assert_eq!(maps::winner(setup).is_some(), is_whole, "{setup}");
        // Mirrored points have the same value.
        for Point { x, y } in Point::all(setup.size) {
            let value = maps::first_move(setup, Point::new(x, y));
            assert!(!is_whole || value.is_some(), "{setup} {x} {y}");
            for mirrored in [Point::new(last - x, y), Point::new(x, last - y)] {
                assert_eq!(value, maps::first_move(setup, mirrored), "{setup} {mirrored}");
            }
        }
    }
    // The others are too dear to be solved again here.
    for (setup, at) in [("konobi:5", "c3"), ("quentin:5", "c2"), ("quentin:5", "c3")] {
        let setup: Setup = setup.parse().unwrap();
        AnyPosition::start(setup.without_pie()).visit(MappedAt(at.parse().unwrap()));
    }
}

struct Learning;

impl Visitor for Learning {
    type Output = [u64; 2];

    fn visit<R: Rules>(self, start: &Position<R>) -> [u64; 2] {
        let position = after(start, Point::new(2, 1));
        let (mut without, mut with) = (effort(u64::MAX), effort(u64::MAX));
        let plain = Solver::<R>::new(start.setup(), 1 << 28).solve(&position, &mut without);
        let learning = Solver::<R, _>::learning(start.setup(), 1 << 28, 1);
        let learned = learning.solve(&position, &mut with);
        assert_eq!(learned.unwrap().winner, plain.unwrap().winner);
        [without.spent(), with.spent()]
    }
}

#[test]
fn a_solver_that_learns_looks_at_fewer_positions() {
    let [without, with] = AnyPosition::start("quentin:5,nopie".parse().unwrap()).visit(Learning);
    assert!(with < without / 2, "{with} of {without}");
}

/// One first move of a map.
struct MappedAt(Point);

impl Visitor for MappedAt {
    type Output = ();

    fn visit<R: Rules>(self, start: &Position<R>) {
        let setup = start.setup();
        let solver = Solver::<R, _>::learning(setup, 1 << 28, 1);
        let solved = solver.solve(&after(start, self.0), &mut effort(u64::MAX)).unwrap();
        assert_eq!(maps::first_move(setup, self.0), Some(solved.winner), "{setup} {}", self.0);
    }
}

#[test]
fn the_swap_is_right_where_the_first_side_wins() {
    for setup in ["konobi:3", "quentin:4"] {
        let setup: Setup = setup.parse().unwrap();
        assert_eq!(maps::should_swap(&AnyPosition::start(setup)), None);
        let mut answers = Vec::new();
        for at in Point::all(setup.size) {
            let mut position = AnyPosition::start(setup);
            position.play(Move::Place(at)).unwrap();
            let should = maps::should_swap(&position).unwrap();
            assert_eq!(should, maps::first_move(setup, at) == Some(Side::First), "{at}");
            answers.push(should);
            position.play(Move::Swap).unwrap();
            assert_eq!(maps::should_swap(&position), None);
        }
        answers.sort_by_key(|should| Reverse(*should));
        assert!(answers[0] && !answers[answers.len() - 1], "{setup}");
    }
}

struct Followed;

impl Visitor for Followed {
    type Output = ();

    /// The replies suffice against every move.
    fn visit<R: Rules>(self, start: &Position<R>) {
        let solver = Solver::<R>::new(start.setup(), 1 << 20);
        let winner = solver.solve(start, &mut effort(u64::MAX)).unwrap().winner;
        let mut replies = HashMap::new();
        let mut strategy = Strategy::new(&solver, *start, winner);
        while let Some((position, mv)) = strategy.next(&mut effort(u64::MAX)).unwrap() {
            assert_eq!(position.to_move(), winner);
            assert!(replies.insert(position.key(), mv).is_none(), "{position:?}");
        }
        let mut waiting = vec![*start];
        while let Some(position) = waiting.pop() {
            let reply = replies.get(&position.key()).copied();
            let moves =
                position.moves().filter(|mv| position.to_move() != winner || Some(*mv) == reply);
            for mv in moves {
                let mut next = position;
                next.try_play(mv).unwrap();
                assert!(next.winner().is_none_or(|side| side == winner), "{mv:?} in {position:?}");
                waiting.push(next);
            }
            assert!(position.winner().is_some() || position.to_move() != winner || reply.is_some());
        }
    }
}

#[test]
fn a_strategy_answers_everything() {
    for setup in ["konobi:3,nopie", "quentin:3,nopie"] {
        AnyPosition::start(setup.parse().unwrap()).visit(Followed);
    }
}

struct Scouted;

impl Visitor for Scouted {
    type Output = ();

    /// A strategy that goes on from the dearest findings looks for the others once, unless a scout has.
    fn visit<R: Rules>(self, start: &Position<R>) {
        let whole = Solver::<R>::new(start.setup(), 1 << 24);
        let winner = whole.solve(start, &mut effort(u64::MAX)).unwrap().winner;
        let dear: Vec<Entry> = whole.findings().filter(|entry| entry.work() >= 8).collect();
        let [alone, scouted] = [false, true].map(|is_scouted| {
            let solver = Solver::<R>::new(start.setup(), 1 << 24);
            solver.remember(&dear);
            if is_scouted {
                Scout::new(&solver, *start, winner, 1).work(&mut effort(u64::MAX));
            }
            let (mut strategy, mut effort) =
                (Strategy::new(&solver, *start, winner), effort(u64::MAX));
            let replies = std::iter::from_fn(|| strategy.next(&mut effort).unwrap()).count() as u64;
            // A reply that is known takes a look at what the moves lead to.
            effort.spent() as f64 / replies as f64
        });
        assert!(alone > 1.5 && scouted < 1.01, "{alone} and {scouted} nodes a reply");
        let stopped = &mut Effort::new(Limits::default(), u64::MAX, &Stopped);
        Scout::new(&Solver::<R>::new(start.setup(), 1 << 20), *start, winner, 1).work(stopped);
        assert!(stopped.is_stopped());
    }
}

#[test]
fn what_a_scout_has_found_is_known() {
    AnyPosition::start("konobi:4,nopie".parse().unwrap()).visit(Scouted);
    AnyPosition::start("quentin:4,nopie".parse().unwrap()).visit(Scouted);
}
