//! Puzzles as text.

use std::fmt::Write;

use konoba_rules::Setup;

use crate::notation::Notation;
use crate::{Measured, Plies, Puzzle, Source, Step};

/// What stands for all moves that lose and are not named.
pub(crate) const REST: &str = "*";

/// A puzzle as [`read`](crate::read) reads it, with the empty line that ends it.
pub fn write(puzzle: &Puzzle) -> String {
    written(puzzle, Notation::Plain)
}

/// The same in about half as many letters, for those that come with Konoba.
pub fn pack(puzzle: &Puzzle) -> String {
    written(puzzle, Notation::Packed)
}

fn written(puzzle: &Puzzle, notation: Notation) -> String {
    // There is never a swap, so it is not said.
    let setup = Setup { pie: puzzle.setup.spec.has_pie, ..puzzle.setup };
    let moves = notation.moves(&puzzle.moves, setup);
    let mut text = format!("{setup}{}{moves}\nw ", notation.mark());
    match puzzle.plies {
        Plies::Exactly(plies) => text.push_str(&plies.to_string()),
        Plies::Beyond => text.push('+'),
    }
    text.push_str(&notation.themes(&puzzle.themes));
    text.push('\n');
    puzzle.steps.iter().for_each(|step| write_step(&mut text, step, setup, notation));
    let Measured { net_sees_it, quick_misses, slow_misses, nodes, plain_nodes } = puzzle.measured;
    let net = net_sees_it.map_or("-", |sees| if sees { "1" } else { "0" });
    let ([quick, quick_tries], [slow, slow_tries]) = (quick_misses, slow_misses);
    let Source { seed, game } = puzzle.source;
    let _ = writeln!(
        text,
        "m {net} {quick}/{quick_tries} {slow}/{slow_tries} {nodes} {plain_nodes} {seed}/{game}\n"
    );
    text
}

fn write_step(text: &mut String, step: &Step, setup: Setup, notation: Notation) {
    text.push_str("s ");
    let wins: Vec<String> = step.wins.iter().map(|mv| notation.one(*mv, setup)).collect();
    text.push_str(&wins.join("/"));
    if let Some(answer) = step.answer {
        let _ = write!(text, " {}", notation.one(answer, setup));
    }
    // Those with the longest list are not listed.
    let longest = step.refutations.iter().map(|refutation| refutation.wrong.len()).max();
    let rest = step.refutations.iter().position(|own| Some(own.wrong.len()) == longest);
    for (place, refutation) in step.refutations.iter().enumerate() {
        let wrong = match rest == Some(place) {
            true => REST.to_owned(),
            false => notation.moves(&refutation.wrong, setup),
        };
        let _ = write!(text, "|{wrong}:{}", notation.moves(&refutation.line, setup));
    }
    text.push('\n');
}
