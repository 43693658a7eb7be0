//! The engine driven by a GTP client that we did not write: Sabaki's.

use std::fs;
use std::process::Command;

use anyhow::Result;

use crate::npm;
use crate::workspace::{Workspace, succeed};

/// The client, which is fixed so that a new version of it breaks nothing here.
const CLIENT: &str = "@sabaki/gtp@3.0.0";

/// Plays whole games and interrupts an analysis through the client.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    workspace.build("konoba")?;
    let folder = npm::provide(workspace, CLIENT)?;
    let script = folder.join("client.js");
    fs::copy(workspace.root.join("xtask/gtp/client.js"), &script)?;
    let program = workspace.target.join("debug/konoba");
    succeed(Command::new("node").arg(script).arg(program))
}
