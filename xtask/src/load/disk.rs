//! The disk that a cluster writes to: how fast it is, and how slow it can be made to be.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::workspace::Workspace;

/// How often it is flushed to see how long that takes.
const FLUSHES: usize = 100;

/// How long a flush of one page takes on the disk of a folder, in milliseconds: the median.
pub(super) fn flush_millis(folder: &Path) -> Result<f64> {
    let path = folder.join("flushes");
    let mut file = File::create(&path)?;
    let mut took = Vec::new();
    for _ in 0..FLUSHES {
        let begin = Instant::now();
        file.write_all(&[7; 4096])?;
        file.sync_data()?;
        took.push(begin.elapsed().as_secs_f64() * 1000.0);
    }
    fs::remove_file(path)?;
    took.sort_by(f64::total_cmp);
    Ok(took[FLUSHES / 2])
}

/// Compiles what makes every flush of a program slower.
pub(super) fn slow_disk(workspace: &Workspace) -> Result<PathBuf> {
    let shim = workspace.target.join("slow_disk.so");
    let source = workspace.root.join("xtask/load/slow_disk.c");
    let mut cc = Command::new("cc");
    cc.args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"]).arg(&shim).arg(source);
    let is_built = cc.arg("-ldl").status().context("cc could not be started")?.success();
    ensure!(is_built, "slow_disk.c does not compile");
    Ok(shim)
}
