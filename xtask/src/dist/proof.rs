//! What is packed is what it should be: the parts of `cargo xtask test packages`.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::platform::Platform;
use super::{Release, containers, imaged, program, served};
use crate::packages::Package;
use crate::workspace::{Workspace, answer, has_command, succeed};

pub(crate) const PACKAGES: [Package; 8] = [
    Package { name: "dpkg", is_here: |_| has_command("dpkg-deb") },
    Package { name: "systemd", is_here: |_| has_command("systemd-analyze") },
    Package { name: "nginx", is_here: |_| has_command("nginx") },
    Package { name: "caddy", is_here: |_| has_command("caddy") },
    Package { name: "curl", is_here: |_| has_command("curl") },
    Package { name: "lintian", is_here: |_| has_command("lintian") },
    Package { name: "docker-compose", is_here: |_| has_command("docker-compose") },
    Package { name: "prometheus", is_here: |_| has_command("promtool") },
];

/// The most that `systemd-analyze security` may say of the unit, where 10 is a program without any fence.
const MOST_EXPOSED: f64 = 2.0;

/// Packs the release that was built, unpacks it again and looks at it.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    succeed(&mut workspace.cargo(&["build", "--release", "--package", "konoba"]))?;
    let out = workspace.target.join("packages");
    let built = workspace.target.join("release/konoba");
    named_glibc(&fs::read_to_string(workspace.root.join("README.md"))?, &program::glibc(&built)?)?;
    let platform = Platform::find(None)?;
    Release::of(workspace, platform, &built)?.make(&out)?;
    let root = out.join("installed");
    let deb = found(&out, ".deb")?;
    let mut lintian = Command::new("lintian");
    succeed(lintian.args(["--allow-root", "--fail-on", "error,warning"]).arg(&deb))?;
    succeed(Command::new("dpkg-deb").arg("--extract").arg(&deb).arg(&root))?;
    for name in ["konoba.service", "konoba-work.service"] {
        unit(&root, name)?;
    }
    runs(&root)?;
    alerts(&root, &workspace.root)?;
    containers::check(workspace, &root.join("usr/bin/konoba"))?;
    served::test(workspace, &root.join("usr/bin/konoba"), &out.join("served"))?;
    imaged::look_at(&found(&out, ".oci.tar")?, platform, &out.join("image"))
}

/// The README does not promise the program to a system whose glibc is too old for it.
fn named_glibc(readme: &str, needed: &str) -> Result<()> {
    let minor =
        |text: &str| text.split_whitespace().next()?.strip_prefix("2.")?.parse::<u32>().ok();
    let named = readme.split("glibc ").nth(1).and_then(minor);
    let named = named.context("the README names no glibc")?;
    let needed = minor(needed).context("the program needs an odd glibc")?;
    ensure!(needed <= named, "the program needs glibc 2.{needed}, and the README says 2.{named}");
    Ok(())
}

/// A unit is one that systemd understands, and lets the program do little.
fn unit(root: &Path, name: &str) -> Result<()> {
    let unit = root.join("usr/lib/systemd/system").join(name);
    let folder = format!("--root={}", root.display());
    let mut verify = Command::new("systemd-analyze");
    let verify = verify.args(["verify", "--man=no", "--recursive-errors=no", &folder, name]);
    succeed(verify)?;
    let file = unit.to_str().context("an odd name")?;
    let said = answer("systemd-analyze", &["security", "--no-pager", "--offline=true", file]);
    let said = said.context("systemd-analyze says nothing of the unit")?;
    let level = said.lines().last().and_then(|line| line.split("service: ").nth(1));
    let level = level.and_then(|rest| rest.split(' ').next()?.parse::<f64>().ok());
    let level = level.with_context(|| format!("no level of exposure in: {said}"))?;
    println!("{name}: exposure {level}");
    ensure!(level <= MOST_EXPOSED, "{name} is exposed by {level}");
    Ok(())
}

/// Prometheus understands the alerts, and they are raised when they should be and not before.
fn alerts(root: &Path, source: &Path) -> Result<()> {
    let rules = root.join("usr/share/doc/konoba/examples/rules.yaml");
    succeed(Command::new("promtool").args(["check", "rules"]).arg(&rules))?;
    let tests = source.join("packaging/monitoring/rules.test.yaml");
    succeed(Command::new("promtool").args(["test", "rules"]).arg(tests))
}

/// The program starts with the settings that come with it, and its pages can be read.
fn runs(root: &Path) -> Result<()> {
    let mut check = Command::new(root.join("usr/bin/konoba"));
    check.args(["serve", "--http", "0", "--telnet", "0", "--check", "--config"]);
    check.arg(root.join("etc/konoba/konoba.toml")).env("KONOBA_HOME", root.join("var/lib/konoba"));
    succeed(&mut check)?;
    ensure!(
        root.join("usr/share/man/man1/konoba-serve.1.gz").is_file(),
        "a manual page is missing"
    );
    ensure!(root.join("usr/share/bash-completion/completions/konoba").is_file(), "no completions");
    Ok(())
}

pub(super) fn found(folder: &Path, end: &str) -> Result<std::path::PathBuf> {
    let mut files = fs::read_dir(folder)?.flatten().map(|entry| entry.path());
    let is_it = |path: &std::path::PathBuf| path.to_string_lossy().ends_with(end);
    files.find(is_it).with_context(|| format!("no {end} was made"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_names_a_glibc_that_is_new_enough() {
        let readme = "On any Linux with glibc 2.36 or newer";
        assert!(named_glibc(readme, "2.35").is_ok());
        assert!(named_glibc(readme, "2.36").is_ok());
        assert!(named_glibc(readme, "2.41").is_err());
        assert!(named_glibc("On any Linux", "2.35").is_err());
    }
}
