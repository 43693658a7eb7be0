//! The image as an engine for containers would see it: its parts hold together, and its root runs by itself.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::image::digest;
use super::platform::Platform;
use super::server::Server;
use crate::workspace::{answer, succeed};

/// The page and telnet.
const DOORS: usize = 2;

/// Every blob lies under its own digest; where this runs as root, its server is started in the root of the image
/// alone, and played at.
pub(super) fn look_at(image: &Path, platform: &Platform, folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let (layout, root) = (folder.join("layout"), folder.join("root"));
    unpack(image, &layout)?;
    for part in fs::read_dir(layout.join("blobs/sha256"))? {
        let part = part?;
        let digest = digest(&part.path())?;
        ensure!(part.file_name() == digest.as_str(), "the part {digest} has another name");
    }
    let read = |name: &str| -> Result<Value> {
        Ok(serde_json::from_str(&fs::read_to_string(layout.join(name))?)?)
    };
    let blob = |of: &Value| -> Result<String> {
        let digest = of["digest"].as_str().and_then(|digest| digest.strip_prefix("sha256:"));
        Ok(format!("blobs/sha256/{}", digest.context("a part without a digest")?))
    };
    let manifest = read(&blob(&read("index.json")?["manifests"][0])?)?;
    let (config, layer) = (blob(&manifest["config"])?, layout.join(blob(&manifest["layers"][0])?));
    let size = fs::metadata(&layer)?.len();
    ensure!(manifest["layers"][0]["size"] == size, "the layer is not as long as it says");
    unpack(&layer, &root)?;
    ensure!(root.join("etc/passwd").is_file(), "the image has no user");
    let config = read(&config)?;
    ensure!(config["architecture"] == platform.architecture, "the image is for another processor");
    if answer("id", &["-u"]).as_deref() == Some("0") {
        run(&root, platform, &config["config"])?;
    }
    Ok(fs::remove_dir_all(folder)?)
}

fn unpack(archive: &Path, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let mut tar = Command::new("tar");
    succeed(tar.arg("--extract").arg("--file").arg(archive).arg("--directory").arg(folder))
}

/// Starts what the image says, as its user and with its environment, but at ports that are free.
fn run(root: &Path, platform: &Platform, config: &Value) -> Result<()> {
    let words = |key: &str| -> Vec<&str> {
        config[key].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    };
    let user = config["User"].as_str().context("the image names no user")?;
    let mut serve = Command::new("chroot");
    serve.arg(format!("--userspec={user}")).arg(root);
    if let Some(emulator) = platform.emulator_in_root()? {
        fs::copy(emulator, root.join("emulator")).context("the emulator cannot be copied")?;
        serve.arg("/emulator");
    }
    serve.args(words("Entrypoint"));
    let free =
        |word: &&str| word.strip_prefix("0.0.0.0:").map_or(*word, |_| "127.0.0.1:0").to_owned();
    serve.args(words("Cmd").iter().map(free)).env_clear();
    serve.envs(words("Env").iter().filter_map(|variable| variable.split_once('=')));
    // The program that changes the root is found by the path of this machine, which the image need not have.
    serve.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    let server = Server::start(serve.env("KONOBA_LOG", "off"), DOORS, root.join("tmp/cookies"))?;
    server.play_by_telnet()?;
    let table = server.open_table()?;
    server.place(&table, "b2", 0)?;
    server.place(&table, "c3", 1)?;
    ensure!(
        root.join("var/lib/konoba/tavern/konoba.sqlite").is_file(),
        "the image keeps games elsewhere"
    );
    println!("two games were played in the root of the image, at {}", server.http);
    Ok(())
}
