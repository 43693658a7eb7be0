//! How the games of a pair begin.

use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Move, Setup};

/// So many random placements that leave the game open. The same number and set-up give the same
/// opening.
pub fn opening(setup: Setup, number: u64, moves: usize) -> Vec<Move> {
    // The generator is weak after few numbers, so neighbouring seeds are spread out.
    let mut dice = WyRand::new(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    // On the smallest boards any game may be over soon; an opening that ends one is cut short.
    let mut position = AnyPosition::start(setup);
    let mut opening = Vec::new();
    while opening.len() < moves {
        let mut next = position;
        let mut choices = position.moves_of(position.to_move());
        choices.retain(|mv| *mv != Move::Swap);
        let mv = choices[dice.below(choices.len() as u32) as usize];
        if next.play(mv).is_err() || next.winner().is_some() {
            break;
        }
        opening.push(mv);
        position = next;
    }
    opening
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_varied_and_repeatable() {
        let setup: Setup = "konobi:7,nopie".parse().unwrap();
        let openings: Vec<_> = (0..50).map(|number| opening(setup, number, 2)).collect();
        assert_eq!(openings, (0..50).map(|number| opening(setup, number, 2)).collect::<Vec<_>>());
        let mut different = openings.clone();
        different.sort();
        different.dedup();
        assert!(different.len() > 45 && openings.iter().all(|moves| moves.len() == 2));
        assert_eq!(opening("konobi:1".parse().unwrap(), 0, 2), [], "the first stone wins");
    }
}
