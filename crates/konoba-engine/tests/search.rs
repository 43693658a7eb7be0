//! The search alone, by playouts: what it finds, what it proves, and what it keeps to.

#![allow(
    clippy::disallowed_methods,
    reason = "tests read nets from files, which the crate does not"
)]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use konoba_engine::levels;
use konoba_engine::net::Net;
use konoba_engine::roster::Entrant;
use konoba_engine::solve::{Effort, Solver, maps};
use konoba_engine::{Config, Engine, Evaluation, Evaluator, Limits, Player, Seen, Thought, Watch};
use konoba_rules::games::REGISTER;
use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Level, Move, Point, Position, Rules, Setup, Side, Visitor, text};

/// Stops a search after it has been asked so often.
struct Patience(AtomicU32);

impl Patience {
    const fn endless() -> Self {
        Self(AtomicU32::new(u32::MAX))
    }
}

impl Watch for Patience {
    fn must_stop(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) == 0
    }
}

fn after(setup: &str, moves: &str) -> AnyPosition {
    let setup: Setup = setup.parse().expect("a set-up");
    let mut position = AnyPosition::start(setup);
    for mv in moves.split_whitespace() {
        position.play(Move::read(mv, setup.spec).expect("a move")).expect("a legal one");
    }
    position
}

fn think(config: Config, position: &AnyPosition, visits: u64) -> Thought {
    Engine::new(config).think(position, Limits::visits(visits), &Patience::endless())
}

fn written(thought: &Thought, position: &AnyPosition) -> String {
    thought.best.written(position.setup().spec).to_string()
}

/// Random positions in which the game is not over.
fn positions(setup: &str, count: u64) -> impl Iterator<Item = AnyPosition> {
    let start = AnyPosition::start(setup.parse().expect("a set-up"));
    (0..count).map(move |seed| {
        let mut dice = WyRand::new(seed);
        let mut position = start;
        for _ in 0..dice.below(u32::from(start.setup().size).pow(2)) {
            let moves = position.moves_of(position.to_move());
            let mut next = position;
            let mv = moves[dice.below(moves.len() as u32) as usize];
            next.play(mv).expect("a legal move");
            if next.winner().is_some() {
                break;
            }
            position = next;
        }
        position
    })
}

#[test]
fn the_same_seed_gives_the_same_thought() {
    for setup in ["konobi:7", "quentin:7", "order-and-chaos"] {
        let position = AnyPosition::start(setup.parse().unwrap());
        let with_seed = |seed| think(Config { seed, ..Config::default() }, &position, 500);
        assert_eq!(with_seed(1), with_seed(1), "{setup}");
        assert_ne!(with_seed(1), with_seed(2), "{setup}");
    }
}

/// A game in the register is enough: it needs no net and no expert.
#[test]
fn every_kind_of_player_plays_every_game_to_its_end() {
    for &spec in REGISTER {
        let size = spec.sizes.min.max(4).min(spec.sizes.max);
        let setup = Setup::default_of(spec).with_size(size).unwrap();
        for name in ["random", "oneply", "uct:40", "4", "engine,solver=off", "engine,net=off"] {
            let entrant: Entrant = name.parse().unwrap();
            let mut player = entrant.player(setup, seeded(setup, 1));
            let mut position = AnyPosition::start(setup);
            while position.winner().is_none() {
                let thought = player.think(&position, Limits::visits(40), &Patience::endless());
                position.play(thought.best).expect("a legal move");
            }
        }
    }
}

#[test]
fn wins_at_once_are_taken_and_prevented() {
    let check = |moves: &str, expected: &str| {
        let position = after("konobi:5,nopie", moves);
        let thought = think(Config::default(), &position, 300);
        assert_eq!(written(&thought, &position), expected, "{moves}");
        thought
    };
    let won = check("c5 a1 c4 b1 c3 e5 c2 e4", "c1").proof.expect("a win at once is certain");
    assert_eq!((won.winner, won.within), (Side::First, Some(1)));
    check("c5 a1 c4 b1 c3 e5 c2", "c1");
}

