//! `cargo xtask simulate`: servers whose network, disk and clocks fail, for as long as wanted.

use anyhow::Result;
use clap::Args;

use crate::workspace::{Workspace, succeed};

#[derive(Args)]
pub(crate) struct Options {
    /// The first seed; that of a failure replays it
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many simulated hours, each with a seed of its own
    #[arg(long, default_value_t = 10_000)]
    hours: u64,
}

/// Runs the worlds of `cargo xtask test` with more seeds, until a promise is broken.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let mut simulation = workspace.cargo(&["run", "--package", "konoba-simulation", "--"]);
    simulation.args(["--seed", &options.seed.to_string()]);
    succeed(simulation.args(["--hours", &options.hours.to_string()]))
}
