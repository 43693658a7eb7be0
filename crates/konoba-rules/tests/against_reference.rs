//! The fast rules against the literal ones, ply by ply: in random games, in games that are steered
//! to where rules are rare (long games, forced passes, fills, ties), from random stones, and in the
//! neighbourhood of the forced passes that other implementations have found.

mod common;

use common::Twins;
use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Grid, Move, Piece, Point, Setup, Side};

/// How many games on each of the sizes up to this one. The literal rules are slow on large boards,
/// above all those of Quentin.
type Games = [(u8, u64); 5];
const KONOBI: Games = [(1, 4), (5, 800), (8, 200), (13, 25), (19, 6)];
const QUENTIN: Games = [(1, 4), (5, 500), (8, 80), (13, 10), (19, 3)];
const ORDER_AND_CHAOS: u64 = 400;

#[test]
fn konobi() {
    let tally = play_on_all_sizes("konobi", KONOBI);
    assert!(tally.passes > 0, "{tally:?}");
}

#[test]
fn quentin() {
    let tally = play_on_all_sizes("quentin", QUENTIN);
    assert!(tally.fills > tally.plies / 4, "{tally:?}");
}

#[test]
fn order_and_chaos() {
    for variant in ["exact-five", "five-or-six", "lasting-five"] {
        let tally = play_games(&format!("order-and-chaos:{variant}"), ORDER_AND_CHAOS);
        assert!(tally.plies / ORDER_AND_CHAOS > 20, "{tally:?}");
    }
}

/// Games that once came to a forced pass are left some moves before it and played on.
#[test]
fn near_forced_passes() {
    let mut tally = Tally::default();
    let disputed = konoba_golden::disputed().unwrap_or_default();
    for game in konoba_golden::open_games().into_iter().chain(disputed) {
        let moves: Vec<Move> =
            game.plies.iter().map(|ply| Move::read(&ply.mv, game.setup.spec).unwrap()).collect();
        let Some(pass) = moves.iter().position(|mv| *mv == Move::Pass) else { continue };
        for left in pass.saturating_sub(10)..=pass {
            let mut twins = Twins::start(game.setup);
            moves[..left].iter().for_each(|mv| twins.play(*mv));
            (0..4).for_each(|seed| play_game(twins.clone(), &mut WyRand::new(seed), &mut tally));
        }
    }
    assert!(tally.passes > 100, "{tally:?}");
}

/// What the games met.
#[derive(Debug, Default)]
struct Tally {
    plies: u64,
    passes: u64,
    fills: u64,
}

fn play_on_all_sizes(game: &str, games: Games) -> Tally {
    let mut total = Tally::default();
    for size in 1..=19 {
        let games_on_it = games.iter().find(|(up_to, _)| size <= *up_to);
        let (_, games) = games_on_it.expect("there is no larger size");
        let tally = play_games(&format!("{game}:{size}"), *games);
        total.plies += tally.plies;
        total.passes += tally.passes;
        total.fills += tally.fills;
    }
    total
}

/// Half of the games begin with the empty board, half with random stones.
fn play_games(setup: &str, games: u64) -> Tally {
    let setup: Setup = setup.parse().expect("it is a set-up");
    let mut tally = Tally::default();
    for game in 0..games {
        let mut dice = WyRand::new(game);
        let start = match game % 2 {
            0 => Twins::start(setup),
            _ => random_stones(setup, &mut dice),
        };
        play_game(start, &mut dice, &mut tally);
    }
    tally
}

fn play_game(mut twins: Twins, dice: &mut WyRand, tally: &mut Tally) {
    let styles = Side::BOTH.map(|_| Style::ALL[dice.below(Style::ALL.len() as u32) as usize]);
    let mut last = None;
    while twins.fast.winner().is_none() {
        check_some_points(&twins, dice);
        let style = styles[twins.fast.to_move().index()];
        let mv = style.choose(&twins.fast, last, dice);
        // "At least one side can always move", here even where the stones came at random.
        assert_ne!((mv, last), (Move::Pass, Some(Move::Pass)), "{:?}", twins.fast);
        twins.play(mv);
        tally.plies += 1;
        tally.passes += u64::from(mv == Move::Pass);
        tally.fills += u64::from(twins.literal.fills().iter().any(|points| !points.is_empty()));
        last = Some(mv);
    }
    twins.check();
}

