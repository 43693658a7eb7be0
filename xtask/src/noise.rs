//! `cargo xtask noise`: bytes that mean nothing for the ssh door, before a client is let in and after.

use anyhow::Result;
use clap::Args;

use crate::workspace::{Workspace, succeed};

#[derive(Args)]
pub(crate) struct Options {
    /// How many bytes are sent before a client is let in, and as many after
    #[arg(long, default_value_t = 10_000_000)]
    bytes: u64,
}

/// Runs the noise of `cargo xtask test ssh` with more of it.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let mut test = workspace.cargo(&["test", "--workspace", "--test", "ssh", "noise"]);
    test.args(["--", "--nocapture"]);
    succeed(test.env("KONOBA_NOISE_BYTES", options.bytes.to_string()))
}
