//! `cargo xtask load`: how many live games and durable moves a tavern takes on this machine.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::workspace::{Workspace, succeed};

#[derive(Args)]
pub(crate) struct Options {
    /// How many games are played at once, each by two sockets
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// How many moves are played a second, in all games together
    #[arg(long, default_value_t = 500)]
    rate: u32,
    /// For how long
    #[arg(long, default_value_t = 20)]
    seconds: u32,
}

/// Builds the server and the generator in release and lets the one loose on the other, each in a
/// process of its own.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    succeed(&mut workspace.cargo(&["build", "--release", "--package", "konoba"]))?;
    let build = ["build", "--release", "--package", "konoba-server", "--example", "load"];
    succeed(&mut workspace.cargo(&build))?;
    let release = workspace.target.join("release");
    let folder = std::env::temp_dir().join(format!("konoba-load-{}", std::process::id()));
    let unlimited = u32::MAX.to_string();
    let server = Command::new(release.join("konoba"))
        .args(["serve", "--http", "0", "--telnet", "0", "--per-address", &unlimited])
        .args(["--requests", &unlimited, "--data"])
        .arg(&folder)
        .env("KONOBA_LOG", "warn")
        .stdout(Stdio::piped())
        .spawn()
        .context("the server")?;
    let mut server = Ended(server);
    let out = server.0.stdout.take().context("the server says nothing")?;
    let line = BufReader::new(out).lines().next().context("the server did not start")??;
    let address = line.strip_prefix("http ").context("that is no address")?.to_owned();
    let number = |number: u32| number.to_string();
    let status = Command::new(release.join("examples/load"))
        .args([address, number(server.0.id()), number(options.games)])
        .args([number(options.rate), number(options.seconds)])
        .status()?;
    drop(server);
    fs::remove_dir_all(&folder)?;
    ensure!(status.success(), "the generator failed");
    Ok(())
}

/// A process that ends with this.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
