//! A disk that loses what was not flushed. What a program writes goes to the page cache; what it
//! flushes goes to the platter, a second folder. A killed program leaves both; a power cut leaves the
//! platter, and any of the sectors that were not flushed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fastrand::Rng;
use tempfile::TempDir;

/// What a disk writes whole or not at all.
const SECTOR: usize = 512;

pub(crate) struct Disk {
    _folder: TempDir,
    pub(crate) data: PathBuf,
    platter: PathBuf,
    full: PathBuf,
    shim: PathBuf,
}

impl Disk {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (data, platter, shim) = (at("data"), at("platter"), at("shim.so"));
        fs::create_dir(&data).unwrap();
        fs::create_dir(&platter).unwrap();
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/serving/shim.c");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"])
            .arg(&shim)
            .arg(source)
            .arg("-ldl")
            .status();
        assert!(compiled.expect("cc is there, as SQLite needs it").success());
        Self { data, platter, full: at("full"), shim, _folder: folder }
    }

    /// What a server needs in its environment to write to this disk.
    pub(crate) fn variables(&self) -> [(&str, &str); 4] {
        [
            ("LD_PRELOAD", text(&self.shim)),
            ("KONOBA_TEST_DATA", text(&self.data)),
            ("KONOBA_TEST_PLATTER", text(&self.platter)),
            ("KONOBA_TEST_FULL", text(&self.full)),
        ]
    }

    /// Whether there is no room left.
    pub(crate) fn set_full(&self, is_full: bool) {
        if is_full {
            fs::write(&self.full, "").unwrap();
        } else {
            fs::remove_file(&self.full).unwrap();
        }
    }

    /// Cuts the power. For every sector that was written and not flushed, the seed decides whether
    /// it reached the platter.
    pub(crate) fn cut_power(&self, seed: u64) {
        let mut dice = Rng::with_seed(seed);
        for entry in fs::read_dir(&self.data).unwrap() {
            let path = entry.unwrap().path();
            let kept = fs::read(self.platter.join(path.file_name().unwrap()));
            let Ok(mut kept) = kept else {
                fs::remove_file(&path).unwrap();
                continue;
            };
            let cached = fs::read(&path).unwrap();
            if cached.len() > kept.len() && dice.u8(..4) == 0 {
                kept.resize(cached.len(), 0);
            }
            for (kept, cached) in kept.chunks_mut(SECTOR).zip(cached.chunks(SECTOR)) {
                if kept.len() == cached.len() && dice.u8(..4) == 0 {
                    kept.copy_from_slice(cached);
                }
            }
            fs::write(&path, kept).unwrap();
        }
        // What is on the platter now is what the next power cut leaves.
        for entry in fs::read_dir(&self.platter).unwrap() {
            fs::remove_file(entry.unwrap().path()).unwrap();
        }
        for entry in fs::read_dir(&self.data).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, self.platter.join(path.file_name().unwrap())).unwrap();
        }
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
