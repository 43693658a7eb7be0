//! The one binary, a thin command line: each command is a file, and the work is done in the crates.

// A full disk or a closed pipe is not a reason to panic: `konoba_lab::print_line` passes it on, and `print_note` goes on.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod admin;
mod bot;
mod cli;
mod config;
mod database;
mod export;
mod files;
mod gtp;
mod help;
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
            let _ = writeln!(io::stderr(), "konoba: {}", database::said(&error));
            ExitCode::FAILURE
        }
    }
}

/// The reader of our output has closed it, as `head` does. A connection that breaks is told by the same kind of error, so
/// the output itself is asked.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
        && output_is_closed()
}

#[cfg(unix)]
fn output_is_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let output = io::stdout();
    let mut outputs = [PollFd::new(&output, PollFlags::OUT)];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    // What cannot be asked is taken for closed, as its writer says.
    poll(&mut outputs, Some(&at_once)).is_err()
        || outputs[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// There is no such question here, and the error is believed.
#[cfg(not(unix))]
const fn output_is_closed() -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output of the tests is open.
    #[cfg(unix)]
    #[test]
    fn a_broken_connection_is_no_success() {
        let broken = io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(!is_broken_pipe(&broken.into()));
    }
}
