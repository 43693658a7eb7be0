//! Certificates from a search that remembers everything and prunes nothing.

use std::collections::{HashMap, HashSet};

use konoba_checker::HEADING;
use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Move, Side, text};

/// Who wins, by position.
type Known = HashMap<String, Side>;

/// A certificate for the side that wins a position. Of several winning replies the seed chooses one.
pub(crate) fn certificate(game: &str, start: &str, seed: u64) -> String {
    let start = text::read(game.parse().unwrap(), start).unwrap();
    let mut known = Known::new();
    let winner = winner_of(&start, &mut known);
    let spec = start.setup().spec;
    let mut lines = vec![
        HEADING.to_owned(),
        format!("game {}", start.setup()),
        format!("start {}", text::write(&start)),
        format!("winner {}", spec.side(winner).id),
    ];
    let mut dice = WyRand::new(seed);
    let (mut replied, mut waiting) = (HashSet::new(), vec![start]);
    while let Some(position) = waiting.pop() {
        if position.winner().is_some() {
            continue;
        }
        let mut moves = position.moves_of(position.to_move());
        moves.sort();
        if position.to_move() == winner {
            if !replied.insert(text::write(&position)) {
                continue;
            }
            moves.retain(|mv| winner_of(&after(&position, *mv), &mut known) == winner);
            let mv = moves[dice.below(moves.len() as u32) as usize];
            lines.push(mv.written(spec).to_string());
            moves = vec![mv];
        }
        waiting.extend(moves.iter().rev().map(|mv| after(&position, *mv)));
    }
    lines.join("\n") + "\n"
}

fn winner_of(position: &AnyPosition, known: &mut Known) -> Side {
    if let Some(winner) = position.winner() {
        return winner;
    }
    let name = text::write(position);
    if let Some(winner) = known.get(&name) {
        return *winner;
    }
    let side = position.to_move();
    let mut moves = position.moves_of(side).into_iter();
    let wins = moves.any(|mv| winner_of(&after(position, mv), known) == side);
    let winner = if wins { side } else { side.other() };
    known.insert(name, winner);
    winner
}

fn after(position: &AnyPosition, mv: Move) -> AnyPosition {
    let mut next = *position;
    next.play(mv).unwrap();
    next
}
