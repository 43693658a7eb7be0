//! Another server for comparison: boardgame.io, with a game of placing stones.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::stage::Stage;
use crate::npm;
use crate::workspace::Workspace;

/// Our scripts: the game with its server, its players, and the packages that they need.
const SCRIPTS: &str = "xtask/load/boardgame";

/// Starts its server and lays the games.
pub(super) fn stage(workspace: &Workspace, games: u32) -> Result<Stage> {
    let folder = installed(workspace)?;
    let name = "boardgame.io, kept in memory";
    Stage::scripts(name, &folder.join("server.js"), &folder.join("player.js"), games)
}

/// The folder with the scripts and their packages, which are installed when they are first needed.
fn installed(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.target.join("boardgame");
    fs::create_dir_all(&folder)?;
    let noted = fs::read(folder.join("package.json")).ok();
    for file in fs::read_dir(workspace.root.join(SCRIPTS))? {
        let file = file?;
        fs::copy(file.path(), folder.join(file.file_name()))?;
    }
    let is_new = noted != fs::read(folder.join("package.json")).ok();
    let installed = folder.join("node_modules/installed");
    if is_new || !installed.exists() {
        npm::install(&folder, &[]).context("boardgame.io cannot be had")?;
        fs::write(installed, "")?;
    }
    Ok(folder)
}