/// Compares all points of a small board, and some twenty of a larger one.
fn check_some_points(twins: &Twins, dice: &mut WyRand) {
    let size = twins.fast.setup().size;
    let points: Vec<Point> = if size <= 5 {
        Point::all(size).collect()
    } else {
        let mut any = || dice.below(size.into()) as u8;
        (0..20).map(|_| Point::new(any(), any())).collect()
    };
    twins.check_points(&points);
}

/// What a player looks for.
#[derive(Clone, Copy, Debug)]
enum Style {
    /// Nothing: any move will do.
    Any,
    /// That the game goes on, like all that follow.
    Lasting,
    /// That the opponent is left with few legal points, best of all with none.
    Smothering,
    /// That much is filled.
    Filling,
    /// What the opponent has just played, mirrored. It brings about ties.
    Mirroring,
}

impl Style {
    const ALL: [Self; 5] =
        [Self::Any, Self::Lasting, Self::Smothering, Self::Filling, Self::Mirroring];

    /// The best of some fifty moves, which on a small board are nearly all there are.
    fn choose(self, position: &AnyPosition, last: Option<Move>, dice: &mut WyRand) -> Move {
        let moves = position.moves_of(position.to_move());
        let mirrored = last.and_then(mirrored).filter(|mv| moves.contains(mv));
        let some = (0..50).map(|_| moves[dice.below(moves.len() as u32) as usize]);
        let merit = |mv: &Move| self.merit(position, *mv, Some(*mv) == mirrored);
        some.chain(mirrored).max_by_key(merit).expect("there is always a move")
    }

    fn merit(self, position: &AnyPosition, mv: Move, is_mirrored: bool) -> i64 {
        let mut after = *position;
        let fills = after.play(mv).expect("a move that is listed can be played").fills;
        match self {
            Self::Any => 0,
            _ if after.winner().is_some() => i64::MIN,
            Self::Lasting => 0,
            Self::Smothering => -i64::from(after.legal_points(after.to_move()).count()),
            Self::Filling => i64::from((fills[0] | fills[1]).count()),
            Self::Mirroring => i64::from(is_mirrored),
        }
    }
}

/// The same move as it looks from the opponent's edges.
fn mirrored(mv: Move) -> Option<Move> {
    let over = |at: Point| Point::new(at.y, at.x);
    match mv {
        Move::Place(at) => Some(Move::Place(over(at))),
        Move::PlacePiece(piece, at) => Some(Move::PlacePiece(piece.other(), over(at))),
        Move::Swap | Move::Pass => None,
    }
}

/// Some pieces, wherever a board with them can stand.
fn random_stones(setup: Setup, dice: &mut WyRand) -> Twins {
    let points = u32::from(setup.size).pow(2);
    let mut letters = vec!['.'; points as usize];
    let mut twins = Twins::read(setup, &written(setup, &letters)).expect("an empty board stands");
    for _ in 0..dice.below(points + 1) {
        let at = dice.below(points) as usize;
        let piece = Piece::BOTH[dice.below(2) as usize];
        let before = std::mem::replace(&mut letters[at], setup.spec.piece(piece).letter);
        match Twins::read(setup, &written(setup, &letters)) {
            Ok(standing) => twins = standing,
            Err(_) => letters[at] = before,
        }
    }
    twins
}

fn written(setup: Setup, letters: &[char]) -> String {
    let rows: Vec<String> = letters.chunks(setup.size.into()).map(String::from_iter).collect();
    format!("{} {}", rows.join("/"), setup.spec.side(Side::First).id)
}
