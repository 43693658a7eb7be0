//! The project's own commands: `cargo xtask test`, `cargo xtask bench`, `cargo xtask fuzz`.
//!
//! They are Rust rather than scripts so that they run wherever the project does.

mod abuse;
mod browser;
mod circles;
mod contract;
mod crash;
mod dependencies;
mod dist;
mod fuzz;
mod glossary;
mod graph;
mod gtp;
mod load;
mod log_lines;
mod names;
mod noise;
mod npm;
mod operate;
mod packages;
mod parts;
mod pictures;
mod postgres;
mod process;
mod simulate;
mod source;
mod style;
mod targets;
mod test;
mod train;
mod wasm;
mod workflows;
mod workspace;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use crate::workspace::Workspace;

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about = "The project's own commands")]
enum Subcommands {
    /// Prove the project: every part, or only the named ones
    ///
    /// Two parts run at once; what each prints is shown when it has ended, and kept in `target/parts`. Where this runs as root with apt
    /// it installs the packages that a part misses. Example: `cargo xtask test format clippy`.
    Test {
        /// The parts to run; all of them if none is named
        #[arg(value_name = "PART")]
        parts: Vec<String>,
        /// Name the parts and run none
        #[arg(long)]
        list: bool,
    },
    /// Run one part for `test`, which started this process
    #[command(hide = true)]
    Part {
        name: String,
        /// Where to leave why it did not pass
        reason: std::path::PathBuf,
    },
    /// Measure the speed: `konoba bench` in release, with the arguments passed on
    ///
    /// Example: `cargo xtask bench --json`.
    Bench {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
        arguments: Vec<OsString>,
    },
    /// Look for inputs on which two things that must agree do not, until stopped
    ///
    /// Example: `cargo xtask fuzz play --seconds 600`.
    Fuzz(fuzz::Options),
    /// Kill the server and cut its power, again and again, and check its database
    ///
    /// Example: `cargo xtask crash --rounds 300`.
    Crash(crash::Options),
    /// Send the ssh door bytes that mean nothing, before a client is let in and after
    ///
    /// Example: `cargo xtask noise --bytes 10000000`.
    Noise(noise::Options),
    /// Simulate servers whose network, disk and clocks fail, one seed after another, until a promise is broken
    ///
    /// Example: `cargo xtask simulate --seed 7 --hours 1`.
    Simulate(simulate::Options),
    /// Measure how many live games and durable moves a server takes on this machine
    ///
    /// Examples: `cargo xtask load`, `cargo xtask load --nodes 3`, `cargo xtask load knee`.
    Load(load::Options),
    /// Build the modules for browsers, say how large they are, and keep them in `web/wasm`
    Wasm {
        /// Build nothing, and measure those that are kept in Chromium and Firefox beside the native program
        #[arg(long)]
        figures: bool,
    },
    /// Ask more of a server than is fair, and look whether another visitor notices
    ///
    /// Examples: `cargo xtask abuse`, `cargo xtask abuse study analyses`.
    Abuse(abuse::Options),
    /// Make what people install: tarball, Debian package, OCI image, bill of materials, sums
    ///
    /// Example: `cargo xtask dist`.
    Dist(dist::Options),
    /// Go the way from one machine to three nodes that docs/OPERATING.md tells, with a program that is built already
    ///
    /// Example: `cargo xtask operate target/debug/konoba`, as root.
    Operate {
        #[arg(value_name = "PROGRAM")]
        program: std::path::PathBuf,
    },
    /// Draw the pictures of boards and the terminal, and take those of the page in the states that matter
    Pictures,
    /// Measure how soon the page can be used over a slow line, and how large it is
    Speed,
}

fn main() -> Result<ExitCode> {
    let command = Subcommands::parse();
    let workspace = Workspace::load()?;
    match command {
        Subcommands::Test { list: true, .. } => parts::list(),
        Subcommands::Test { parts, list: false } => {
            return test::run(&workspace, &parts::named(&parts)?);
        }
        Subcommands::Part { name, reason } => {
            let part = parts::named(&[name])?;
            return Ok(test::run_for_another(&workspace, part[0], &reason));
        }
        Subcommands::Bench { arguments } => {
            let mut bench = workspace.cargo(&["run", "--release", "--package", "konoba", "--"]);
            workspace::succeed(bench.arg("bench").args(arguments))?;
        }
        Subcommands::Fuzz(options) => fuzz::run(&workspace, &options)?,
        Subcommands::Crash(options) => crash::run(&workspace, &options)?,
        Subcommands::Noise(options) => noise::run(&workspace, &options)?,
        Subcommands::Simulate(options) => simulate::run(&workspace, &options)?,
        Subcommands::Load(options) => load::run(&workspace, &options)?,
        Subcommands::Wasm { figures: false } => wasm::keep(&workspace)?,
        Subcommands::Wasm { figures: true } => wasm::measure(&workspace)?,
        Subcommands::Abuse(options) => abuse::run(&workspace, &options)?,
        Subcommands::Dist(options) => dist::run(&workspace, &options)?,
        Subcommands::Operate { program } => operate::run(&workspace, &program)?,
        Subcommands::Pictures => pictures::take(&workspace)?,
        Subcommands::Speed => browser::measure_speed(&workspace)?,
    }
    Ok(ExitCode::SUCCESS)
}
