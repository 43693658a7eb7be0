//! Random games by the fast rules and by the literal ones.

use std::time::Duration;

use konoba_kernels::{self as kernels, Batch};
use konoba_reference::Literal;
use konoba_rules::playout::{Opening, PlayoutMove, PlayoutRules, WyRand};
use konoba_rules::{AnyPosition, Point, Position, Rules, Setup, Side, Visitor};

use super::report::Measured;
use super::{BatchResult, Checksum, Speed, measure};

const UNIT: &str = "moves/s";

/// Measures playouts; the literal ones are only as many as the checksum covers.
pub(super) fn compare(setup: Setup, games: u32, time: Duration) -> [Measured; 2] {
    let fast = AnyPosition::start(setup).visit(Fast { games, time, processor: Processor::This });
    [Measured::new("playout", setup, UNIT, fast), literal(setup, games)]
}

/// The same with the instructions that every processor has.
pub(super) fn compare_portable(setup: Setup, games: u32, time: Duration) -> [Measured; 2] {
    let fast = AnyPosition::start(setup).visit(Fast { games, time, processor: Processor::Any });
    [Measured::new("playout-portable", setup, UNIT, fast), literal(setup, games)]
}

fn literal(setup: Setup, games: u32) -> Measured {
    let opening = &Opening::new(setup.spec.choice, Side::First, Point::all(setup.size));
    let start = &Literal::new(&setup);
    let literal = measure(games, Duration::ZERO, |seed, games| {
        play(Playouts { opening, start, seed, games }, Processor::This)
    });
    Measured::new("reference", setup, UNIT, literal)
}

/// Whose instructions are used.
#[derive(Clone, Copy)]
enum Processor {
    This,
    Any,
}

struct Fast {
    games: u32,
    time: Duration,
    processor: Processor,
}

impl Visitor for Fast {
    type Output = Speed;

    fn visit<R: Rules>(self, position: &Position<R>) -> Speed {
        let opening = &Opening::from_position(position);
        let start = position.rules();
        measure(self.games, self.time, |seed, games| {
            play(Playouts { opening, start, seed, games }, self.processor)
        })
    }
}

/// The first batch tells every move, for the checksum that is printed. The others are timed, and tell
/// only how each game ended: what a move costs there is what the game asks, and not the telling.
fn play<J: PlayoutRules + Clone>(playouts: Playouts<'_, J>, processor: Processor) -> BatchResult {
    match (playouts.seed, processor) {
        (0, Processor::This) => kernels::run(Told(playouts)),
        (0, Processor::Any) => kernels::run_portable(Told(playouts)),
        (_, Processor::This) => kernels::run(playouts),
        (_, Processor::Any) => kernels::run_portable(playouts),
    }
}

/// Games one after another. The implementation of the rules is all that differs between the fast and the literal.
struct Playouts<'a, J> {
    opening: &'a Opening,
    start: &'a J,
    seed: u64,
    games: u32,
}

/// The same, with every move in the checksum.
struct Told<'a, J>(Playouts<'a, J>);

impl<J: PlayoutRules + Clone> Batch for Playouts<'_, J> {
    type Output = BatchResult;

    #[inline(always)]
    fn run(self) -> BatchResult {
        self.run_telling(|_, _| {})
    }
}

impl<J: PlayoutRules + Clone> Batch for Told<'_, J> {
    type Output = BatchResult;

    #[inline(always)]
    fn run(self) -> BatchResult {
        self.0.run_telling(|checksum, step| checksum.add(number(step)))
    }
}

impl<J: PlayoutRules + Clone> Playouts<'_, J> {
    #[inline(always)]
    fn run_telling(self, tell: impl Fn(&mut Checksum, PlayoutMove)) -> BatchResult {
        let Self { opening, start, seed, games } = self;
        let mut opening = opening.clone();
        let mut dice = WyRand::new(seed);
        let mut checksum = Checksum::default();
        let mut count = 0;
        for _ in 0..games {
            let mut rules = start.clone();
            let ending = opening.play_out(&mut rules, &mut dice, |step| tell(&mut checksum, step));
            checksum.add(ending.winner.index() as u64);
            count += u64::from(ending.moves);
        }
        BatchResult { count, checksum: checksum.0 }
    }
}

/// A different number for each step, and 0 for a pass.
#[inline(always)]
fn number(step: PlayoutMove) -> u64 {
    step.placed.map_or(0, |(at, piece)| 1 + (at.index() * 2 + piece.index()) as u64)
}
