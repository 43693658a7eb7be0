//! Whether the pure crates compile for machines other than this one.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::graph::HOUSE;
use crate::packages::Package;
use crate::workspace::{Workspace, answer, cargo_program, host, succeed, version};

/// The browser.
pub(crate) const WASM32: &str = "wasm32-unknown-unknown";
/// A common processor for which there is no hand-written kernel.
pub(crate) const AARCH64: &str = "aarch64-unknown-linux-gnu";
/// A system that is no Unix.
pub(crate) const WINDOWS: &str = "x86_64-pc-windows-gnu";

/// Debian's own Rust with the source of the standard library: the way to another target where
/// rustup can fetch none. The distribution keeps it recent because its browser is built with it.
pub(crate) const fn debian_rust(is_here: fn(&Workspace) -> bool) -> [Package; 3] {
    [
        Package { name: "rustc-web", is_here },
        Package { name: "cargo-web", is_here },
        Package { name: "rust-web-src", is_here },
    ]
}

/// Whether this machine can compile for the target.
pub(crate) fn can_check(workspace: &Workspace, target: &str) -> bool {
    way_to(workspace, target).is_some()
}

/// Compiles the pure crates for the target.
pub(crate) fn check(workspace: &Workspace, target: &str) -> Result<()> {
    let way = way_to(workspace, target).with_context(|| format!("no compiler for {target}"))?;
    let mut check = way.cargo(workspace, target);
    check.args(["check", "--target", target]);
    for room in HOUSE.iter().filter(|room| room.is_pure && workspace.find(room.name).is_some()) {
        check.args(["--package", room.name]);
    }
    way.add_std(&mut check);
    succeed(&mut check)
}

/// How to come by a standard library for a target.
pub(crate) enum Way {
    /// The toolchain brings it compiled.
    Installed,
    /// It is compiled from its source by the Rust that the source belongs to.
    FromSource { cargo: PathBuf, rustc: PathBuf },
}

pub(crate) fn way_to(workspace: &Workspace, target: &str) -> Option<Way> {
    let rustlib = |rustc: &Path| {
        let sysroot = answer(rustc, &["--print", "sysroot"])?;
        Some(Path::new(&sysroot).join("lib").join("rustlib"))
    };
    let own = Path::new("rustc");
    if rustlib(own)?.join(target).join("lib").is_dir() {
        return Some(Way::Installed);
    }
    let debian = Path::new("/usr/bin");
    let rusts = [(cargo_program(), own.into()), (debian.join("cargo"), debian.join("rustc"))];
    let (cargo, rustc) = rusts.into_iter().find(|(_, rustc)| {
        let has_source = || rustlib(rustc)?.join("src/rust/library/std").is_dir().then_some(());
        let said = answer(rustc, &["--version"]);
        let number = said.as_deref().and_then(|said| version(said.split(' ').nth(1)?));
        number >= Some(workspace.oldest_rust) && has_source().is_some()
    })?;
    Some(Way::FromSource { cargo, rustc })
}

impl Way {
    pub(crate) fn cargo(&self, workspace: &Workspace, target: &str) -> Command {
        match self {
            Self::Installed => workspace.cargo(&[]),
            Self::FromSource { cargo, rustc } => {
                let mut command = Command::new(cargo);
                command.current_dir(&workspace.root).env("RUSTC", rustc);
                // Stable compilers build the standard library only if they are told they may.
                command.env("RUSTC_BOOTSTRAP", "1");
                // Two Rusts in one folder would rebuild each other's work.
                command.env("CARGO_TARGET_DIR", workspace.target.join("from-source").join(target));
                // The linker for browsers comes with rustup's Rust, and with Debian's only by another package.
                if let Some(linker) = rust_lld() {
                    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
                }
                // What is checked is never run, so optimising it would be time lost.
                command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
                command
            }
        }
    }

    /// Has the command compile the standard library, where the toolchain does not bring it.
    pub(crate) fn add_std(&self, command: &mut Command) {
        if matches!(self, Self::FromSource { .. }) {
            command.args(["-Z", "build-std=std,panic_abort"]);
        }
    }
}

/// The linker that is part of rustup's Rust.
fn rust_lld() -> Option<PathBuf> {
    let sysroot = answer("rustc", &["--print", "sysroot"])?;
    let lld = Path::new(&sysroot).join("lib/rustlib").join(host().ok()?).join("bin/rust-lld");
    lld.is_file().then_some(lld)
}
