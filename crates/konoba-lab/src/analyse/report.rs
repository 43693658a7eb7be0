//! What is printed of an analysis, line by line as it comes, or as one object.

use std::io::{self, Write};

use konoba_rules::{AnyPosition, Move, Record, Side};
use konoba_table::{Assessed, Recorded, Verdict};
use serde_json::{Value, json};

use super::ReviewedMove;
use super::seen::Seen;
use crate::many;

/// The game, as what is printed needs it.
pub(super) struct Report {
    setup: konoba_rules::Setup,
    /// The moves with the positions in which they were played.
    moves: Vec<(AnyPosition, Move)>,
}

impl Report {
    pub(super) fn of(record: &Record) -> Self {
        let (game, mut position) = (Recorded::of(record), *record.start());
        let moves = game.moves().map(|mv| {
            let before = position;
            position.play(mv).expect("a record holds legal moves only");
            (before, mv)
        });
        Self { setup: record.setup(), moves: moves.collect() }
    }

    /// The moves that were looked at from both ends, each with what it cost.
    pub(super) fn turns(&self, seen: &[Seen]) -> Vec<ReviewedMove> {
        (1..seen.len()).map(|number| self.turn(seen, number)).collect()
    }

    /// A move with what is said of it: the same as wherever the saved analysis is read.
    fn turn(&self, seen: &[Seen], number: usize) -> ReviewedMove {
        let spec = self.setup.spec;
        let (position, mv) = &self.moves[number - 1];
        let (before, after) = (seen[number - 1].evaluation(spec), seen[number].evaluation(spec));
        let mut next = *position;
        next.play(*mv).expect("a record holds legal moves only");
        let before = Assessed { position, evaluation: before.as_ref() };
        let after = Assessed { position: &next, evaluation: after.as_ref() };
        // Where one of the looks found out nothing the cost is not known.
        let verdict = before.cost(*mv, after).map_or(Verdict::Fine, Verdict::of_cost);
        ReviewedMove { number, side: position.to_move(), mv: *mv, verdict }
    }

    /// Prints what the last position that was looked at adds: a heading, or the move that led to it.
    pub(super) fn print_last(&self, seen: &[Seen]) -> io::Result<()> {
        let mut output = io::stdout().lock();
        let (setup, spec) = (self.setup, self.setup.spec);
        let number = seen.len() - 1;
        let after = &seen[number];
        if number == 0 {
            let first = spec.side(Side::First).name;
            writeln!(output, "{setup}; win rates of {first}: {} at the start", percent(after))?;
            return output.flush();
        }
        let ReviewedMove { side, mv, verdict, .. } = self.turn(seen, number);
        let (name, mv) = (spec.side(side).name, mv.written(spec).to_string());
        write!(output, "{number:>4} {name:<6} {mv:<5} {:>8}", percent(after))?;
        if let Some(word) = verdict.word() {
            write!(output, "  {word}; better: {}", seen[number - 1].written_line(spec))?;
        }
        writeln!(output)?;
        output.flush()
    }

    /// Prints how much went wrong on each side.
    pub(super) fn print_sums(&self, turns: &[ReviewedMove]) -> io::Result<()> {
        let mut output = io::stdout().lock();
        for side in Side::BOTH {
            let [blunders, mistakes] = counts(turns, side);
            let name = self.setup.spec.side(side).name;
            let (blunders, mistakes) = (many(blunders, "blunder"), many(mistakes, "mistake"));
            writeln!(output, "{name}: {blunders}, {mistakes}")?;
        }
        Ok(())
    }

    /// The same for programs.
    pub(super) fn json(&self, seen: &[Seen], turns: &[ReviewedMove]) -> Value {
        let spec = self.setup.spec;
        let moves: Vec<_> = turns
            .iter()
            .map(|turn| {
                let better = turn.verdict.word().map(|_| {
                    let line = seen[turn.number - 1].written_line(spec);
                    line.split(' ').map(str::to_owned).collect::<Vec<_>>()
                });
                json!({
                    "number": turn.number,
                    "side": spec.side(turn.side).id,
                    "move": turn.mv.written(spec).to_string(),
                    "first_wins": seen[turn.number].first_wins,
                    "verdict": turn.verdict.word(),
                    "better": better,
                })
            })
            .collect();
        let sums = Side::BOTH.map(|side| {
            let [blunders, mistakes] = counts(turns, side);
            json!({ "side": spec.side(side).id, "blunders": blunders, "mistakes": mistakes })
        });
        json!({
            "setup": self.setup.to_string(),
            "first_wins_at_start": seen[0].first_wins,
            "moves": moves,
            "sides": sums,
        })
    }
}

/// How many blunders and mistakes a side made.
fn counts(turns: &[ReviewedMove], side: Side) -> [usize; 2] {
    [Verdict::Blunder, Verdict::Mistake].map(|verdict| {
        turns.iter().filter(|turn| turn.side == side && turn.verdict == verdict).count()
    })
}

/// The win rate of the first side, as people read it.
fn percent(seen: &Seen) -> String {
    seen.first_wins.map_or("unknown".to_owned(), |share| format!("{:.1} %", 100.0 * share))
}
