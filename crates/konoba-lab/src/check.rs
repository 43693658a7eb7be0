//! `konoba check`: whether certificates prove what they claim.

mod lines;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::{Context, bail};
use clap::Args;
use konoba_checker::Checked;
use konoba_rules::text;

use crate::{Report, number, print_note};
use lines::Lines;

/// Check certificates that `konoba solve --certificate` wrote
///
/// Plays every move of the loser against the winner's replies, to the end of every game, by the rules
/// alone. The exit status is 0 only if the winner wins them all, in every certificate.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    /// The certificates, plain or compressed by gzip
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// How many are checked at once; as many as there are processors if this is not said
    #[arg(long, value_name = "N", value_parser = number::<usize, 1, 1024>)]
    threads: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  konoba solve konobi:4 --certificate konobi-4.txt && konoba check konobi-4.txt
  konoba solve konobi:4 --certificates konobi-4 && konoba check konobi-4/*";

impl Check {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        let [file] = &*self.files else { return self.check_all() };
        let checked = check(file)?;
        let Checked { replies, moves, endings, .. } = checked;
        let mut output = io::stdout().lock();
        writeln!(output, "{replies:>9}  positions with a reply")?;
        writeln!(output, "{moves:>9}  moves of the loser, each answered")?;
        writeln!(output, "{endings:>9}  ways to end, each a win")?;
        writeln!(output, "checked: {}", Proved(&checked))?;
        Ok(())
    }

    /// Checks several at once. A line for each, in the order in which they were named.
    fn check_all(&self) -> anyhow::Result<()> {
        let all = || thread::available_parallelism().map_or(1, NonZero::get);
        let threads = self.threads.unwrap_or_else(all).min(self.files.len());
        let next = AtomicUsize::new(0);
        let (done, results) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads {
                let (done, next) = (done.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(file) = self.files.get(number) else { return };
                        let Ok(()) = done.send((number, check(file))) else { return };
                    }
                });
            }
            drop(done);
            self.tell(results)
        })
    }

    fn tell(&self, results: impl IntoIterator<Item = (usize, Result)>) -> anyhow::Result<()> {
        let mut early: BTreeMap<usize, Result> = BTreeMap::new();
        let (mut told, mut refused, mut unread) = (0, 0, 0);
        // Certificates are checked to the end although the reader has gone: the exit status tells of all of them.
        let mut output = Report::new();
        for (number, result) in results {
            early.insert(number, result);
            while let Some(result) = early.remove(&told) {
                match result {
                    Ok(checked) => {
                        let file = self.files[told].display();
                        output.line(format_args!("{file}: checked: {}", Proved(&checked)));
                    }
                    Err(NotChecked::Refused(why)) => {
                        output.line(format_args!("{why:#}"));
                        refused += 1;
                    }
                    Err(NotChecked::Unread(why)) => {
                        print_note(&format!("{why:#}"));
                        unread += 1;
                    }
                }
                told += 1;
            }
        }
        let counts = [refused, unread];
        let refused = format!("{refused} of {told} certificates do not prove what they say");
        let unread = format!("{unread} of {told} files could not be read");
        match counts {
            [0, 0] => Ok(output.end()?),
            [_, 0] => bail!(refused),
            [0, _] => bail!(unread),
            _ => bail!("{refused}, and {unread}"),
        }
    }
}

type Result = std::result::Result<Checked, NotChecked>;

/// Why nothing is proved.
#[derive(Debug)]
enum NotChecked {
    /// There is no such file, or it cannot be read.
    Unread(anyhow::Error),
    /// The certificate is damaged, or does not prove what it says.
    Refused(anyhow::Error),
}

impl From<NotChecked> for anyhow::Error {
    fn from(reason: NotChecked) -> Self {
        let (NotChecked::Unread(why) | NotChecked::Refused(why)) = reason;
        why
    }
}

fn check(file: &Path) -> Result {
    let name = || file.display().to_string();
    let mut lines = Lines::open(file).with_context(name).map_err(NotChecked::Unread)?;
    let checked = konoba_checker::check(&mut lines);
    // Lines that could not be read explain what the check misses.
    let whole = lines.failure.map_or(Ok(()), Err).with_context(name);
    whole.and_then(|()| checked.with_context(name)).map_err(NotChecked::Refused)
}

/// What was proved, in words.
struct Proved<'a>(&'a Checked);

impl fmt::Display for Proved<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Checked { start, winner, .. } = self.0;
        let side = start.setup().spec.side(*winner).name;
        write!(f, "{side} wins {} from {}", start.setup(), text::write(start))
    }
}