#[test]
fn a_win_that_the_opponent_leaves_is_taken_in_the_middle_of_a_game() {
    let mut dice = WyRand::new(1);
    let mut left = 0;
    for game in 0..40 {
        let setup = ["konobi:6,nopie", "quentin:6,nopie"][game % 2];
        let mut position = AnyPosition::start(setup.parse().unwrap());
        let mut engine = Engine::new(Config { seed: game as u64, ..Config::default() });
        while position.winner().is_none() {
            let moves = position.moves_of(position.to_move());
            let mv = if position.to_move() == Side::First {
                engine.think(&position, Limits::visits(60), &Patience::endless()).best
            } else {
                moves[dice.below(moves.len() as u32) as usize]
            };
            let mut next = position;
            next.play(mv).unwrap();
            let wins = |mv: &Move| {
                let mut next = position;
                next.play(*mv).unwrap();
                next.winner() == Some(Side::First)
            };
            if position.to_move() == Side::First && moves.iter().any(wins) {
                left += 1;
                assert_eq!(next.winner(), Some(Side::First), "{setup}, {position:?}");
            }
            position = next;
        }
    }
    assert!(left >= 20, "only {left} games ended so");
}

/// Holds what the search has proven against the solver.
struct Compare(AnyPosition);

impl Visitor for Compare {
    type Output = bool;

    fn visit<R: Rules>(self, position: &Position<R>) -> bool {
        let thought = think(Config::default(), &self.0, 2_000);
        let Some(proof) = thought.proof else { return false };
        let watch = Patience::endless();
        let solver = Solver::<R>::new(position.setup(), 1 << 20);
        let effort = &mut Effort::new(Limits::default(), 1 << 20, &watch);
        let solved = solver.solve(position, effort).expect("the board is small");
        assert_eq!(proof.winner, solved.winner, "{position:?}");
        true
    }
}

#[test]
fn what_is_proven_is_true() {
    for setup in ["konobi:4,nopie", "quentin:4,nopie"] {
        let proven = positions(setup, 60).filter(|position| position.visit(Compare(*position)));
        assert!(proven.count() > 30, "{setup}");
    }
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let mut engine = Engine::new(Config::default());
    let watch = Patience::endless();
    let mut position = after("quentin:7,nopie", "d4");
    let first = engine.think(&position, Limits::visits(2_000), &watch);
    let best = &first.candidates[0];
    for mv in &best.line[..2] {
        position.play(*mv).unwrap();
    }
    let second = engine.think(&position, Limits::visits(1), &watch);
    let visits: u64 = second.candidates.iter().map(|one| one.visits).sum();
    assert!(second.visits == 1 && visits > 10, "{visits}");
    // A position that does not follow, of the same game or not, is thought about from nothing.
    for setup in ["quentin:7,nopie", "quentin:6,nopie", "konobi:7"] {
        let other = AnyPosition::start(setup.parse().unwrap());
        let thought = engine.think(&other, Limits::visits(50), &watch);
        assert!(thought.candidates.iter().map(|one| one.visits).sum::<u64>() <= 50);
        assert!({ other }.play(thought.best).is_ok());
    }
}

#[test]
fn the_search_goes_on_when_its_memory_is_used_up() {
    let position = AnyPosition::start("konobi:11,nopie".parse().unwrap());
    let config = Config { memory: 1 << 20, ..Config::default() };
    assert_eq!(think(config, &position, 4_000).visits, 4_000);
}

#[test]
fn several_threads_share_the_visits() {
    let position = AnyPosition::start("konobi:9,nopie".parse().unwrap());
    let thought = think(Config { threads: 3, ..Config::default() }, &position, 3_000);
    let visits: u64 = thought.candidates.iter().map(|one| one.visits).sum();
    assert!(thought.visits == 3_000 && (2_900..=3_000).contains(&visits), "{visits}");
}

/// Finds every position even and every move alike, slowly, and counts how often it is asked.
#[derive(Default, Debug)]
struct Slow(AtomicU32);

impl Evaluator for Slow {
    fn evaluate(&self, positions: &[Seen]) -> Vec<Evaluation> {
        let count = positions.len() as u32;
        self.0.fetch_add(count, Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(1));
        let even = |seen: &Seen| Evaluation {
            win_rate: 0.5,
            logits: vec![0.0; usize::from(seen.size) * usize::from(seen.size)],
        };
        positions.iter().map(even).collect()
    }
}

