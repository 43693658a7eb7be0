//! The engine driven by a GTP client that we did not write: Sabaki's.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::workspace::{Workspace, succeed};

/// The client, which is fixed so that a new version of it breaks nothing here.
const CLIENT: &str = "@sabaki/gtp@3.0.0";

/// Plays whole games and interrupts an analysis through the client.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    workspace.build("konoba")?;
    let folder = client(workspace)?;
    let script = folder.join("client.js");
    fs::copy(workspace.root.join("xtask/gtp/client.js"), &script)?;
    let program = target(workspace).join("debug/konoba");
    succeed(Command::new("node").arg(script).arg(program))
}

/// The folder with the client, installed when it is first needed.
fn client(workspace: &Workspace) -> Result<PathBuf> {
    let folder = target(workspace).join("xtask-gtp");
    if !folder.join("node_modules/@sabaki/gtp/package.json").is_file() {
        fs::create_dir_all(&folder)?;
        let mut npm = Command::new("npm");
        npm.current_dir(&folder).args(["install", "--no-audit", "--no-fund", "--no-package-lock"]);
        succeed(npm.arg(CLIENT)).context("Sabaki's GTP client cannot be had")?;
    }
    Ok(folder)
}

/// Where Cargo builds.
fn target(workspace: &Workspace) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| workspace.root.join("target"), PathBuf::from)
}
