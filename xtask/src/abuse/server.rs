//! The server that is abused.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use super::client::Client;
use crate::process::{Ended, memory, processor_time};
use crate::workspace::{Workspace, succeed};

/// How the program is compiled.
pub(super) enum Build {
    Release,
    /// As the tests are.
    Debug,
    /// It is there already.
    Given(PathBuf),
}

/// A server with a folder of its own, for as long as this lives. It believes this machine when it says
/// from which address a request comes.
pub(super) struct Server {
    process: Ended,
    address: String,
    folder: PathBuf,
}

impl Server {
    pub(super) fn start(workspace: &Workspace, build: Build) -> Result<Self> {
        let program = match build {
            Build::Release => {
                let arguments = ["build", "--release", "--package", "konoba"];
                succeed(&mut workspace.cargo(&arguments))?;
                workspace.target.join("release/konoba")
            }
            // As the tests are compiled, so that nothing is compiled once more.
            Build::Debug => {
                workspace.build("konoba")?;
                workspace.target.join("debug/konoba")
            }
            Build::Given(program) => program,
        };
        let folder = std::env::temp_dir().join(format!("konoba-abuse-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let mut child = Command::new(program)
            .args(["serve", "--http", "0", "--telnet", "0", "--proxy", "127.0.0.1", "--data"])
            .arg(&folder)
            .env("KONOBA_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()?;
        let out = child.stdout.take().context("the server says nothing")?;
        let process = Ended(child);
        let line = BufReader::new(out).lines().next().context("the server did not start")??;
        let address = line.strip_prefix("http ").context("that is no address")?.to_owned();
        Ok(Self { process, address, folder })
    }

    /// A client with an address of its own.
    pub(super) fn client_at(&self, address: &str) -> Client {
        Client::new(self.address.clone(), address.to_owned())
    }

    /// What it holds in memory, in MB.
    pub(super) fn memory(&self) -> Result<f64> {
        Ok(memory(self.process.0.id())? / 1024.0)
    }

    /// The seconds of processor time that it has used.
    pub(super) fn processor_time(&self) -> Result<f64> {
        processor_time(self.process.0.id())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The folder is no longer needed, even if the server still writes to it.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
