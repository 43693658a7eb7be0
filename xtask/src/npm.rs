//! Programs of others that are fetched by npm, each into a folder of its own.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::workspace::{Workspace, succeed};

/// The folder beside whose `node_modules` a script finds a package, such as `name@1.2.3`. It is installed when it is first needed.
pub(crate) fn provide(workspace: &Workspace, package: &str) -> Result<PathBuf> {
    let folder = workspace.target.join("npm").join(package.replace('/', "-"));
    let mark = folder.join("installed");
    if !mark.exists() {
        fs::create_dir_all(&folder)?;
        let mut npm = Command::new("npm");
        npm.current_dir(&folder).args(["install", "--no-audit", "--no-fund", "--no-package-lock"]);
        succeed(npm.arg(package)).with_context(|| format!("{package} cannot be had"))?;
        fs::write(mark, "")?;
    }
    Ok(folder)
}
