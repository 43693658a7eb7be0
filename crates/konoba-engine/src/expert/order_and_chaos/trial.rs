//! Games of the expert against all comers, in which it must not lose the side that wins.

use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Move, Setup};

use super::player::{Expert, Skill, most_promising};
use super::theory::Theory;
use crate::{Limits, Player, Unwatched};

/// The player of the lost side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adversary {
    /// Plays anything.
    Random,
    /// Plays what looks best one move ahead, and now and then anything.
    Greedy,
    /// Searches as the expert does on the lost side, and now and then plays anything.
    Search,
}

impl Adversary {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Random, Self::Greedy, Self::Search];

    /// What to call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Search => "search",
        }
    }

    /// In how many of a hundred moves it plays anything, so that no two games are alike.
    const fn whims(self) -> u32 {
        match self {
            Self::Random => 100,
            Self::Greedy => 20,
            Self::Search => 10,
        }
    }
}

/// What became of some games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Trial {
    /// How many there were.
    pub games: u64,
    /// How many the expert lost.
    pub losses: u64,
    /// How many moves they took together.
    pub moves: u64,
    /// How many the longest took.
    pub longest: u16,
}

/// Plays games of a variant, the expert having the side that wins. Each seed gives other games.
pub fn trial(setup: Setup, adversary: Adversary, games: u64, seed: u64) -> Trial {
    let side = Theory::winner(setup.variant);
    let mut dice = WyRand::new(seed);
    let mut expert = Expert::new(Skill::PERFECT);
    let mut other = Expert::new(Skill::PERFECT);
    let mut trial = Trial { games, ..Trial::default() };
    for _ in 0..games {
        let mut position = AnyPosition::start(setup);
        while position.winner().is_none() {
            let mv = if position.to_move() == side {
                expert.think(&position, Limits::default(), &Unwatched).best
            } else if dice.below(100) < adversary.whims() {
                let moves = position.moves_of(position.to_move());
                moves[dice.below(moves.len() as u32) as usize]
            } else {
                reply(adversary, &position, &mut other)
            };
            position.play(mv).expect("players play legal moves");
        }
        trial.losses += u64::from(position.winner() != Some(side));
        trial.moves += u64::from(position.ply());
        trial.longest = trial.longest.max(position.ply());
    }
    trial
}

fn reply(adversary: Adversary, position: &AnyPosition, other: &mut Expert) -> Move {
    match adversary {
        Adversary::Search => {
            let limits = Limits::visits(QUICKLY);
            other.think(position, limits, &Unwatched).best
        }
        Adversary::Random | Adversary::Greedy => most_promising(position),
    }
}

/// How many positions the searching adversary looks at for a move, so that thousands of games take
/// minutes.
const QUICKLY: u64 = 2_000;

#[cfg(test)]
mod tests {
    use konoba_rules::Side;

    use super::*;

    #[test]
    fn the_winning_side_is_never_lost() {
        for variant in ["exact-five", "five-or-six", "lasting-five"] {
            let setup: Setup = format!("order-and-chaos:{variant}").parse().unwrap();
            for (adversary, games) in Adversary::ALL.into_iter().zip([40, 20, 10]) {
                let trial = trial(setup, adversary, games, 1);
                assert_eq!(trial.losses, 0, "{variant}, {adversary:?}: {trial:?}");
                assert_eq!(trial.games, games);
            }
        }
    }

    /// The same adversaries do beat an expert that follows its nose.
    #[test]
    fn a_slip_is_punished() {
        let careless = Skill { slips: 100, ..Skill::PERFECT };
        for (variant, loser) in [("exact-five", Side::First), ("lasting-five", Side::Second)] {
            let setup: Setup = format!("order-and-chaos:{variant}").parse().unwrap();
            let mut players = [Expert::new(Skill::PERFECT), Expert::new(Skill::PERFECT)];
            players[loser.index()] = Expert::new(careless);
            let mut position = AnyPosition::start(setup);
            while position.winner().is_none() {
                let player = &mut players[position.to_move().index()];
                let mv = player.think(&position, Limits::visits(20_000), &Unwatched).best;
                position.play(mv).unwrap();
            }
            assert_eq!(position.winner(), Some(loser.other()), "{variant}");
        }
    }
}
