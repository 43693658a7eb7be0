//! Whole sets of legal points by the fast rules and by the literal ones.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;

use konoba_engine::legal_points;
use konoba_reference::Literal;
use konoba_rules::playout::{Opening, WyRand};
use konoba_rules::{AnyPosition, Grid, Move, Piece, Point, Position, Rules, Setup, Visitor};

use super::report::Measured;
use super::{BatchResult, Checksum, Speed, measure};

/// Measures masks on positions from random games; the literal ones are made only once each.
pub(super) fn compare(setup: Setup, positions: u32, time: Duration) -> [Measured; 2] {
    let unit = "masks/s";
    let [fast, literal] = AnyPosition::start(setup).visit(Both { positions, time });
    [
        Measured::new("mask", setup, unit, fast),
        Measured::new("reference-mask", setup, unit, literal),
    ]
}

struct Both {
    positions: u32,
    time: Duration,
}

impl Visitor for Both {
    type Output = [Speed; 2];

    fn visit<R: Rules>(self, start: &Position<R>) -> [Speed; 2] {
        let positions = &sample(start, self.positions as usize);
        let fast = measure(1, self.time, |_, rounds| masks(positions, rounds));
        let literals: Vec<_> = positions.iter().map(literal).collect();
        let literal = measure(1, Duration::ZERO, |_, _| literal_masks(&literals));
        [fast, literal]
    }
}

/// So many positions from all phases of random games.
pub(super) fn sample<R: Rules>(start: &Position<R>, count: usize) -> Vec<Position<R>> {
    const GAMES: usize = 4;
    let mut opening = Opening::from_position(start);
    let mut dice = WyRand::new(0);
    let mut positions = Vec::new();
    let mut games = 0;
    while games < GAMES || positions.len() < count {
        let mut position = *start;
        opening.play_out(&mut start.rules().clone(), &mut dice, |step| {
            positions.push(position);
            let placed = |(at, piece)| Move::placement(R::SPEC.choice, piece, at);
            position.try_play(step.placed.map_or(Move::Pass, placed)).expect("a playout is legal");
        });
        games += 1;
    }
    (0..count).map(|number| positions[number * positions.len() / count]).collect()
}

/// The masks of some positions, again and again.
fn masks<R: Rules>(positions: &[Position<R>], rounds: u32) -> BatchResult {
    let mut checksum = Checksum::default();
    for position in positions {
        let points = legal_points(position, position.to_move());
        points.iter().for_each(|at| checksum.add(at.index() as u64));
    }
    // From the second round on the mask is all that is computed.
    for _ in 1..rounds {
        for position in positions {
            black_box(legal_points(position, position.to_move()));
        }
    }
    BatchResult { count: u64::from(rounds) * positions.len() as u64, checksum: checksum.0 }
}

/// The same position for the literal rules.
fn literal<R: Rules>(position: &Position<R>) -> Literal {
    let pieces = position.rules().pieces();
    let cells = Piece::BOTH
        .into_iter()
        .flat_map(|piece| pieces[piece.index()].iter().map(move |at| (at, piece)));
    Literal::with_cells(
        &position.setup(),
        cells.collect::<BTreeMap<Point, Piece>>(),
        position.to_move(),
    )
}

fn literal_masks(positions: &[Literal]) -> BatchResult {
    let mut checksum = Checksum::default();
    for position in positions {
        let mut points: Vec<_> =
            position.legal(position.to_move()).into_iter().map(|(at, _)| at.index()).collect();
        // Where either piece may be placed, a point is listed twice.
        points.sort_unstable();
        points.dedup();
        points.into_iter().for_each(|index| checksum.add(index as u64));
    }
    BatchResult { count: positions.len() as u64, checksum: checksum.0 }
}
