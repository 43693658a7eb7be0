//! `konoba-simulation`: simulated hours, one seed after another, until a promise is broken.

use std::time::{Duration, Instant};

use clap::Parser;
use konoba_simulation::{Plan, Report, hours, simulate};

/// Runs servers whose network, disk and clocks fail, one seed after another, and stops at the first broken promise
///
/// Each hour is a run of its own: three nodes, two games at a time, each with two players, a watcher and
/// a cheat, a disaster a minute on average, and then some minutes in which everything must come right.
#[derive(Parser, Debug)]
struct Options {
    /// The first seed; that of a failure replays it
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many simulated hours to run, one seed an hour
    #[arg(long, default_value_t = 1000)]
    hours: u64,
    /// Print every step of the first seed, and run no other
    #[arg(long)]
    verbose: bool,
}

fn main() -> anyhow::Result<()> {
    let Options { seed, hours: count, verbose } = Options::parse();
    if verbose {
        let report = simulate(&Plan { is_verbose: true, ..Plan::of_seed(seed) })?;
        println!("{report:?}");
        return Ok(());
    }
    let begin = Instant::now();
    let (mut sum, mut done, mut said) = (Report::default(), 0, begin);
    for report in hours(seed..seed.saturating_add(count)) {
        sum += report?;
        done += 1;
        if said.elapsed() > Duration::from_secs(10) || done == count {
            said = Instant::now();
            let per_minute = done as f64 * 60.0 / begin.elapsed().as_secs_f64();
            println!("{done} simulated hours, {per_minute:.0} a minute: {sum:?}");
        }
    }
    Ok(())
}
