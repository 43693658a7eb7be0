//! `cargo xtask crash`: the server killed and its power cut, for as long as wanted.

use anyhow::Result;
use clap::Args;

use crate::workspace::{Workspace, succeed};

#[derive(Args)]
pub(crate) struct Options {
    /// How many times the server is killed, and how many times its power is cut
    #[arg(long, default_value_t = 300)]
    rounds: u32,
}

/// Runs the crash tests of `cargo xtask test` with more rounds, and shows what they found.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let arguments = ["test", "--workspace", "--test", "serving"];
    let mut test = workspace.cargo(&arguments);
    test.args(["crash", "--", "--nocapture", "--test-threads", "1"]);
    succeed(test.env("KONOBA_CRASH_ROUNDS", options.rounds.to_string()))
}
