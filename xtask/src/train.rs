//! What runs on a GPU elsewhere, in small: the trainer with the whole loop of self-play and learning, and the prover.

use std::process::Command;

use anyhow::{Context, Result};

use crate::packages::Package;
use crate::workspace::{Workspace, answer, has_command, succeed};

/// What the trainer needs.
pub(crate) const PYTORCH: [Package; 1] =
    [Package { name: "python3-torch", is_here: |_| python().is_some() }];

/// Checks the trainer, then lets a tiny net learn from nothing, which must come to beat its start.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    workspace.build("konoba-selfplay")?;
    let mut check = Command::new(python().context("no Python here has PyTorch")?);
    check.arg(workspace.root.join("train/selfcheck.py"));
    check.arg("--binary").arg(workspace.target.join("debug/konoba-selfplay"));
    // The sources stay as they are.
    succeed(check.env("PYTHONDONTWRITEBYTECODE", "1"))
}

/// What the prover needs, without a GPU.
pub(crate) const COMPILER: [Package; 2] = [
    Package { name: "g++", is_here: |_| has_command("g++") },
    Package { name: "python3", is_here: |_| has_command("python3") },
];

/// Checks the prover against the solver and the checker.
pub(crate) fn test_prover(workspace: &Workspace) -> Result<()> {
    workspace.build("konoba")?;
    let mut check = Command::new("python3");
    check.arg(workspace.root.join("train/prover/selfcheck.py"));
    check.arg("--binary").arg(workspace.target.join("debug/konoba"));
    succeed(check.env("PYTHONDONTWRITEBYTECODE", "1"))
}

/// A Python that has PyTorch: the usual one, or the system's, for which Debian's packages are.
fn python() -> Option<&'static str> {
    let has_torch = |python: &&str| answer(python, &["-c", "import torch"]).is_some();
    ["python3", "/usr/bin/python3"].into_iter().find(has_torch)
}
