//! `konoba puzzles check`: every puzzle proved again, from the rules alone.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use konoba_puzzles::check::check;

use super::puzzles_of;
use crate::audience::{Audience, CLEAR, say};
use crate::{Report, many, number};

/// Prove puzzles again, by a plain solver that shares only the rules with the one that made them
///
/// Each puzzle fails that has a second solution, a longer defence than the given one, a refutation that does not refute, a theme
/// that does not hold, or a proof that takes too much. The exit status is 0 only if none fails.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Check {
    /// Files with puzzles, or games whose own puzzles are meant; all games if nothing is named
    #[arg(value_name = "FILE|GAME")]
    names: Vec<String>,
    /// Check only one of so many
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = number::<u16, 1, 65_535>)]
    every: u16,
    /// How many are checked at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = number::<u16, 1, 256>)]
    jobs: u16,
    /// Tell on standard error how it goes, as happens anyway on a terminal
    #[arg(long)]
    progress: bool,
}

const EXAMPLES: &str = "\
Examples:
  konoba puzzles check
  konoba puzzles check konobi --every 10
  konoba puzzles check konobi-1.txt --jobs 2";

impl Check {
    /// Does it.
    pub(super) fn run(self) -> anyhow::Result<()> {
        let all = puzzles_of(&self.names)?;
        let chosen: Vec<_> = all.iter().step_by(usize::from(self.every)).collect();
        let audience = Audience::there_is(self.progress, false);
        let next = AtomicUsize::new(0);
        let results = Mutex::new((Vec::new(), Duration::ZERO, 0));
        let begun = Instant::now();
        let work = || {
            while let Some((name, puzzle)) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                let start = Instant::now();
                let checked = check(puzzle);
                let mut results = results.lock().expect("no check panics");
                results.1 = results.1.max(start.elapsed());
                match checked {
                    Ok(checked) => results.2 += checked.positions,
                    Err(wrong) => {
                        results.0.push(format!("{name}: {}", wrong.sentence(puzzle.setup.spec)));
                    }
                }
                let done = next.load(Ordering::Relaxed).min(chosen.len());
                match audience {
                    Audience::Terminal => say(&format!("\r{done} of {}{CLEAR}", chosen.len())),
                    Audience::Log if done % 100 == 0 => {
                        say(&format!("{done} of {}\n", chosen.len()))
                    }
                    _ => {}
                }
            }
        };
        std::thread::scope(|scope| (0..self.jobs).for_each(|_| drop(scope.spawn(work))));
        if matches!(audience, Audience::Terminal) {
            say(&format!("\r{CLEAR}"));
        }
        let (mut wrong, longest, positions) = results.into_inner().expect("no check panics");
        wrong.sort();
        let mut report = Report::new();
        wrong.iter().for_each(|wrong| report.line(wrong));
        if !wrong.is_empty() {
            bail!("{} of {} wrong", wrong.len(), many(chosen.len(), "puzzle"));
        }
        report.line(format_args!(
            "{} proved again with {positions} positions in {:.1} s, the longest in {:.1} s",
            many(chosen.len(), "puzzle"),
            begun.elapsed().as_secs_f64(),
            longest.as_secs_f64()
        ));
        Ok(report.end()?)
    }
}