/// A leaf that another thread is asking about is no visit: each one is an evaluation of its own.
#[test]
fn threads_count_only_evaluated_leaves_as_visits() {
    let position = AnyPosition::start("konobi:9,nopie".parse().unwrap());
    let slow = Arc::new(Slow::default());
    let config = Config { threads: 3, evaluator: Some(slow.clone()), ..Config::default() };
    let thought = think(config, &position, 60);
    // Threads that are held up can lead the search to a board in two ways, about which it is asked once.
    let asked = slow.0.load(Ordering::Relaxed);
    assert!(
        thought.visits == 60 && (57..=60).contains(&asked),
        "{} visits, {asked}",
        thought.visits
    );
}

/// Finds every position even, and wants to be asked about it only once.
#[derive(Default, Debug)]
struct Once(Mutex<Vec<Seen>>);

impl Evaluator for Once {
    fn evaluate(&self, positions: &[Seen]) -> Vec<Evaluation> {
        let mut known = self.0.lock().expect("no thread panicked");
        assert!(positions.iter().all(|seen| !known.contains(seen)), "this was said before");
        known.extend_from_slice(positions);
        Slow::default().evaluate(positions)
    }
}

/// Boards that several orders of moves lead to are met again and not asked about again.
#[test]
fn no_board_is_evaluated_twice() {
    let position = AnyPosition::start("konobi:4,nopie".parse().unwrap());
    let once = Arc::new(Once::default());
    let config = Config { evaluator: Some(once.clone()), ..Config::default() };
    think(config, &position, 600);
    assert!(once.0.lock().unwrap().len() > 100);
}

/// Fails when it is first asked, after the others have come to wait for its answer.
#[derive(Default, Debug)]
struct Failing(Slow);

impl Evaluator for Failing {
    fn evaluate(&self, positions: &[Seen]) -> Vec<Evaluation> {
        let answers = self.0.evaluate(positions);
        assert!(self.0.0.load(Ordering::Relaxed) > 1, "the first question is one too many");
        answers
    }
}

#[test]
#[should_panic]
fn no_thread_waits_for_one_that_panicked() {
    let position = AnyPosition::start("konobi:9,nopie".parse().unwrap());
    let failing = Arc::new(Failing::default());
    let config = Config { threads: 3, evaluator: Some(failing), ..Config::default() };
    think(config, &position, 60);
}

#[test]
fn a_watch_can_stop_it() {
    let position = AnyPosition::start("konobi:9".parse().unwrap());
    let patience = Patience(AtomicU32::new(3));
    let thought = Engine::new(Config::default()).think(&position, Limits::default(), &patience);
    assert!((1..200).contains(&thought.visits), "{}", thought.visits);
}

#[test]
fn a_swap_is_weighed_by_the_search() {
    for setup in ["konobi:3", "quentin:3"] {
        let mut swaps = 0;
        for first in AnyPosition::start(setup.parse().unwrap()).moves_of(Side::First) {
            let position =
                after(setup, &first.written(setup.parse::<Setup>().unwrap().spec).to_string());
            let is_right = maps::should_swap(&position).expect("the map of 3x3 is whole");
            let thought = think(Config::default(), &position, 10_000);
            assert_eq!(thought.best == Move::Swap, is_right, "{setup}: {first:?}");
            swaps += u32::from(is_right);
        }
        assert!(swaps > 0, "{setup}");
    }
}

/// However little it may look, the engine does what the map says.
#[test]
fn a_swap_is_exact_where_the_board_is_solved() {
    let solved = ["konobi:2", "konobi:3", "konobi:4", "konobi:5", "konobi:6"];
    for setup in solved.into_iter().chain(["quentin:4", "quentin:5", "quentin:6"]) {
        let setup: Setup = setup.parse().unwrap();
        for at in Point::all(setup.size) {
            let mut position = AnyPosition::start(setup);
            position.play(Move::Place(at)).unwrap();
            let Some(is_right) = maps::should_swap(&position) else { continue };
            let thought = think(seeded(setup, 1), &position, 8);
            assert_eq!(thought.best == Move::Swap, is_right, "{setup} {at}");
            assert_eq!(thought.proof.map(|proof| proof.winner), Some(Side::Second));
            assert!(position.play(thought.best).is_ok());
        }
    }
}

