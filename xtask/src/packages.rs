//! The Debian packages that parts of the test need, and how they get onto the machine.

use std::cell::Cell;
use std::fmt;
use std::fs::File;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::workspace::{Workspace, answer, has_command, succeed};

/// A Debian package. Elsewhere the same thing may have come in another way, hence the look at
/// what it brings rather than at the package's name.
pub(crate) struct Package {
    /// What Debian calls it.
    pub(crate) name: &'static str,
    /// Whether what it brings is on this machine.
    pub(crate) is_here: fn(&Workspace) -> bool,
}

/// Something that a part needs from elsewhere and that this machine cannot fetch.
#[derive(Debug)]
pub(crate) struct Unavailable(pub(crate) &'static str);

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Installs packages where that is possible: as root, with apt.
pub(crate) struct Installer<'a> {
    workspace: &'a Workspace,
    can_install: bool,
    lists_are_fresh: Cell<bool>,
}

impl<'a> Installer<'a> {
    pub(crate) fn new(workspace: &'a Workspace) -> Self {
        let is_root = || answer("id", &["-u"]).as_deref() == Some("0");
        let can_install = has_command("apt-get") && is_root();
        Self { workspace, can_install, lists_are_fresh: Cell::new(false) }
    }

    /// Sees to it that all of the packages are here, or names those that are not.
    pub(crate) fn provide(&self, packages: &[Package]) -> Result<()> {
        let missing = self.missing(packages);
        if missing.is_empty() {
            return Ok(());
        }
        let names = missing.join(" ");
        if !self.can_install {
            bail!("not on this machine: {names} (as root on Debian they would be installed)");
        }
        self.install(&missing).with_context(|| format!("could not install {names}"))?;
        let still_missing = self.missing(packages).join(" ");
        if !still_missing.is_empty() {
            bail!("installed, but too old or not usable: {still_missing}");
        }
        Ok(())
    }

    /// The lists are fetched once, and only if something is missing at all.
    fn install(&self, names: &[&str]) -> Result<()> {
        let _turn = turn_to_install(self.workspace)?;
        if !self.lists_are_fresh.replace(true) {
            succeed(&mut apt_get(&["update"]))?;
        }
        succeed(apt_get(&["install", "--yes", "--no-install-recommends"]).args(names))
    }

    fn missing(&self, packages: &[Package]) -> Vec<&'static str> {
        let missing = packages.iter().filter(|package| !(package.is_here)(self.workspace));
        missing.map(|package| package.name).collect()
    }
}

/// A lock that is held while packages are installed, and by a part that would fail in the middle of an installation.
pub(crate) fn turn_to_install(workspace: &Workspace) -> Result<File> {
    let turn = File::create(workspace.target.join("installing"))?;
    turn.lock()?;
    Ok(turn)
}

/// Without questions, which would wait for an answer; another apt may be at work for a while.
fn apt_get(arguments: &[&str]) -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command.args(["--quiet", "--option", "DPkg::Lock::Timeout=300"]).args(arguments);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_where_nothing_can_be_installed() {
        let workspace = Workspace::load().unwrap();
        let without = Installer { can_install: false, ..Installer::new(&workspace) };
        let here = Package { name: "here", is_here: |_| true };
        let gone = Package { name: "gone", is_here: |_| false };
        assert!(without.provide(&[]).is_ok());
        let error = without.provide(&[here, gone]).unwrap_err().to_string();
        assert!(error.starts_with("not on this machine: gone ("), "{error}");
    }
}
