//! The package for Debian and what is made from it. Debian's own `dpkg-deb` packs it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use konoba_rules::GAMES;

use super::{Release, gzip, program};
use crate::workspace::{answer, succeed};

const MAINTAINER: &str = "The Konoba authors <konoba@localhost>";

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
        "Package: konoba\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\n\
         Installed-Size: {}\nDepends: libc6 (>= {glibc}), libgcc-s1\nRecommends: systemd\nSection: games\nPriority: optional\n\
         Description: board games for two, in a terminal, a browser, over ssh and telnet\n \
         {}, against people and against an engine.\n \
         The package starts a server that this machine alone can reach.\n",
        kilobytes(root)?,
        listed(&GAMES.iter().map(|spec| spec.name).collect::<Vec<_>>())
    );
    fs::write(control.join("control"), text)?;
    debian_files(release, root)?;
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

/// Names as they stand in a sentence: the last two are joined by "and".
fn listed(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => names.concat(),
    }
}

/// What Debian alone asks for: its own form of a changelog, and why the package differs from what its checker expects.
fn debian_files(release: &Release<'_>, root: &Path) -> Result<()> {
    let day = answer("date", &["--utc", "--rfc-email", &format!("--date=@{}", release.moment)]);
    let day = day.context("date does not know the day of the release")?;
    let text = format!(
        "konoba ({}) unstable; urgency=medium\n\n  * What has changed for users: CHANGELOG.md here.\n\n -- {MAINTAINER}  {day}\n",
        release.version
    );
    let changelog = root.join("usr/share/doc/konoba/changelog");
    fs::write(&changelog, text)?;
    gzip(&[changelog])?;
    let overrides = root.join("usr/share/lintian/overrides");
    fs::create_dir_all(&overrides)?;
    let from = release.workspace.root.join("packaging/debian/lintian-overrides");
    fs::copy(&from, overrides.join("konoba")).with_context(|| from.display().to_string())?;
    succeed(Command::new("chmod").args(["--recursive", "u=rwX,go=rX"]).arg(root.join("usr/share")))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_joined_as_in_a_sentence() {
        for (names, text) in [
            (&["a"][..], "a"),
            (&["a", "b"], "a and b"),
            (&["a", "b", "c and d"], "a, b and c and d"),
        ] {
            assert_eq!(listed(names), text);
        }
    }
}
