//! The package for Debian and what is made from it. Debian's own `dpkg-deb` packs it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::{Release, program};
use crate::workspace::succeed;

/// What the package is called.
pub(super) fn name(release: &Release<'_>) -> String {
    format!("konoba_{}_{}.deb", release.version, release.platform.architecture)
}

/// Packs the files below a root, and returns the package.
pub(super) fn deb(release: &Release<'_>, root: &Path, out: &Path) -> Result<PathBuf> {
    let (version, architecture) = (&release.version, release.platform.architecture);
    let glibc = program::glibc(&release.program)?;
    let control = root.join("DEBIAN");
    fs::create_dir_all(&control)?;
    let text = format!(
        "Package: konoba\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: The Konoba authors <konoba@localhost>\n\
         Installed-Size: {}\nDepends: libc6 (>= {glibc}), libgcc-s1\nRecommends: systemd\nSection: games\nPriority: optional\n\
         Description: board games for two, in a terminal, a browser, over ssh and telnet\n \
         Konobi, Quentin and Order and Chaos, against people and against an engine.\n \
         The package starts a server that this machine alone can reach.\n",
        kilobytes(root)?
    );
    fs::write(control.join("control"), text)?;
    fs::write(control.join("conffiles"), "/etc/konoba/konoba.toml\n")?;
    for script in ["postinst", "prerm", "postrm"] {
        let from = release.workspace.root.join("packaging/debian").join(script);
        let to = control.join(script);
        fs::copy(&from, &to).with_context(|| from.display().to_string())?;
        succeed(Command::new("chmod").arg("755").arg(&to))?;
    }
    let file = out.join(name(release));
    let mut pack = Command::new("dpkg-deb");
    pack.args(["--root-owner-group", "-Zxz", "--build"]).arg(root).arg(&file);
    succeed(pack.env("SOURCE_DATE_EPOCH", &release.moment))?;
    fs::remove_dir_all(&control)?;
    Ok(file)
}

fn kilobytes(folder: &Path) -> Result<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.metadata()?;
        sum += if kind.is_dir() { kilobytes(&entry.path())? } else { kind.len().div_ceil(1024) };
    }
    Ok(sum)
}
