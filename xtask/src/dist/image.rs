//! An OCI image, made without a daemon and without pulling anything: the program, the libraries that it needs as this
//! machine has them, and a user. `podman load` and `docker load` take it.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::{Release, gzip};
use crate::workspace::succeed;

/// The number of the user in the image, as in the Dockerfile.
pub(super) const USER: u32 = 990;

pub(super) fn oci(release: &Release<'_>, staged: &Path, file: &Path) -> Result<()> {
    let work = file.with_extension("");
    let (root, layout) = (work.join("root"), work.join("layout"));
    fs::create_dir_all(layout.join("blobs/sha256"))?;
    fill(release, staged, &root)?;
    let layer = work.join("layer.tar");
    let mut pack = release.tar();
    succeed(pack.arg("--directory").arg(&root).arg("--create").arg("--file").arg(&layer).arg("."))?;
    let unpacked = digest(&layer)?;
    gzip(&[layer])?;
    let layer = blob(&layout, &fs::read(work.join("layer.tar.gz"))?)?;
    let config = json!({
        "architecture": release.platform.architecture,
        "os": "linux",
        "config": start(),
        "rootfs": { "type": "layers", "diff_ids": [format!("sha256:{unpacked}")] },
    });
    let config = blob(&layout, config.to_string().as_bytes())?;
    let described = |kind: &str, (digest, size): &(String, u64)| json!({ "mediaType": format!("application/vnd.oci.image.{kind}"), "digest": format!("sha256:{digest}"), "size": size });
    let manifest = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": described("config.v1+json", &config),
        "layers": [described("layer.v1.tar+gzip", &layer)],
    });
    let manifest = blob(&layout, manifest.to_string().as_bytes())?;
    let mut entry = described("manifest.v1+json", &manifest);
    entry["annotations"] = json!({ "org.opencontainers.image.ref.name": release.version });
    let index: Value = json!({ "schemaVersion": 2, "manifests": [entry] });
    fs::write(layout.join("index.json"), index.to_string())?;
    fs::write(layout.join("oci-layout"), r#"{"imageLayoutVersion":"1.0.0"}"#)?;
    let mut pack = release.tar();
    succeed(pack.arg("--directory").arg(&layout).arg("--create").arg("--file").arg(file).arg("."))?;
    fs::remove_dir_all(&work)?;
    Ok(())
}

/// How a container of the image is started.
pub(super) fn start() -> Value {
    json!({
        "User": format!("{USER}:{USER}"),
        "Env": ["PATH=/usr/bin", "KONOBA_HOME=/var/lib/konoba"],
        "Entrypoint": ["/usr/bin/konoba"],
        "Cmd": ["serve", "--http", "0.0.0.0:8080", "--telnet", "0.0.0.0:2323"],
        "Volumes": { "/var/lib/konoba": {} },
        "ExposedPorts": { "8080/tcp": {}, "2323/tcp": {} },
    })
}

/// Everything that the program sees.
fn fill(release: &Release<'_>, staged: &Path, root: &Path) -> Result<()> {
    for folder in ["etc", "tmp", "usr/bin", "usr/share/doc/konoba", "var/lib/konoba"] {
        fs::create_dir_all(root.join(folder))?;
    }
    fs::write(
        root.join("etc/passwd"),
        format!("konoba:x:{USER}:{USER}::/var/lib/konoba:/nonexistent\n"),
    )?;
    fs::write(root.join("etc/group"), format!("konoba:x:{USER}:\n"))?;
    fs::copy(staged.join("usr/bin/konoba"), root.join("usr/bin/konoba"))?;
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "LICENCES.txt"] {
        let at = Path::new("usr/share/doc/konoba").join(name);
        fs::copy(staged.join(&at), root.join(&at))?;
    }
    for (from, at) in release.platform.libraries(&release.program)? {
        let to = root.join(at.strip_prefix("/")?);
        fs::create_dir_all(to.parent().context("a library lies in a folder")?)?;
        fs::copy(&from, &to).with_context(|| from.display().to_string())?;
    }
    succeed(Command::new("chmod").args(["--recursive", "u=rwX,go=rX"]).arg(root))?;
    // The volume takes its mode from here; the image has one user, who may write to it.
    succeed(
        Command::new("chmod").arg("1777").arg(root.join("tmp")).arg(root.join("var/lib/konoba")),
    )
}

/// Puts bytes under their digest.
fn blob(layout: &Path, bytes: &[u8]) -> Result<(String, u64)> {
    let new = layout.join("blobs/sha256/new");
    fs::write(&new, bytes)?;
    let digest = digest(&new)?;
    fs::rename(&new, layout.join("blobs/sha256").join(&digest))?;
    Ok((digest, bytes.len() as u64))
}

pub(super) fn digest(file: &Path) -> Result<String> {
    let output = Command::new("sha256sum").arg(file).output()?;
    ensure!(output.status.success(), "sha256sum failed");
    let said = String::from_utf8(output.stdout)?;
    Ok(said.split_whitespace().next().context("sha256sum says nothing")?.to_owned())
}
