//! `konoba check`: whether a certificate proves what it claims.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use konoba_checker::Checked;
use konoba_rules::text;

/// Check a certificate that `konoba solve --certificate` wrote
///
/// Plays every move of the loser against the winner's replies, to the end of every game, by the rules
/// alone. The exit status is 0 only if the winner wins them all.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    /// The certificate
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

const EXAMPLES: &str = "\
Example:
  konoba solve konobi:4 --certificate konobi-4.txt && konoba check konobi-4.txt";

/// No line of a certificate is longer: a board of 19 rows and a side.
const LONGEST_LINE: u64 = 1024;

impl Check {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        let name = || self.file.display().to_string();
        let mut lines = Lines::new(BufReader::new(File::open(&self.file).with_context(name)?));
        let checked = konoba_checker::check(&mut lines);
        // Lines that could not be read explain what the check misses.
        lines.failure.map_or(Ok(()), Err).with_context(name)?;
        let Checked { start, winner, replies, moves, endings } = checked.with_context(name)?;
        let side = start.setup().spec.side(winner).name;
        let mut output = io::stdout().lock();
        writeln!(output, "{replies:>9}  positions with a reply")?;
        writeln!(output, "{moves:>9}  moves of the loser, each answered")?;
        writeln!(output, "{endings:>9}  ways to end, each a win")?;
        writeln!(output, "checked: {side} wins {} from {}", start.setup(), text::write(&start))?;
        Ok(())
    }
}

/// The lines of a file, never more than one of them in memory.
struct Lines<R> {
    input: R,
    failure: Option<io::Error>,
}

impl<R: BufRead> Lines<R> {
    const fn new(input: R) -> Self {
        Self { input, failure: None }
    }

    fn read(&mut self) -> io::Result<Option<String>> {
        let mut line = String::new();
        // A line that is cut here is refused by the checker, and so is the rest of it.
        let mut input = self.input.by_ref().take(LONGEST_LINE);
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        line.truncate(line.trim_end_matches(['\r', '\n']).len());
        Ok(Some(line))
    }
}

impl<R: BufRead> Iterator for &mut Lines<R> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        self.read().unwrap_or_else(|error| {
            self.failure = Some(error);
            None
        })
    }
}
