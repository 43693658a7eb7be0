//! How games begin, so that they go where the best play alone never would.

use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{Grid, Move, Point, Position, Rules};

/// From where games begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Openings {
    /// From openings of all kinds, those after which one side stands far better among them.
    Mixed,
    /// From the empty board.
    Empty,
}

/// How the first moves of a game are chosen: some by chance alone, then some by a soft policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// How many moves are random, each legal one as likely as the next.
    pub random: u32,
    /// How many moves after these are drawn by the net's policy.
    pub by_policy: u32,
}

impl Opening {
    /// The opening of a game. A mixed one is mostly few random moves and some by policy; one game
    /// in five begins with many random moves, after which one side may stand far better.
    pub fn draw(openings: Openings, size: u8, dice: &mut WyRand) -> Self {
        if openings == Openings::Empty {
            return Self { random: 0, by_policy: 0 };
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixed_openings_are_of_all_kinds_and_empty_ones_of_one() {
        let mut dice = WyRand::new(1);
        let mut drawn = |openings| [(); 200].map(|()| Opening::draw(openings, 9, &mut dice));
        let mixed = drawn(Openings::Mixed);
        assert!(mixed.iter().any(|opening| opening.random > 6), "some are unbalanced");
        assert!(mixed.iter().any(|opening| opening.by_policy == 4));
        assert!(mixed.iter().any(|opening| opening.random + opening.by_policy == 0));
        let none = Opening { random: 0, by_policy: 0 };
        assert_eq!(drawn(Openings::Empty), [none; 200]);
    }
}