/// Without time for a single look, the first move that comes to hand is not told as one that wins.
#[test]
fn a_move_that_was_not_looked_at_is_not_told_to_win() {
    let setup: Setup = "konobi:5".parse().unwrap();
    let mut position = AnyPosition::start(setup);
    position.play(Move::Place("c3".parse().unwrap())).unwrap();
    assert_eq!(maps::should_swap(&position), Some(false));
    let thought = think(seeded(setup, 1), &position, 1);
    assert_eq!((thought.proof, thought.candidates.iter().map(|one| one.visits).sum()), (None, 0));
}

/// With the swap ahead the second player wins every board that is solved.
#[test]
fn no_proof_forgets_the_swap() {
    for setup in ["konobi:3", "quentin:3", "quentin:4"] {
        let setup: Setup = setup.parse().unwrap();
        let thought = think(seeded(setup, 1), &AnyPosition::start(setup), 2_000);
        let winner = thought.proof.map(|proof| proof.winner);
        assert!(winner.is_none_or(|winner| winner == Side::Second), "{setup}: {winner:?}");
    }
}

const PLAYERS: [&str; 8] =
    ["1", "3", "5", "random", "oneply", "uct:30", "engine,net=off", "engine"];

/// All that the engine has, the net of the game included, with chance that begins here.
fn seeded(setup: Setup, seed: u64) -> Config {
    let game = setup.spec.id;
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../train/weights");
    let bytes = fs::read(weights.join(format!("{game}-6x64.bin"))).ok();
    let net = bytes.map(|bytes| Net::read(&bytes, game).expect("a net that is kept is whole"));
    let evaluator = net.map(|net| Arc::new(net) as Arc<dyn Evaluator>);
    Config { seed, evaluator, ..Config::full() }
}

#[test]
fn all_players_pass_when_forced_to() {
    let setup: Setup = "quentin:5".parse().unwrap();
    let position = text::read(setup, "BWBWW/....W/B.W.B/W.B.W/WBB.B white").unwrap();
    for name in PLAYERS {
        let mut player = name.parse::<Entrant>().unwrap().player(setup, seeded(setup, 1));
        let thought = player.think(&position, Limits::visits(20), &Patience::endless());
        assert_eq!(thought.best, Move::Pass, "{name}");
    }
}

#[test]
fn all_players_play_legal_moves_to_the_end() {
    for setup in ["konobi:5", "quentin:5", "order-and-chaos", "konobi:1"] {
        let setup: Setup = setup.parse().unwrap();
        for name in PLAYERS {
            let entrant: Entrant = name.parse().unwrap();
            let mut player = entrant.player(setup, seeded(setup, 7));
            let mut position = AnyPosition::start(setup);
            while position.winner().is_none() {
                let thought = player.think(&position, Limits::visits(10), &Patience::endless());
                position.play(thought.best).unwrap_or_else(|why| panic!("{name}: {why:?}"));
            }
        }
    }
}

#[test]
fn no_level_from_two_on_misses_a_win_at_once() {
    let wins = |position: &AnyPosition, mv: Move| {
        let mut next = *position;
        next.play(mv).is_ok() && next.winner() == Some(position.to_move())
    };
    for setup in ["konobi:6,nopie", "quentin:6,nopie"] {
        let (config, mut met) = (seeded(setup.parse().unwrap(), 3), 0);
        for position in positions(setup, 150) {
            let moves = position.moves_of(position.to_move());
            if !moves.iter().any(|mv| wins(&position, *mv)) {
                continue;
            }
            met += 1;
            for level in Level::all().filter(|level| *level >= Level::new(2).unwrap()) {
                let mut player = levels::player_with(level, position.setup(), config.clone());
                let thought = player.think(&position, Limits::visits(30), &Patience::endless());
                assert!(wins(&position, thought.best), "level {level}: {position:?}");
            }
        }
        assert!(met > 5, "{setup}: {met}");
    }
}
