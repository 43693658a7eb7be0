//! The folder for Windows, and the archive of it. It is unpacked anywhere; nothing is installed.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::{Release, bill};
use crate::workspace::succeed;

/// Lays out every file in a folder.
pub(super) fn stage(release: &Release<'_>, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    fs::copy(&release.program, folder.join(release.platform.program()))?;
    for (name, text) in [
        ("konoba.toml", release.ask(&["config"])?),
        // Read by the shell of Windows where its profile says so.
        ("konoba.ps1", release.ask(&["completions", "powershell"])?),
        ("LICENCES.txt", bill::licences(release)?),
    ] {
        fs::write(folder.join(name), text)?;
    }
    for from in ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md", "docs/OPERATING.md"] {
        let from = release.workspace.root.join(from);
        let name = from.file_name().context("a file has a name")?;
        fs::copy(&from, folder.join(name)).with_context(|| from.display().to_string())?;
    }
    Ok(())
}

/// Packs what is below a root, in the order of names and with the age of the release.
pub(super) fn zip(release: &Release<'_>, root: &Path, file: &Path) -> Result<()> {
    let folder = root.join(release.name());
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        succeed(Command::new("touch").arg(format!("--date=@{}", release.moment)).arg(&path))?;
        names.push(path.strip_prefix(root)?.to_owned());
    }
    names.sort();
    let mut zip = Command::new("zip");
    // Moments are written as the clocks of a place show them, so the place must always be the same.
    zip.current_dir(root).env("TZ", "UTC").args(["--quiet", "-X"]);
    succeed(
        zip.arg(
            fs::canonicalize(file.parent().context("a file lies in a folder")?)?
                .join(file.file_name().context("a file has a name")?),
        )
        .args(names),
    )
}
