//! The modules for browsers: the session of a page, and the net for each kind of instructions.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::browser::NODE;
use crate::packages::Installer;
use crate::targets::{WASM32, Way, way_to};
use crate::workspace::{Workspace, succeed};

/// A module.
struct Module {
    name: &'static str,
    package: &'static str,
    /// The features of WebAssembly that it needs beside those that all browsers have.
    features: &'static str,
}

const MODULES: [Module; 4] = [
    Module { name: "konoba", package: "konoba-web", features: "" },
    Module { name: "net-plain", package: "konoba-web-net", features: "" },
    Module { name: "net-simd", package: "konoba-web-net", features: "+simd128" },
    Module { name: "net-relaxed", package: "konoba-web-net", features: "+simd128,+relaxed-simd" },
];

/// The crates whose code depends on the features. The standard library and the others are compiled once for all modules.
const WITH_FEATURES: [&str; 3] = ["konoba-kernels", "konoba-net", "konoba-web-net"];

/// What all modules may have together, as they are sent. A browser fetches the first and one of the nets. (Binaryen makes
/// modules smaller, and what is sent larger.)
const MOST_BYTES: usize = 400_000;

/// Builds every module, and asks that they are small enough and answer as the program does.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    Installer::new(workspace).provide(&NODE)?;
    let folder = workspace.target.join("wasm");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let mut total = 0;
    for module in &MODULES {
        let file = folder.join(format!("{}.wasm", module.name));
        module.build(workspace, &file)?;
        let (bytes, zipped) = (fs::metadata(&file)?.len(), zipped(&file)?);
        total += zipped;
        println!("{}: {bytes} bytes, {zipped} gzipped", file.display());
    }
    println!("all: {total} bytes gzipped, of at most {MOST_BYTES}");
    check_answers(workspace, &folder)?;
    ensure!(total <= MOST_BYTES, "the modules are too large");
    Ok(())
}

impl Module {
    fn build(&self, workspace: &Workspace, file: &Path) -> Result<()> {
        let way = way_to(workspace, WASM32).context("no compiler for wasm32 is here")?;
        let mut build = way.cargo(workspace, WASM32);
        build.args(["build", "--profile", "wasm", "--target", WASM32, "--package", self.package]);
        // Flags for some packages only are not stable yet; neither is compiling the standard library.
        build.env("RUSTC_BOOTSTRAP", "1").args(["-Z", "profile-rustflags"]);
        for package in WITH_FEATURES.iter().filter(|_| !self.features.is_empty()) {
            let flags = format!("[\"-Ctarget-feature={}\"]", self.features);
            build.args(["--config", &format!("profile.wasm.package.{package}.rustflags={flags}")]);
        }
        way.add_std(&mut build);
        // A standard library that is compiled here need not even format what a panic would say.
        if matches!(way, Way::FromSource { .. }) {
            build.args(["-Z", "panic-immediate-abort"]);
            build.args(["--config", "profile.wasm.panic=\"immediate-abort\""]);
        }
        let target = workspace.target.join("from-source").join("wasm");
        succeed(build.env("CARGO_TARGET_DIR", &target))?;
        let built = target.join(WASM32).join("wasm").join(self.package.replace('-', "_"));
        let built = built.with_extension("wasm");
        fs::copy(&built, file).with_context(|| built.display().to_string())?;
        Ok(())
    }
}

/// Asks the modules in a folder what the session is asked natively, and that they answer the same.
fn check_answers(workspace: &Workspace, folder: &Path) -> Result<()> {
    let mut run = workspace.cargo(&["run", "--package", "konoba-web", "--example", "questions"]);
    let output = run.stderr(Stdio::inherit()).output().context("cargo could not be started")?;
    ensure!(output.status.success(), "the questions cannot be had");
    let mut node = Command::new("node");
    node.current_dir(&workspace.root).arg("crates/konoba-web/tests/answers.mjs").arg(folder);
    let mut node = node.stdin(Stdio::piped()).spawn().context("node could not be started")?;
    node.stdin.take().context("node reads nothing")?.write_all(&output.stdout)?;
    ensure!(node.wait()?.success(), "the modules answer other than the program");
    Ok(())
}

/// How many bytes a file has as servers send it.
fn zipped(file: &Path) -> Result<usize> {
    let mut gzip = Command::new("gzip");
    let output = gzip.args(["-9", "-n", "-c"]).arg(file).stderr(Stdio::inherit()).output();
    Ok(output.context("gzip could not be started")?.stdout.len())
}
