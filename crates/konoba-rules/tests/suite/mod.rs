//! The laws that every game obeys, whatever it is: one suite, generic over the rules. A new game
//! calls [`obeys_the_laws`] and has its proof.

mod laws;

use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{Move, Position, Rules, Setup};

/// Plays random games from the start and holds every position of them against the laws.
pub(crate) fn obeys_the_laws<R: Rules>(setup: Setup, games: u32) {
    for seed in 0..games {
        let mut dice = WyRand::new(u64::from(seed) << 8 | u64::from(setup.size));
        let mut position = Position::<R>::start(setup);
        let mut played: Vec<Move> = Vec::new();
        laws::hold_at(&position);
        while position.winner().is_none() {
            let moves: Vec<Move> = position.moves().collect();
            let mv = moves[dice.below(moves.len() as u32) as usize];
            laws::hold_over(&position, mv);
            position.play(mv).expect("a listed move can be played");
            played.push(mv);
            laws::hold_at(&position);
            assert!(played.len() <= 3 * usize::from(setup.size).pow(2) + 3, "a game ends");
        }
        laws::hold_at_the_end(&position);
        laws::replays(&position, setup, &played);
    }
}
