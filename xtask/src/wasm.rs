//! The modules for browsers: the session of a page, and a net for each kind of instructions.
//!
//! They are kept in the repository under `web/wasm`, since most machines that build the program have no compiler for
//! browsers. Whether they still are what the sources say is a part of the tests.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use sha2::{Digest as _, Sha256};

use crate::browser::{self, NODE};
use crate::packages::{Installer, Package};
use crate::source::{Source, code_of};
use crate::targets::{WASM32, Way, can_check, way_to};
use crate::workspace::{Workspace, has_command, succeed};

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

/// The crates that the modules consist of.
const SOURCES: [&str; 11] = [
    "konoba-rules",
    "konoba-kernels",
    "konoba-net",
    "konoba-engine",
    "konoba-scene",
    "konoba-table",
    "konoba-puzzles",
    "konoba-advice",
    "konoba-view",
    "konoba-web",
    "konoba-web-net",
];

/// Where they are kept, as they are sent.
const KEPT: &str = "web/wasm";

/// The most bytes of a module as it is sent: of the first, which every visitor's browser fetches, and of all together. Of the
/// others a browser fetches one. (Binaryen makes modules smaller, and what is sent larger.)
const MOST_BYTES: usize = 300_000;
const MOST_BYTES_TOGETHER: usize = 360_000;

/// What packs modules: as every browser unpacks them, but smaller by a twentieth than gzip does.
const ZOPFLI: [Package; 1] = [Package { name: "zopfli", is_here: |_| has_command("zopfli") }];

/// Builds every module, asks that they are small enough and answer as the program does, and keeps them.
pub(crate) fn keep(workspace: &Workspace) -> Result<()> {
    let installer = Installer::new(workspace);
    installer.provide(&NODE)?;
    installer.provide(&ZOPFLI)?;
    let (built, questions) = (build(workspace)?, questions(workspace)?);
    check_answers(workspace, &built, &questions)?;
    let kept = workspace.root.join(KEPT);
    fs::create_dir_all(&kept)?;
    let mut modules = serde_json::Map::new();
    for module in &MODULES {
        let file = built.join(format!("{}.wasm", module.name));
        modules.insert(format!("{}.wasm", module.name), sha256(&file)?.into());
        fs::write(kept.join(format!("{}.wasm.gz", module.name)), zipped(&file)?)?;
    }
    let manifest = serde_json::json!({
        "modules": modules,
        "sources": hash_of_sources(workspace)?,
        "answers": format!("{:016x}", checksum(questions.as_bytes())),
    });
    fs::write(kept.join("manifest.json"), format!("{manifest:#}\n"))?;
    check_size(&kept)
}

/// Says how large the kept modules are, and asks that they are small enough.
fn check_size(kept: &Path) -> Result<()> {
    let mut together = 0;
    for module in &MODULES {
        let bytes = fs::metadata(kept.join(format!("{}.wasm.gz", module.name)))?.len() as usize;
        println!("{}: {bytes} bytes gzipped, of at most {MOST_BYTES}", module.name);
        ensure!(bytes <= MOST_BYTES, "{} is too large", module.name);
        together += bytes;
    }
    println!("together: {together} bytes gzipped, of at most {MOST_BYTES_TOGETHER}");
    ensure!(together <= MOST_BYTES_TOGETHER, "the modules are too large");
    Ok(())
}

/// Asks that what is kept is what the sources say: by a hash of them, by what the modules answer, and by what they answer
/// when they are built anew, where there is a compiler. Compilers differ, so bytes are not compared.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    let kept = workspace.root.join(KEPT);
    check_fresh(workspace)?;
    check_size(&kept)?;
    let questions = questions(workspace)?;
    let is_same =
        manifest(workspace)?["answers"] == format!("{:016x}", checksum(questions.as_bytes()));
    ensure!(is_same, "{KEPT} was built for other answers: `cargo xtask wasm` builds it anew");
    check_answers(workspace, &kept, &questions)?;
    let asked = folder(workspace)?.join("questions.txt");
    fs::write(&asked, &questions)?;
    browser::check_answers(workspace, &asked)?;
    if can_check(workspace, WASM32) {
        return check_answers(workspace, &build(workspace)?, &questions);
    }
    println!("no compiler for {WASM32} is here: the modules are tested as they are kept");
    Ok(())
}

/// Asks that what is kept was built from these sources, which a hash of them tells.
pub(crate) fn check_fresh(workspace: &Workspace) -> Result<()> {
    let is_fresh = manifest(workspace)?["sources"] == hash_of_sources(workspace)?;
    ensure!(is_fresh, "{KEPT} is older than its sources: `cargo xtask wasm` builds it anew");
    Ok(())
}

