//! `konoba-simulation`: worlds in bad weather, one seed after another, until something breaks.

use std::time::{Duration, Instant};

use clap::Parser;
use konoba_simulation::{Plan, Report, simulate};

/// Lets the house run in bad weather, one seed after another, and stops at the first broken promise
#[derive(Parser, Debug)]
struct Options {
    /// The first seed; that of a failure replays it
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many simulated hours to run, one seed an hour
    #[arg(long, default_value_t = 1000)]
    hours: u64,
}

fn main() -> anyhow::Result<()> {
    let Options { seed, hours } = Options::parse();
    let begin = Instant::now();
    let mut sum = Report::default();
    let mut said = begin;
    for (hour, seed) in (1..=hours).zip(seed..) {
        sum = sum.and(&simulate(&Plan::of_seed(seed))?);
        if said.elapsed() > Duration::from_secs(10) || hour == hours {
            said = Instant::now();
            let per_minute = hour as f64 * 60.0 / begin.elapsed().as_secs_f64();
            println!("{hour} simulated hours, {per_minute:.0} a minute: {sum:?}");
        }
    }
    Ok(())
}
