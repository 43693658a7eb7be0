//! Puzzles as text.

use std::fmt::Write;

use konoba_rules::{Move, Setup, Spec};

use crate::{Measured, Plies, Puzzle, Source, Step};

/// What stands for all moves that lose and are not named.
pub(crate) const REST: &str = "*";

/// A puzzle as [`read`](crate::read) reads it, with the empty line that ends it.
pub fn write(puzzle: &Puzzle) -> String {
    let spec = puzzle.setup.spec;
    // There is never a swap, so it is not said.
    let setup = Setup { pie: spec.has_pie, ..puzzle.setup };
    let mut text = format!("{setup} {}\nw ", joined(&puzzle.moves, spec));
    match puzzle.plies {
        Plies::Exactly(plies) => text.push_str(&plies.to_string()),
        Plies::Beyond => text.push('+'),
    }
    for theme in &puzzle.themes {
        text.push(' ');
        text.push_str(theme.id());
    }
    text.push('\n');
    puzzle.steps.iter().for_each(|step| write_step(&mut text, step, spec));
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

fn write_step(text: &mut String, step: &Step, spec: &'static Spec) {
    text.push_str("s ");
    let wins: Vec<String> = step.wins.iter().map(|mv| mv.written(spec).to_string()).collect();
    text.push_str(&wins.join("/"));
    if let Some(answer) = step.answer {
        let _ = write!(text, " {}", answer.written(spec));
    }
    // Those with the longest list are not listed.
    let longest = step.refutations.iter().map(|refutation| refutation.wrong.len()).max();
    let rest = step.refutations.iter().position(|own| Some(own.wrong.len()) == longest);
    for (place, refutation) in step.refutations.iter().enumerate() {
        let wrong = match rest == Some(place) {
            true => REST.to_owned(),
            false => joined(&refutation.wrong, spec),
        };
        let _ = write!(text, "|{wrong}:{}", joined(&refutation.line, spec));
    }
    text.push('\n');
}

/// Moves without anything between them; a pass, which has no number at its end, is set apart.
fn joined(moves: &[Move], spec: &'static Spec) -> String {
    let mut text = String::new();
    for mv in moves {
        let written = mv.written(spec).to_string();
        match written.ends_with(|letter: char| letter.is_ascii_digit()) {
            true => text.push_str(&written),
            false => text.push_str(&format!(" {written} ")),
        }
    }
    text
}
