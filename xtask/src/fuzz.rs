//! `cargo xtask fuzz`: the targets of `konoba-fuzz` without the bounds they have in `cargo test`.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::packages::{Installer, Package};
use crate::workspace::{Workspace, has_command, succeed};

const CRATE: &str = "konoba-fuzz";
/// The release of cargo-bolero that goes with the bolero of this workspace.
const BOLERO: &str = "0.13.5";
/// How long a target has its turn where several take turns without end.
const TURN: u64 = 300;

/// What the fuzzer is written in.
const PACKAGES: &[Package] = &[Package { name: "g++", is_here: |_| has_command("c++") }];

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The target; all of them in turn if none is named
    target: Option<String>,
    /// Stop each target after so many seconds
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// Try random bytes, without a fuzzer that learns from the code's coverage
    #[arg(long)]
    random: bool,
    /// Name the targets and run none
    #[arg(long)]
    list: bool,
}

/// Runs one target or all of them until they are stopped, run out of time or fail.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let mut targets = targets(workspace)?;
    if options.list {
        println!("{}", targets.join("\n"));
        return Ok(());
    }
    if let Some(name) = &options.target {
        ensure!(targets.contains(name), "no target '{name}'; there are {}", targets.join(", "));
        targets.retain(|target| target == name);
    }
    // The fuzzer's own build knows no Windows.
    let engine = if options.random || cfg!(windows) {
        InputSource::Random
    } else {
        InputSource::Guided { program: provide_bolero(workspace)? }
    };
    let turn = options.seconds.or((targets.len() > 1).then_some(TURN));
    loop {
        for target in &targets {
            println!("\n=== {target}");
            succeed(&mut engine.command(workspace, target, turn))
                .with_context(|| format!("{target} failed; {}", engine.how_to_repeat(target)))?;
        }
        if options.seconds.is_some() {
            return Ok(());
        }
    }
}

/// The names of the tests in the crate, each of which is a target.
fn targets(workspace: &Workspace) -> Result<Vec<String>> {
    let mut list = workspace.cargo(&["test", "--quiet", "--package", CRATE, "--", "--list"]);
    let output = list.args(["--format", "terse"]).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "the targets of {CRATE} do not build:\n{said}");
    let names = String::from_utf8(output.stdout)?;
    let names = names.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(names.map(str::to_owned).collect())
}

/// How inputs are found.
enum InputSource {
    /// By libFuzzer, which cargo-bolero builds into the target.
    Guided { program: PathBuf },
    /// By chance.
    Random,
}

impl InputSource {
    fn how_to_repeat(&self, target: &str) -> String {
        let test = format!("cargo test --package {CRATE} {target}");
        match self {
            Self::Guided { .. } => format!("the input was kept, and `{test}` begins with it"),
            Self::Random => format!("to repeat it, set the seed from above and run `{test}`"),
        }
    }

    fn command(&self, workspace: &Workspace, target: &str, seconds: Option<u64>) -> Command {
        match self {
            Self::Guided { program } => {
                let mut command = Command::new(program);
                command.args(["test", target, "--package", CRATE]).current_dir(&workspace.root);
                // Sanitizers need a nightly compiler, and all but one module is safe code.
                command.args(["--sanitizer", "NONE"]);
                // Long inputs from the start: a game of a few moves meets few of the rules. A game
                // on a large board takes the literal rules a while, which is no fault.
                command.args(["--max-input-length", "400", "--engine-args=-len_control=0"]);
                command.args(["--timeout", "60s", "--engine-args=-report_slow_units=60"]);
                command.arg("--target-dir").arg(&workspace.target);
                // What was found on the way helps the next run, but is not worth keeping for good.
                command.arg("--corpus-dir").arg(workspace.target.join("fuzz-corpus").join(target));
                command.args(seconds.map(|seconds| format!("-T{seconds}s")));
                command
            }
            Self::Random => {
                let mut command = workspace.cargo(&["test", "--package", CRATE, target, "--"]);
                command.args(["--exact", "--nocapture"]);
                let milliseconds = seconds.map_or(u64::MAX, |seconds| seconds.saturating_mul(1000));
                command.env("BOLERO_RANDOM_TEST_TIME_MS", milliseconds.to_string());
                command
            }
        }
    }
}

/// Installs cargo-bolero beside what is built, where no other project sees it.
fn provide_bolero(workspace: &Workspace) -> Result<PathBuf> {
    Installer::new(workspace).provide(PACKAGES)?;
    let folder = workspace.target.join("tools").join(format!("cargo-bolero-{BOLERO}"));
    let program = folder.join("bin").join("cargo-bolero");
    if !program.is_file() {
        let mut install = workspace.cargo(&["install", "cargo-bolero", "--locked"]);
        install.args(["--version", BOLERO, "--no-default-features", "--features", "libfuzzer"]);
        succeed(install.arg("--root").arg(folder))?;
    }
    Ok(program)
}
