//! What is packed is what it should be: the parts of `cargo xtask test packages`.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::{make, program, served};
use crate::packages::Package;
use crate::workspace::{Workspace, answer, has_command, succeed};

pub(crate) const PACKAGES: [Package; 4] = [
    Package { name: "dpkg", is_here: |_| has_command("dpkg-deb") },
    Package { name: "systemd", is_here: |_| has_command("systemd-analyze") },
    Package { name: "nginx", is_here: |_| has_command("nginx") },
    Package { name: "curl", is_here: |_| has_command("curl") },
];

/// The most that `systemd-analyze security` may say of the unit, where 10 is a program without any fence.
const MOST_EXPOSED: f64 = 2.0;

/// Packs the release that was built, unpacks it again and looks at it.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    succeed(&mut workspace.cargo(&["build", "--release", "--package", "konoba"]))?;
    let out = workspace.target.join("packages");
    let built = workspace.target.join("release/konoba");
    named_glibc(&fs::read_to_string(workspace.root.join("README.md"))?, &program::glibc(&built)?)?;
    make(workspace, &built, &out)?;
    let root = out.join("installed");
    let deb = found(&out, ".deb")?;
    succeed(Command::new("dpkg-deb").arg("--extract").arg(&deb).arg(&root))?;
    unit(&root)?;
    runs(&root)?;
    served::test(workspace, &root.join("usr/bin/konoba"), &out.join("served"))?;
    image(&out)
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

/// The unit is one that systemd understands, and lets the program do little.
fn unit(root: &Path) -> Result<()> {
    let unit = root.join("usr/lib/systemd/system/konoba.service");
    let folder = format!("--root={}", root.display());
    let mut verify = Command::new("systemd-analyze");
    let verify =
        verify.args(["verify", "--man=no", "--recursive-errors=no", &folder, "konoba.service"]);
    succeed(verify)?;
    let file = unit.to_str().context("an odd name")?;
    let said = answer("systemd-analyze", &["security", "--no-pager", "--offline=true", file]);
    let said = said.context("systemd-analyze says nothing of the unit")?;
    let level = said.lines().last().and_then(|line| line.split("service: ").nth(1));
    let level = level.and_then(|rest| rest.split(' ').next()?.parse::<f64>().ok());
    let level = level.with_context(|| format!("no level of exposure in: {said}"))?;
    println!("exposure {level}");
    ensure!(level <= MOST_EXPOSED, "the unit is exposed by {level}");
    Ok(())
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

/// Every blob of the image lies under its own digest, and holds together by them.
fn image(out: &Path) -> Result<()> {
    let layout = out.join("image");
    fs::create_dir_all(&layout)?;
    succeed(
        Command::new("tar")
            .arg("--extract")
            .arg("--file")
            .arg(found(out, ".oci.tar")?)
            .arg("--directory")
            .arg(&layout),
    )?;
    let read = |name: &str| -> Result<serde_json::Value> {
        Ok(serde_json::from_str(&fs::read_to_string(layout.join(name))?)?)
    };
    let blob = |of: &serde_json::Value| -> Result<String> {
        let digest = of["digest"].as_str().and_then(|digest| digest.strip_prefix("sha256:"));
        Ok(format!("blobs/sha256/{}", digest.context("a part without a digest")?))
    };
    let manifest = read(&blob(&read("index.json")?["manifests"][0])?)?;
    let (config, layer) = (blob(&manifest["config"])?, blob(&manifest["layers"][0])?);
    ensure!(
        read(&config)?["config"]["Entrypoint"][0] == "/usr/bin/konoba",
        "the image starts another program"
    );
    let size = fs::metadata(layout.join(&layer))?.len();
    ensure!(manifest["layers"][0]["size"] == size, "the layer is not as long as it says");
    let listed = answer("tar", &["-tzf", layout.join(&layer).to_str().context("an odd name")?]);
    let listed = listed.context("the layer is no archive")?;
    for needed in ["./usr/bin/konoba", "/libc.so.6", "./etc/passwd"] {
        ensure!(listed.lines().any(|line| line.ends_with(needed)), "{needed} is not in the image");
    }
    Ok(())
}

fn found(folder: &Path, end: &str) -> Result<std::path::PathBuf> {
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
