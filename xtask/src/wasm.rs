//! The modules for browsers: the session of a page, and the net for each kind of instructions.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::targets::{WASM32, way_to};
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

/// Builds every module.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    let folder = workspace.target.join("wasm");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    for module in &MODULES {
        let file = folder.join(format!("{}.wasm", module.name));
        module.build(workspace, &file)?;
        let [bytes, zipped] = [fs::metadata(&file)?.len(), zipped(&file)?];
        println!("{}: {bytes} bytes, {zipped} gzipped", file.display());
    }
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
        let target = workspace.target.join("from-source").join("wasm");
        succeed(build.env("CARGO_TARGET_DIR", &target))?;
        let built = target.join(WASM32).join("wasm").join(self.package.replace('-', "_"));
        let built = built.with_extension("wasm");
        fs::copy(&built, file).with_context(|| built.display().to_string())?;
        Ok(())
    }
}

/// How many bytes a file has as servers send it.
fn zipped(file: &Path) -> Result<u64> {
    let mut gzip = Command::new("gzip");
    let output = gzip.args(["-9", "-c"]).arg(file).stderr(Stdio::inherit()).output();
    Ok(output.context("gzip could not be started")?.stdout.len() as u64)
}
