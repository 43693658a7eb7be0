//! How games begin, so that they go where the best play alone never would.

use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{Grid, Move, Point, Position, Rules};

/// How the first moves of a game are chosen: some by chance alone, then some by a soft policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// How many moves are random, each legal one as likely as the next.
    pub random: u32,
    /// How many moves after these are drawn by the net's policy.
    pub by_policy: u32,
}

impl Opening {
    /// The opening of a game: mostly few random moves and some by policy; one game in five begins
    /// with many random moves, after which one side may stand far better.
    pub fn draw(size: u8, dice: &mut WyRand) -> Self {
        let size = u32::from(size);
        if dice.below(5) == 0 {
            Self { random: dice.below(size + 1), by_policy: 0 }
        } else {
            Self { random: dice.below(3), by_policy: dice.below(size / 2 + 1) }
        }
    }
}

/// The start of a game after so many random moves, none of which has won it.
pub fn random_start<R: Rules>(empty: &Position<R>, moves: u32, dice: &mut WyRand) -> Position<R> {
    loop {
        let mut position = *empty;
        for _ in 0..moves {
            let mv = random_point(&position, dice).map_or(Move::Pass, Move::Place);
            if position.try_play(mv).is_none() {
                break;
            }
        }
        if position.winner().is_none() {
            return position;
        }
    }
}

/// A legal point, each as likely as the next; `None` if there is none.
pub fn random_point<R: Rules>(position: &Position<R>, dice: &mut WyRand) -> Option<Point> {
    let legal = position.legal_points(position.to_move());
    let count = legal.count();
    (count > 0).then(|| legal.iter().nth(dice.below(count) as usize))?
}
