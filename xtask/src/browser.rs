//! The page in a real browser: its tests, the types of its scripts, and pictures of it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::names::games_named;
use crate::npm;
use crate::packages::{Installer, Package};
use crate::workspace::{Workspace, has_command, succeed};

/// The tests of the page, beside those of its server.
const TESTS: &str = "crates/konoba-http/tests/browser";
/// The scripts and styles of the page.
const PAGE: &str = "web";

/// What it takes to run scripts outside of a browser.
pub(crate) const NODE: [Package; 2] = [
    Package { name: "nodejs", is_here: |_| has_command("node") },
    Package { name: "npm", is_here: |_| has_command("npm") },
];
/// What it takes to run them inside of one.
pub(crate) const BROWSER: [Package; 4] = [
    Package { name: "nodejs", is_here: |_| has_command("node") },
    Package { name: "npm", is_here: |_| has_command("npm") },
    Package { name: "chromium", is_here: |_| has_command("chromium") },
    Package { name: "firefox-esr", is_here: |_| has_command("firefox-esr") },
];

/// The scripts of the page say what they take and give, and name no game.
pub(crate) fn check_types(workspace: &Workspace) -> Result<()> {
    check_names(&workspace.root.join(PAGE).join("js"))?;
    check_names(&workspace.root.join(PAGE).join("css"))?;
    let modules = modules(workspace)?;
    let mut tsc = Command::new("node");
    tsc.current_dir(&workspace.root).arg(modules.join("typescript/bin/tsc"));
    succeed(tsc.args(["--project", PAGE]))
}

/// People in browsers play, watch, look back and learn.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    succeed(
        run(workspace)?
            .args(["--test", "--test-reporter=spec"])
            .arg(format!("{TESTS}/all.test.mjs")),
    )
}

/// Takes the pictures of the page that the README shows.
pub(crate) fn take_pictures(workspace: &Workspace) -> Result<()> {
    Installer::new(workspace).provide(&BROWSER)?;
    let folder = workspace.root.join("docs/pictures");
    for script in ["pictures.mjs", "filmed.mjs"] {
        succeed(run(workspace)?.arg(format!("{TESTS}/{script}")).arg(&folder))?;
    }
    Ok(())
}

/// Measures how soon the page can be used over a slow line.
pub(crate) fn measure_speed(workspace: &Workspace) -> Result<()> {
    Installer::new(workspace).provide(&BROWSER)?;
    // What people wait for is the program as it is shipped.
    succeed(&mut workspace.cargo(&["build", "--release", "--package", "konoba"]))?;
    let mut measure = node(workspace, "release/konoba")?;
    succeed(measure.arg(format!("{TESTS}/speed.mjs")))
}

/// The modules that are kept answer questions in browsers as the program does.
pub(crate) fn check_answers(workspace: &Workspace, questions: &Path) -> Result<()> {
    succeed(run(workspace)?.arg(format!("{TESTS}/answers.mjs")).arg(questions))
}

/// Measures the modules in browsers beside what was measured natively.
pub(crate) fn measure_modules(workspace: &Workspace, native: &Path) -> Result<()> {
    Installer::new(workspace).provide(&BROWSER)?;
    let mut measure = run(workspace)?;
    succeed(measure.arg(format!("{TESTS}/module.mjs")).arg(native))
}

/// Node for scripts that open a house as it is tested.
fn run(workspace: &Workspace) -> Result<Command> {
    workspace.build("konoba")?;
    node(workspace, "debug/konoba")
}

/// Node with what the scripts need to know: the program that they open a house with, and where
/// their packages are.
fn node(workspace: &Workspace, program: &str) -> Result<Command> {
    let mut node = Command::new("node");
    node.current_dir(&workspace.root);
    node.env("KONOBA_PROGRAM", workspace.target.join(program));
    node.env("KONOBA_NODE_MODULES", modules(workspace)?);
    Ok(node)
}

/// Where the packages are, installed if they are not there yet or others are wanted now.
fn modules(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.target.join("browser");
    fs::create_dir_all(&folder)?;
    // Several parts want them, and two may run at once.
    let turn = File::create(folder.join("turn"))?;
    turn.lock()?;
    let wanted = fs::read(workspace.root.join(TESTS).join("package.json"))?;
    let noted = folder.join("package.json");
    let modules = folder.join("node_modules");
    if fs::read(&noted).ok().as_ref() == Some(&wanted) && modules.join("installed").exists() {
        return Ok(modules);
    }
    fs::write(&noted, wanted)?;
    npm::install(&folder, &[]).context("the packages of the browser tests cannot be had")?;
    fs::write(modules.join("installed"), "")?;
    Ok(modules)
}

fn check_names(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let named = games_named(&fs::read_to_string(&path)?);
        ensure!(named.is_empty(), "{}: the page names {}", path.display(), named.join(", "));
    }
    Ok(())
}
