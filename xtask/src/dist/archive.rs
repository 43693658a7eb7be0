//! The files as they lie on a machine, and the tarball of them.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::{Release, bill, gzip};
use crate::workspace::succeed;

/// Where the licences of everything in the program are.
pub(super) const LICENCES: &str = "usr/share/doc/konoba/LICENCES.txt";

/// Lays out every file below a root.
pub(super) fn stage(release: &Release<'_>, root: &Path) -> Result<()> {
    let put = |to: &str, text: &str| {
        let file = root.join(to);
        fs::create_dir_all(file.parent().context("a file lies in a folder")?)?;
        fs::write(&file, text).with_context(|| file.display().to_string())
    };
    let source = |name: &str| {
        let file = release.workspace.root.join(name);
        fs::read_to_string(&file).with_context(|| file.display().to_string())
    };
    put("etc/konoba/konoba.toml", &release.ask(&["config"])?)?;
    for (shell, to) in [
        ("bash", "usr/share/bash-completion/completions/konoba"),
        ("zsh", "usr/share/zsh/vendor-completions/_konoba"),
        ("fish", "usr/share/fish/vendor_completions.d/konoba.fish"),
    ] {
        put(to, &release.ask(&["completions", shell])?)?;
    }
    for (from, to) in [
        ("packaging/konoba.service", "usr/lib/systemd/system/konoba.service"),
        ("packaging/konoba-work.service", "usr/lib/systemd/system/konoba-work.service"),
        ("packaging/konoba.sysusers", "usr/lib/sysusers.d/konoba.conf"),
        ("packaging/proxy/Caddyfile", "usr/share/doc/konoba/examples/Caddyfile"),
        ("packaging/proxy/nginx.conf", "usr/share/doc/konoba/examples/nginx.conf"),
        ("packaging/monitoring/rules.yaml", "usr/share/doc/konoba/examples/rules.yaml"),
        ("packaging/monitoring/dashboard.json", "usr/share/doc/konoba/examples/dashboard.json"),
        ("LICENSE-MIT", "usr/share/doc/konoba/LICENSE-MIT"),
        ("LICENSE-APACHE", "usr/share/doc/konoba/LICENSE-APACHE"),
        ("CHANGELOG.md", "usr/share/doc/konoba/CHANGELOG.md"),
        ("docs/OPERATING.md", "usr/share/doc/konoba/OPERATING.md"),
    ] {
        put(to, &source(from)?)?;
    }
    put(LICENCES, &bill::licences(release)?)?;
    let copyright = "Copyright 2026 The Konoba authors\nLicense: MIT OR Apache-2.0\n\n\
                     MIT: see LICENSE-MIT here. Apache-2.0: see LICENSE-APACHE here, or /usr/share/common-licenses/Apache-2.0 on Debian.\n\
                     What the program contains of others, with their licences: LICENCES.txt here.\n";
    put("usr/share/doc/konoba/copyright", copyright)?;
    let bin = root.join("usr/bin");
    fs::create_dir_all(&bin)?;
    fs::copy(&release.program, bin.join("konoba"))?;
    let pages = root.join("usr/share/man/man1");
    let out = pages.to_str().context("a folder with an odd name")?;
    release.ask(&["man", "--out", out])?;
    let pages = fs::read_dir(&pages)?.map(|page| Ok(page?.path()));
    gzip(&pages.collect::<std::io::Result<Vec<_>>>()?)?;
    // What a package holds does not depend on who made it.
    succeed(Command::new("chmod").args(["--recursive", "u=rwX,go=rX"]).arg(root))?;
    succeed(Command::new("chmod").arg("755").arg(bin.join("konoba")))
}

/// The same files, to be unpacked at `/` or anywhere.
pub(super) fn tarball(release: &Release<'_>, root: &Path, file: &Path) -> Result<()> {
    let tar = file.with_extension("");
    let name = tar.file_stem().and_then(|name| name.to_str()).context("an odd name")?;
    let mut pack = release.tar();
    pack.arg(format!("--transform=s,^\\.,{name},")).arg("--directory").arg(root);
    succeed(pack.arg("--create").arg("--file").arg(&tar).arg("."))?;
    gzip(&[tar])
}
