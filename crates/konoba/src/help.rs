//! What clap tells instead of running a command: help that was asked for, and why a command line is wrong.

use std::io::{self, Write};
use std::process;

/// Tells what clap says instead of running a command, and ends the program. Help that was asked for is output like any
/// other: where it cannot be printed, that is what comes back.
pub(crate) fn tell(error: clap::Error) -> anyhow::Error {
    if error.use_stderr() {
        error.exit();
    }
    match error.print().and_then(|()| io::stdout().flush()) {
        Ok(()) => process::exit(error.exit_code()),
        Err(failed) => failed.into(),
    }
}
