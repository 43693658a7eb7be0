//! The kinds of machines that the program is packed for, and how one that this machine is not is built for and tried here.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::wine;
use crate::packages::{Installer, Package};
use crate::targets::{AARCH64, WINDOWS, can_check, debian_rust};
use crate::workspace::{Workspace, has_command, host};

/// A processor with a system.
pub(super) struct Platform {
    /// What Rust calls it.
    pub(super) target: &'static str,
    /// How files that are for it are named.
    pub(super) name: &'static str,
    /// Debian's word for the processor.
    pub(super) architecture: &'static str,
    pub(super) system: System,
    /// How it is reached from another machine; none where only a machine of its own kind will do.
    cross: Option<Cross>,
}

/// What a system expects of a package.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum System {
    Linux,
    Windows,
}

/// Compiles and runs programs for another kind of machine.
struct Cross {
    linker: &'static str,
    /// Runs a program, which is the last word.
    emulator: &'static [&'static str],
    /// The compiler, where rustup has not brought the standard library.
    rust: &'static [Package],
    packages: &'static [Package],
}

const PLATFORMS: [Platform; 3] = [
    Platform {
        target: "x86_64-unknown-linux-gnu",
        name: "linux-amd64",
        architecture: "amd64",
        system: System::Linux,
        cross: None,
    },
    Platform {
        target: AARCH64,
        name: "linux-arm64",
        architecture: "arm64",
        system: System::Linux,
        cross: Some(Cross {
            linker: "aarch64-linux-gnu-gcc",
            emulator: &[ARM64_EMULATOR, "-L", ARM64_ROOT],
            rust: &debian_rust(|workspace| can_check(workspace, AARCH64)),
            packages: &ARM64_PACKAGES,
        }),
    },
    Platform {
        target: WINDOWS,
        name: "windows-amd64",
        architecture: "amd64",
        system: System::Windows,
        cross: Some(Cross {
            linker: "x86_64-w64-mingw32-gcc",
            emulator: &["wine"],
            rust: &debian_rust(|workspace| can_check(workspace, WINDOWS)),
            packages: &WINDOWS_PACKAGES,
        }),
    },
];

/// Where Debian keeps the libraries of the other processor.
const ARM64_ROOT: &str = "/usr/aarch64-linux-gnu";
const ARM64_LOADER: &str = "lib/ld-linux-aarch64.so.1";
/// It needs no library, so that it also runs in a root that has none of this machine's.
const ARM64_EMULATOR: &str = "/usr/bin/qemu-aarch64-static";

const ARM64_PACKAGES: [Package; 3] = [
    Package { name: "gcc-aarch64-linux-gnu", is_here: |_| has_command("aarch64-linux-gnu-gcc") },
    Package {
        name: "libc6-dev-arm64-cross",
        is_here: |_| Path::new(ARM64_ROOT).join("lib/libc.so.6").is_file(),
    },
    Package { name: "qemu-user-static", is_here: |_| Path::new(ARM64_EMULATOR).is_file() },
];

const WINDOWS_PACKAGES: [Package; 5] = [
    Package { name: "gcc-mingw-w64-x86-64", is_here: |_| has_command("x86_64-w64-mingw32-gcc") },
    Package { name: "wine64", is_here: |_| Path::new("/usr/lib/wine/wine64").exists() },
    Package { name: "wine", is_here: |_| has_command("wine") },
    Package { name: "zip", is_here: |_| has_command("zip") },
    Package { name: "unzip", is_here: |_| has_command("unzip") },
];

impl Platform {
    /// The platform with the name that Rust has for it; this machine's where none is given.
    pub(super) fn find(target: Option<&str>) -> Result<&'static Self> {
        let target = target.map_or_else(host, |target| Ok(target.to_owned()))?;
        let found = PLATFORMS.iter().find(|platform| platform.target == target);
        let known = PLATFORMS.map(|platform| platform.target).join(", ");
        found.with_context(|| format!("no package is made for {target}, but for {known}"))
    }

    /// Whether programs for it run on this machine as they are.
    pub(super) fn is_own(&self) -> Result<bool> {
        Ok(host()? == self.target)
    }

    /// Sees to it that this machine can compile and run programs for it.
    pub(super) fn provide(&self, workspace: &Workspace) -> Result<()> {
        if self.is_own()? {
            return Ok(());
        }
        let from_here = format!("{} is not reached from this kind of machine", self.target);
        let cross = self.cross.as_ref().context(from_here)?;
        let installer = Installer::new(workspace);
        installer.provide(cross.packages)?;
        installer.provide(cross.rust)
    }

    /// Has cargo link for it.
    pub(super) fn link(&self, build: &mut Command) {
        if let Some(cross) = &self.cross {
            let name = self.target.to_uppercase().replace('-', "_");
            build.env(format!("CARGO_TARGET_{name}_LINKER"), cross.linker);
        }
    }

    /// A program for it, run here.
    pub(super) fn command(&self, workspace: &Workspace, program: &Path) -> Result<Command> {
        if self.is_own()? {
            return Ok(Command::new(program));
        }
        let cross = self.cross.as_ref().context("programs for it do not run here")?;
        let (first, others) = cross.emulator.split_first().context("an emulator has a name")?;
        let mut command = Command::new(first);
        command.args(others).arg(program);
        if self.system == System::Windows {
            wine::prepare(workspace, &mut command)?;
        }
        Ok(command)
    }

    /// What runs programs for it in a root of their own, where this machine does not: a program that needs no library.
    pub(super) fn emulator_in_root(&self) -> Result<Option<&'static Path>> {
        let is_needed = !self.is_own()? && self.system == System::Linux;
        Ok(is_needed.then_some(Path::new(ARM64_EMULATOR)))
    }

    /// What the program is called.
    pub(super) fn program(&self) -> &'static str {
        match self.system {
            System::Linux => "konoba",
            System::Windows => "konoba.exe",
        }
    }

    /// The libraries that a program needs: where this machine has each, and where the program looks for it.
    pub(super) fn libraries(&self, program: &Path) -> Result<Vec<(PathBuf, PathBuf)>> {
        let (root, mut list) = if self.is_own()? {
            (Path::new("/"), Command::new("ldd"))
        } else {
            let root = Path::new(ARM64_ROOT);
            let mut list = Command::new(ARM64_EMULATOR);
            list.arg("-L").arg(root).arg(root.join(ARM64_LOADER)).arg("--list");
            (root, list)
        };
        let said = list.arg(program).output().context("the libraries cannot be listed")?;
        let said = String::from_utf8(said.stdout)?;
        let paths = said.split_whitespace().filter(|word| word.starts_with('/')).map(Path::new);
        let paths = paths.filter(|path| root == Path::new("/") || !path.starts_with(root));
        let pair = |path: &Path| Ok((root.join(path.strip_prefix("/")?), path.to_owned()));
        let libraries = paths.map(pair).collect::<Result<Vec<_>>>()?;
        ensure!(!libraries.is_empty(), "the program needs no library: {said}");
        Ok(libraries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_platform_is_found_by_its_target() {
        assert_eq!(Platform::find(Some(AARCH64)).unwrap().name, "linux-arm64");
        assert_eq!(Platform::find(Some(WINDOWS)).unwrap().program(), "konoba.exe");
        let unknown = Platform::find(Some("z80")).err().unwrap().to_string();
        assert!(unknown.contains(AARCH64), "{unknown}");
    }
}
