//! `cargo xtask abuse`: one client asks for far more than is fair, and another, at another address, is
//! timed before and meanwhile. Both are local. What is asked for is a ratio within one run, so that it
//! holds on a slow machine as on a fast one.

mod analyses;
mod client;
mod games;
mod server;
mod study;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use clap::{Args, ValueEnum};

use crate::workspace::Workspace;

use server::{Build, Server};

#[derive(Args)]
pub(crate) struct Options {
    /// What to do to the server; everything if nothing is named
    #[arg(value_enum)]
    attacks: Vec<Attack>,
    /// A server that is built already, instead of building one in release
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

/// What is done to the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Attack {
    /// Long records are sent to be studied, and the client does not wait for the answer
    Study,
    /// Positions are analysed again and again, several at a time
    Analyses,
    /// Fifty games with the strongest engine at once
    Games,
}

/// How long and how hard.
#[derive(Clone, Copy)]
struct Plan {
    /// For how long the visitor is timed, before and meanwhile.
    time: Duration,
    /// How many games the attacker has with the engine.
    games: usize,
    /// How large the board is on which a game is played to its end by the clock.
    size: u8,
    /// By how much a bar may be missed, for machines on which much else goes on.
    slack: f64,
}

const FULL: Plan = Plan { time: Duration::from_secs(20), games: 50, size: 7, slack: 1.0 };
const SMALL: Plan = Plan { time: Duration::from_secs(4), games: 25, size: 4, slack: 2.0 };

/// Builds the server in release, does all of that to it and says what came of it.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let all = [Attack::Study, Attack::Analyses, Attack::Games];
    let attacks = if options.attacks.is_empty() { &all[..] } else { &options.attacks };
    let build = options.program.clone().map_or(Build::Release, Build::Given);
    attack(&Server::start(workspace, build)?, attacks, FULL)
}

/// The same in small, with the program as it is tested.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    let all = [Attack::Study, Attack::Analyses, Attack::Games];
    attack(&Server::start(workspace, Build::Debug)?, &all, SMALL)
}

fn attack(server: &Server, attacks: &[Attack], plan: Plan) -> Result<()> {
    let mut missed = Vec::new();
    for attack in attacks {
        let bars = match attack {
            Attack::Study => study::measure(server, plan)?,
            Attack::Analyses => analyses::measure(server, plan)?,
            Attack::Games => games::measure(server, plan)?,
        };
        for bar in bars {
            println!("{attack:?}: {bar}");
            missed.extend((!bar.holds(plan.slack)).then(|| bar.to_string()));
        }
    }
    if !missed.is_empty() {
        bail!("{}", missed.join("\n"));
    }
    Ok(())
}

/// Something that was measured, and what it may be at most.
struct Bar {
    what: &'static str,
    measured: f64,
    most: f64,
    /// What was measured, in full.
    told: String,
}

impl Bar {
    fn holds(&self, slack: f64) -> bool {
        self.measured <= self.most * slack
    }
}

impl std::fmt::Display for Bar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { what, measured, most, told } = self;
        write!(f, "{what} {measured:.2} (at most {most}): {told}")
    }
}

/// Of times in milliseconds, the one that so many of a hundred are below.
fn percentile(times: &[f64], percent: usize) -> Result<f64> {
    ensure!(times.len() >= 3, "there are only {} times", times.len());
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    Ok(sorted[(sorted.len() * percent / 100).min(sorted.len() - 1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_the_sorted_times() {
        let times: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        assert_eq!(percentile(&times, 50).unwrap(), 51.0);
        assert_eq!(percentile(&times, 90).unwrap(), 91.0);
        assert_eq!(percentile(&times, 100).unwrap(), 100.0);
        assert!(percentile(&times[..2], 50).is_err());
    }

    #[test]
    fn a_bar_that_is_missed_does_not_hold() {
        let bar = |measured| Bar { what: "", measured, most: 3.0, told: String::new() };
        assert!(bar(3.0).holds(1.0) && bar(5.9).holds(2.0));
        assert!(!bar(3.1).holds(1.0) && !bar(6.1).holds(2.0));
    }
}
