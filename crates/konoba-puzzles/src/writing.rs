//! Puzzles as text.

use std::fmt::Write;

use konoba_rules::{Move, Setup, Spec};

use crate::{Measured, Plies, Puzzle, Source, Step};

/// A puzzle as [`read`](crate::read) reads it, with the empty line that ends it.
pub fn write(puzzle: &Puzzle) -> String {
    let spec = puzzle.setup.spec;
    // There is never a swap, so it is not said.
    let setup = Setup { pie: spec.has_pie, ..puzzle.setup };
    let mut text = format!("{setup} {}\nw ", moves(&puzzle.moves, spec, " "));
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
    text.push_str(&moves(&step.wins, spec, "/"));
    if let Some(answer) = step.answer {
        let _ = write!(text, " {}", answer.written(spec));
    }
    for refutation in &step.refutations {
        let _ = write!(text, " | {}:", moves(&refutation.wrong, spec, " "));
        for mv in &refutation.line {
            let _ = write!(text, " {}", mv.written(spec));
        }
    }
    text.push('\n');
}

fn moves(moves: &[Move], spec: &'static Spec, between: &str) -> String {
    moves.iter().map(|mv| mv.written(spec).to_string()).collect::<Vec<_>>().join(between)
}
