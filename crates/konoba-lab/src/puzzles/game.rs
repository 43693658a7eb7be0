//! A game between levels in which puzzles are looked for, from a seed and a number alone.

use konoba_engine::roster::Entrant;
use konoba_engine::{Config, Limits, Unwatched};
use konoba_puzzles::Puzzle;
use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Move, PieceChoice, Setup, Side, Spec};

use super::effort::MIDDLE;

/// The levels that play. Stronger ones make too few mistakes that can be punished, weaker ones too many.
const LEVELS: [&str; 5] = ["3", "4", "4.7", "5.3", "6"];
/// The same where an expert plays them, which is sooner strong.
const EXPERT_LEVELS: [&str; 4] = ["1", "2", "3", "4"];

/// The same on large boards. They play long games, and a board that is nearly full is one whose positions a solver settles.
const WEAK_LEVELS: [&str; 5] = ["1", "1.7", "2", "2.3", "3"];

/// How many moves are chosen by chance first.
const OPENING: usize = 3;
/// How many games by chance are played to find one with a forced pass in it.
const MOST_BY_CHANCE: usize = 20_000;

/// A game as it was played.
pub(super) struct PlayedGame {
    pub(super) setup: Setup,
    pub(super) moves: Vec<Move>,
}

impl PlayedGame {
    /// The game that a puzzle comes from, as far as the puzzle tells it.
    pub(super) fn of(puzzle: &Puzzle) -> Self {
        Self { setup: puzzle.setup, moves: puzzle.moves.clone() }
    }
}

/// Chance for a game of a making.
pub(super) fn dice(seed: u64, number: u32) -> WyRand {
    // The generator is weak after few numbers, so neighbouring seeds are spread out.
    let mixed = (seed ^ (u64::from(number) << 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut dice = WyRand::new(mixed ^ (mixed >> 31));
    dice.bits();
    dice
}

/// The set-ups that puzzles are made on: these sizes where there is a choice, and every variant.
pub(super) fn setups(spec: &'static Spec, sizes: &[u8]) -> Vec<Setup> {
    let default = Setup::default_of(spec).without_pie();
    let sized: Vec<Setup> = match spec.sizes.is_fixed() {
        true => vec![default],
        false => sizes.iter().filter_map(|size| default.with_size(*size).ok()).collect(),
    };
    let variants = 0..spec.variants.len().max(1) as u8;
    variants
        .flat_map(|variant| sized.iter().map(move |setup| Setup { variant, ..*setup }))
        .collect()
}

/// Plays a game to its end.
pub(super) fn play(setups: &[Setup], dice: &mut WyRand) -> PlayedGame {
    let mut any = |count: usize| dice.below(count as u32) as usize;
    let setup = setups[any(setups.len())];
    let levels: &[&str] = match setup.spec.choice {
        PieceChoice::Own if setup.size > MIDDLE => &WEAK_LEVELS,
        PieceChoice::Own => &LEVELS,
        PieceChoice::Either => &EXPERT_LEVELS,
    };
    let chosen = Side::BOTH.map(|_| (levels[any(levels.len())], any(1 << 30) as u64));
    let mut players = chosen.map(|(level, seed)| {
        let entrant: Entrant = level.parse().expect("it is a level");
        entrant.player(setup, Config { seed, ..konoba_nets::config(setup) })
    });
    let mut position = AnyPosition::start(setup);
    let mut moves = Vec::new();
    while position.winner().is_none() {
        let choices = position.moves_of(position.to_move());
        let mv = match moves.len() < OPENING {
            true => choices[any(choices.len())],
            false => {
                let player = &mut players[position.to_move().index()];
                player.think(&position, Limits::visits(1000), &Unwatched).best
            }
        };
        position.play(mv).expect("players play legal moves");
        moves.push(mv);
    }
    PlayedGame { setup, moves }
}

/// Plays games by chance until a side has to pass in one, and returns that game up to the pass; `None` if there is none in many.
pub(super) fn play_to_pass(setups: &[Setup], dice: &mut WyRand) -> Option<PlayedGame> {
    let mut any = |count: usize| dice.below(count as u32) as usize;
    for _ in 0..MOST_BY_CHANCE {
        let setup = setups[any(setups.len())];
        let mut position = AnyPosition::start(setup);
        let mut moves = Vec::new();
        while position.winner().is_none() {
            let choices = position.moves_of(position.to_move());
            let mv = choices[any(choices.len())];
            if mv == Move::Pass {
                return Some(PlayedGame { setup, moves });
            }
            position.play(mv).expect("the move is legal");
            moves.push(mv);
        }
    }
    None
}
