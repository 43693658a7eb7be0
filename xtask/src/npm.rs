//! Programs of others that are fetched by npm, each into a folder of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::packages::Unavailable;
use crate::workspace::{Workspace, succeed};

/// The folder beside whose `node_modules` a script finds a package, such as `name@1.2.3`. It is installed when it is first needed.
pub(crate) fn provide(workspace: &Workspace, package: &str) -> Result<PathBuf> {
    let folder = workspace.target.join("npm").join(package.replace('/', "-"));
    let mark = folder.join("installed");
    if !mark.exists() {
        fs::create_dir_all(&folder)?;
        install(&folder, &[package]).with_context(|| format!("{package} cannot be had"))?;
        fs::write(mark, "")?;
    }
    Ok(folder)
}

/// Installs packages in a folder: the named ones, or those that its `package.json` names.
pub(crate) fn install(folder: &Path, packages: &[&str]) -> Result<()> {
    let mut npm = Command::new("npm");
    npm.current_dir(folder).args(["install", "--no-audit", "--no-fund", "--no-package-lock"]);
    let installed = succeed(npm.args(packages));
    // A package that is not there is a mistake; a registry that is not reached is not one of this project.
    if installed.is_err() && !is_reachable() {
        return installed.context(Unavailable("npm's registry is not reached from this machine"));
    }
    installed
}

fn is_reachable() -> bool {
    let mut ping = Command::new("npm");
    ping.arg("ping").stdout(Stdio::null()).stderr(Stdio::null());
    ping.status().is_ok_and(|status| status.success())
}
