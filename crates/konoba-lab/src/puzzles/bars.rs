//! `konoba puzzles measure`: who solves the puzzles of a game.

use std::io::{self, Write};

use clap::Args;
use konoba_puzzles::{Plies, Puzzle};

use super::measure::{ONE_PLY, QUICK, SLOW, choice};
use super::puzzles_of;
use crate::number;

/// Measure how often players that see little miss the first move of puzzles
///
/// `oneply` is asked about the easiest fifth, by their grades, and should solve all of it; `uct:1000` should miss at least 40 of a
/// hundred, and `uct:10000` at least 15. Chance begins elsewhere than it did when the puzzles were made.
#[derive(Args, Debug)]
pub(super) struct Measure {
    /// Files with puzzles, or games whose own puzzles are meant; all games if nothing is named
    #[arg(value_name = "FILE|GAME")]
    names: Vec<String>,
    /// Where chance begins
    #[arg(long, value_name = "N", default_value_t = 77, value_parser = number::<u64, 0, { u64::MAX }>)]
    seed: u64,
}

impl Measure {
    /// Does it.
    pub(super) fn run(self) -> anyhow::Result<()> {
        let puzzles = puzzles_of(&self.names)?;
        let mut games: Vec<&str> = Vec::new();
        for (_, puzzle) in &puzzles {
            if !games.contains(&puzzle.setup.spec.id) {
                games.push(puzzle.setup.spec.id);
            }
        }
        for game in games {
            let own = puzzles.iter().map(|(_, puzzle)| puzzle);
            let mut own: Vec<&Puzzle> = own.filter(|puzzle| puzzle.setup.spec.id == game).collect();
            own.sort_by_key(|puzzle| (puzzle.grade(), puzzle.difficulty()));
            self.tell(game, &own)?;
        }
        Ok(())
    }

    fn tell(&self, game: &str, puzzles: &[&Puzzle]) -> anyhow::Result<()> {
        let mut output = io::stdout().lock();
        let easiest = puzzles.len().div_ceil(5);
        let missed = |player: &str, puzzles: &[&Puzzle]| {
            let misses = |puzzle: &&&Puzzle| {
                choice(player, &puzzle.position(), self.seed) != puzzle.steps[0].wins[0]
            };
            puzzles.iter().filter(misses).count()
        };
        let of_grade = |grade| puzzles.iter().filter(|own| own.grade().number() == grade).count();
        let grades: Vec<String> = (1..=5).map(|grade| of_grade(grade).to_string()).collect();
        let long = puzzles.iter().filter(|own| own.plies == Plies::Beyond).count();
        writeln!(output, "{game}: {} puzzles, by grade {}", puzzles.len(), grades.join(" "))?;
        writeln!(output, "  {long} take more than seven plies")?;
        for (player, among) in [(ONE_PLY, easiest), (QUICK, puzzles.len()), (SLOW, puzzles.len())] {
            let missed = missed(player, &puzzles[..among]);
            let share = 100.0 * missed as f64 / among.max(1) as f64;
            writeln!(output, "  {player} misses {missed} of {among}: {share:.1} %")?;
        }
        Ok(())
    }
}
