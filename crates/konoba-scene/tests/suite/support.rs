//! Random games, and every move that is refused in their positions.

use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Grid, Move, Piece, Played, Point, Points, Setup, Side, Spec};
use konoba_scene::Refusal;

/// Set-ups of a game: the smallest sizes, a few others and the largest, every variant, with the
/// swap and without.
pub(crate) fn setups(spec: &'static Spec) -> Vec<Setup> {
    let default = Setup::default_of(spec);
    let sizes = [1, 2, 3, 4, 5, 6, 7, 9, 11, 19].into_iter();
    let sized = sizes.filter_map(|size| default.with_size(size).ok());
    let sized = sized.map(|setup| if setup.size % 2 == 0 { setup.without_pie() } else { setup });
    let variants =
        (1..spec.variants.len()).map(|variant| Setup { variant: variant as u8, ..default });
    sized.chain(variants).collect()
}

/// How much of a game is looked at.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    /// How many random games are played on the smallest board; larger ones have longer games and
    /// need fewer.
    pub(crate) games: u64,
    /// About how many positions of each game are looked at, the first and the last among them.
    pub(crate) positions: u16,
}

impl Sample {
    pub(crate) const SMALL: Self = Self { games: 6, positions: 5 };
    pub(crate) const MIDDLING: Self = Self { games: 40, positions: 12 };
    pub(crate) const LARGE: Self = Self { games: 200, positions: 100 };
}

/// Plays random games of every set-up, each from a seed of its own, and calls `each` with positions
/// and the moves that led to them. The swap is taken as often as any other move.
pub(crate) fn walk(
    spec: &'static Spec,
    sample: Sample,
    mut each: impl FnMut(&AnyPosition, Option<Played<Points>>),
) {
    for setup in setups(spec) {
        let size = u16::from(setup.size);
        let games = (sample.games / u64::from(size)).max(1);
        let step = (size * size / sample.positions).max(1);
        for seed in 0..games {
            let mut dice = WyRand::new(seed);
            let mut position = AnyPosition::start(setup);
            each(&position, None);
            while position.winner().is_none() {
                let mut moves = position.moves_of(position.to_move());
                // Moves are listed in no promised order.
                moves.sort_unstable();
                let mv = moves[dice.below(moves.len() as u32) as usize];
                let played = position.play(mv).expect("a listed move is legal");
                if position.ply().is_multiple_of(step) || position.winner().is_some() {
                    each(&position, Some(played));
                }
            }
        }
    }
}

/// Positions of a game in which the side to move must pass, for which random games are too few.
pub(crate) fn forced_passes(spec: &'static Spec) -> Vec<AnyPosition> {
    let positions = [
        ("konobi", "BWBB/W..W/BBWB/BWWW black"),
        ("quentin", "BWBWW/....W/B.W.B/W.B.W/WBB.B white"),
    ];
    let of_game = positions.into_iter().filter(|(id, _)| *id == spec.id);
    let read = |text| konoba_rules::text::read(Setup::default_of(spec), text);
    of_game.map(|(_, text)| read(text).expect("the position can stand")).collect()
}

/// Everything that either side can try and is refused, points off the board included.
pub(crate) fn refusals(position: &AnyPosition) -> impl Iterator<Item = Refusal> {
    let size = position.setup().size;
    let off = [Point::new(size, 0), Point::new(0, size), Point::new(25, 98), Point::new(255, 255)];
    let points = Point::all(size).chain(off);
    let placements = points.flat_map(|at| {
        let pieces = Piece::BOTH.map(|piece| Move::PlacePiece(piece, at));
        [Move::Place(at)].into_iter().chain(pieces)
    });
    let moves = placements.chain([Move::Swap, Move::Pass]);
    moves.flat_map(|mv| Side::BOTH.map(|side| Refusal::of(position, side, mv))).flatten()
}

/// A move that would fill something, if the side to move has one.
pub(crate) fn filling(position: &AnyPosition) -> Option<Played<Points>> {
    let moves = position.moves_of(position.to_move()).into_iter();
    let mut played = moves.filter_map(|mv| { *position }.play(mv).ok());
    played.find(|played| played.fills.iter().any(|fills| !fills.is_empty()))
}

/// A position after these moves, with the last one.
pub(crate) fn after(setup: &str, moves: &str) -> (AnyPosition, Option<Played<Points>>) {
    let setup: Setup = setup.parse().expect("the set-up is one");
    let mut position = AnyPosition::start(setup);
    let mut last = None;
    for word in moves.split_whitespace() {
        let mv = Move::read(word, setup.spec).expect("the move is one");
        last = Some(position.play(mv).expect("the move is legal"));
    }
    (position, last)
}
