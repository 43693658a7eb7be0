//! Puzzles as text.

use std::fmt::Write;

use konoba_rules::Setup;

use crate::notation::{Notation, Packed, Readable};
use crate::{Measured, Plies, Puzzle, Source, Step};

/// What stands for all moves that lose and are not named.
pub(crate) const REST: &str = "*";

/// A puzzle as [`read`](crate::read) reads it, with the empty line that ends it.
pub fn write(puzzle: &Puzzle) -> String {
    written::<Readable>(puzzle)
}

/// The same in about half as many letters, for those that come with Konoba.
pub fn pack(puzzle: &Puzzle) -> String {
    written::<Packed>(puzzle)
}

fn written<N: Notation>(puzzle: &Puzzle) -> String {
    // There is never a swap, so it is not said.
    let setup = Setup { pie: puzzle.setup.spec.has_pie, ..puzzle.setup };
    let moves = N::moves(&puzzle.moves, setup);
    let mut text = format!("{setup}{}{moves}\nw ", N::MARK);
    match puzzle.plies {
        Plies::Exactly(plies) => text.push_str(&plies.to_string()),
        Plies::Beyond => text.push('+'),
    }
    text.push_str(&N::themes(&puzzle.themes));
    text.push('\n');
    puzzle.steps.iter().for_each(|step| write_step::<N>(&mut text, step, setup));
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

fn write_step<N: Notation>(text: &mut String, step: &Step, setup: Setup) {
    text.push_str("s ");
    let wins: Vec<String> = step.wins.iter().map(|mv| N::one(*mv, setup)).collect();
    text.push_str(&wins.join("/"));
    if let Some(answer) = step.answer {
        let _ = write!(text, " {}", N::one(answer, setup));
    }
    // The longest list of wrong moves is written as the rest: all that no other list names.
    let longest = step.refutations.iter().map(|refutation| refutation.wrong.len()).max();
    let rest = step.refutations.iter().position(|own| Some(own.wrong.len()) == longest);
    for (place, refutation) in step.refutations.iter().enumerate() {
        let wrong = match rest == Some(place) {
            true => REST.to_owned(),
            false => N::moves(&refutation.wrong, setup),
        };
        let _ = write!(text, "|{wrong}:{}", N::moves(&refutation.line, setup));
    }
    text.push('\n');
}