/// What is written beside the kept modules.
fn manifest(workspace: &Workspace) -> Result<serde_json::Value> {
    let file = workspace.root.join(KEPT).join("manifest.json");
    let text = fs::read(&file).with_context(|| file.display().to_string())?;
    Ok(serde_json::from_slice(&text)?)
}

/// Measures the kept modules in browsers, beside the native program.
pub(crate) fn measure(workspace: &Workspace) -> Result<()> {
    let native = folder(workspace)?.join("figures.json");
    fs::write(&native, example(workspace, &["--release", "--example", "figures"])?)?;
    browser::measure_modules(workspace, &native)
}

/// Where modules are built, and what they are compared with is written.
fn folder(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.target.join("wasm");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    Ok(folder)
}

/// Builds every module into the folder that is answered.
fn build(workspace: &Workspace) -> Result<PathBuf> {
    let folder = folder(workspace)?;
    for module in &MODULES {
        module.build(workspace, &folder.join(format!("{}.wasm", module.name)))?;
    }
    Ok(folder)
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
        // A standard library that is compiled here can be small: it need not even format what a panic would say, and sorts
        // by less code.
        if matches!(way, Way::FromSource { .. }) {
            build.args(["-Z", "build-std-features=optimize_for_size"]);
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

/// Questions to a session, each with the checksum of what it answers on this machine.
fn questions(workspace: &Workspace) -> Result<String> {
    example(workspace, &["--example", "questions"])
}

/// What an example of the session prints.
fn example(workspace: &Workspace, arguments: &[&str]) -> Result<String> {
    let mut run = workspace.cargo(&["run", "--package", "konoba-web"]);
    let output = run.args(arguments).stderr(Stdio::inherit()).output();
    let output = output.context("cargo could not be started")?;
    ensure!(output.status.success(), "{} has failed", arguments.join(" "));
    Ok(String::from_utf8(output.stdout)?)
}

/// Asks the modules in a folder the same questions, and that they answer the same.
fn check_answers(workspace: &Workspace, folder: &Path, questions: &str) -> Result<()> {
    let mut node = Command::new("node");
    node.current_dir(&workspace.root).arg("crates/konoba-web/tests/answers.mjs").arg(folder);
    let mut node = node.stdin(Stdio::piped()).spawn().context("node could not be started")?;
    node.stdin.take().context("node reads nothing")?.write_all(questions.as_bytes())?;
    ensure!(node.wait()?.success(), "{}: answers differ", folder.display());
    Ok(())
}

/// A hash of all code and data that the modules are built from, without comments and tests.
fn hash_of_sources(workspace: &Workspace) -> Result<String> {
    let mut sum = checksum(b"");
    for name in SOURCES {
        let folder = &workspace.find(name).with_context(|| name.to_owned())?.folder;
        for source in Source::all_in(&folder.join("src"), &workspace.root)? {
            sum = continue_checksum(sum, source.path.as_bytes());
            for (_, line) in source.lines() {
                sum = continue_checksum(sum, code_of(line).trim().as_bytes());
            }
        }
        for file in data_in(folder)? {
            sum = continue_checksum(sum, &fs::read(file)?);
        }
    }
    Ok(format!("{sum:016x}"))
}

/// What of a crate is neither code nor prose for its readers: rules, lessons, styles, tables of numbers. Puzzles, in folders named
/// `data`, are no part of a module: a page brings its own.
fn data_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let has_ending = |endings: &[&str]| {
            path.extension().is_some_and(|own| endings.iter().any(|ending| own == *ending))
        };
        if path.is_dir()
            && !["tests", "examples", "benches", "data"].iter().any(|name| path.ends_with(name))
        {
            files.extend(data_in(&path)?);
        } else if path.is_file() && !has_ending(&["rs", "md", "toml"]) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// FNV-1a (Fowler, Noll and Vo).
fn checksum(bytes: &[u8]) -> u64 {
    continue_checksum(0xcbf2_9ce4_8422_2325, bytes)
}

fn continue_checksum(sum: u64, bytes: &[u8]) -> u64 {
    let next = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(sum, next)
}

/// The hash by which browsers know that a file came whole.
fn sha256(file: &Path) -> Result<String> {
    let digest = Sha256::digest(fs::read(file)?);
    Ok(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A file as servers send it.
fn zipped(file: &Path) -> Result<Vec<u8>> {
    let output = Command::new("zopfli").arg("-c").arg(file).stderr(Stdio::inherit()).output();
    let output = output.context("zopfli could not be started")?;
    ensure!(output.status.success(), "zopfli has failed");
    Ok(output.stdout)
}
