//! The one binary, a thin command line: each command is a file, and the work is done in the crates.

// A full disk or a closed pipe is not a reason to panic: `konoba_lab::print_line` passes it on, and `nets::say` goes on.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod admin;
mod bot;
mod cli;
mod config;
mod database;
mod export;
mod files;
mod gtp;
mod join;
mod learn;
mod locale;
mod opponent;
mod play;
mod puzzle;
mod screen;
mod serve;
mod service;
mod shell;
mod show;
mod welcome;
mod work;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use konoba_lab::WrongUsage;

/// Set to `1`, it puts the hidden games of the register on offer. Our tests set it: they play such a
/// game through this very program, without a build of their own.
const HIDDEN_GAMES: &str = "KONOBA_HIDDEN_GAMES";

fn main() -> ExitCode {
    if env::var_os(HIDDEN_GAMES).is_some_and(|value| value == "1") {
        konoba_rules::show_hidden_games();
    }
    let done = cli::Cli::run_command_line();
    match done.and_then(|()| Ok(io::stdout().flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            if let Some(WrongUsage { command, reason }) = error.downcast_ref() {
                cli::wrong_usage(command, reason).exit();
            }
            // If this fails too, there is no other place to say it.
            let _ = writeln!(io::stderr(), "konoba: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The reader of our output has closed it, as `head` does.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
