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
    /// Print every step of the first seed, and run no other
    #[arg(long)]
    verbose: bool,
}

/// Runs what `cargo xtask test` runs with more seeds, until a promise is broken. It is compiled as the tests are.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let mut simulation =
        workspace.cargo(&["run", "--workspace", "--bin", "konoba-simulation", "--"]);
    simulation.args(["--seed", &options.seed.to_string()]);
    simulation.args(["--hours", &options.hours.to_string()]);
    if options.verbose {
        simulation.arg("--verbose");
    }
    succeed(&mut simulation)
}
