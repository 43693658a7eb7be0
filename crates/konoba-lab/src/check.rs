//! `konoba check`: whether a certificate proves what it claims.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

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

impl Check {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        let name = || self.file.display().to_string();
        let text = fs::read_to_string(&self.file).with_context(name)?;
        let checked = konoba_checker::check(&text).with_context(name)?;
        let side = checked.setup.spec.side(checked.winner).name;
        let mut output = io::stdout().lock();
        writeln!(output, "{:>9}  positions with a reply", checked.replies)?;
        writeln!(output, "{:>9}  moves of the loser, each answered", checked.moves)?;
        writeln!(output, "{:>9}  ways to end, each a win", checked.endings)?;
        writeln!(output, "checked: {side} wins {} from {}", checked.setup, checked.start)?;
        Ok(())
    }
}
