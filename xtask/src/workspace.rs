//! The workspace as Cargo describes it, and how its commands are run.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_metadata::{DependencyKind, MetadataCommand, Package};

/// The crates of the project and where things are.
pub(crate) struct Workspace {
    /// The folder with the workspace's `Cargo.toml`.
    pub(crate) root: PathBuf,
    /// Where Cargo builds.
    pub(crate) target: PathBuf,
    /// The crates, sorted by name.
    pub(crate) crates: Vec<Crate>,
    /// The oldest Rust that the project promises to compile with.
    pub(crate) oldest_rust: RustVersion,
}

/// A crate of the workspace.
#[derive(Debug)]
pub(crate) struct Crate {
    pub(crate) name: String,
    pub(crate) folder: PathBuf,
    pub(crate) dependencies: Vec<Dependency>,
}

/// What a crate uses.
#[derive(Debug)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// Whether only its tests use it.
    pub(crate) is_for_tests: bool,
}

/// How the variables begin in which Cargo tells of the package that it runs.
const OF_PACKAGE: [&str; 2] = ["CARGO_PKG_", "CARGO_MANIFEST_"];

/// The major and minor number of a Rust release.
pub(crate) type RustVersion = (u64, u64);

impl Workspace {
    /// Asks Cargo.
    pub(crate) fn load() -> Result<Self> {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let mut command = MetadataCommand::new();
        let command = command.cargo_path(cargo_program()).manifest_path(manifest).no_deps();
        let metadata = command.exec().context("cargo metadata failed")?;
        let mut crates: Vec<_> = metadata.packages.iter().map(Crate::of).collect();
        crates.sort_by(|a, b| a.name.cmp(&b.name));
        let rusts = metadata.packages.iter().filter_map(|package| package.rust_version.as_ref());
        let oldest_rust = rusts.map(|rust| (rust.major, rust.minor)).max().unwrap_or_default();
        let (root, target) = (metadata.workspace_root.into(), metadata.target_directory.into());
        Ok(Self { root, target, crates, oldest_rust })
    }

    /// The crate of that name.
    pub(crate) fn find(&self, name: &str) -> Option<&Crate> {
        self.crates.iter().find(|member| member.name == name)
    }

    /// The Cargo that runs this, in the workspace's root.
    ///
    /// It is not told what the Cargo that runs this has said of this package: build scripts look at that (ring's does), and what depends
    /// on them would be compiled once for a command that is typed and once for one that is run from here.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Command {
        let mut cargo = Command::new(cargo_program());
        let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        for name in names.filter(|name| OF_PACKAGE.iter().any(|of| name.starts_with(of))) {
            cargo.env_remove(name);
        }
        cargo.args(arguments).current_dir(&self.root);
        cargo
    }

    /// Compiles a program as the tests are compiled. With `--package` it would have fewer features of what it depends on than
    /// `cargo test --workspace` gives it (those of tokio, serde_json, rustix...), and half of the crates would be compiled twice.
    pub(crate) fn build(&self, program: &str) -> Result<()> {
        succeed(&mut self.cargo(&["build", "--workspace", "--bin", program]))
    }
}

impl Crate {
    fn of(package: &Package) -> Self {
        let dependency = |used: &cargo_metadata::Dependency| Dependency {
            name: used.name.clone(),
            is_for_tests: used.kind == DependencyKind::Development,
        };
        Self {
            name: package.name.to_string(),
            folder: package.manifest_path.with_file_name("").into(),
            dependencies: package.dependencies.iter().map(dependency).collect(),
        }
    }
}

/// Runs a command, shown as one could type it, and asks that it succeeds.
pub(crate) fn succeed(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    println!("$ {shown}");
    let status = command.status().with_context(|| format!("`{shown}` could not be started"))?;
    ensure!(status.success(), "`{shown}` failed ({status})");
    Ok(())
}

/// What a command prints; nothing if it cannot be run or fails.
pub(crate) fn answer(program: impl AsRef<Path>, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program.as_ref()).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Whether the path leads to a program of that name.
pub(crate) fn has_command(name: &str) -> bool {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(&file).is_file())
}

/// What Rust calls the kind of machine that this is.
pub(crate) fn host() -> Result<String> {
    answer("rustc", &["--print", "host-tuple"]).context("rustc names no host")
}

/// Reads `1.95` or `1.95.2`.
pub(crate) fn version(text: &str) -> Option<RustVersion> {
    let mut numbers = text.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// The Cargo that runs this.
pub(crate) fn cargo_program() -> PathBuf {
    env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from)
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_is_not_told_of_this_package() {
        let workspace = Workspace::load().unwrap();
        let command = workspace.cargo(&["build"]);
        for name in ["CARGO_PKG_NAME", "CARGO_MANIFEST_DIR"] {
            assert!(env::var_os(name).is_some(), "{name} is not said");
            assert!(command.get_envs().any(|set| set == (name.as_ref(), None)), "{name}");
        }
    }

    #[test]
    fn versions_are_ordered_by_number() {
        assert_eq!(version("1.95"), Some((1, 95)));
        assert_eq!(version("1.96.0"), Some((1, 96)));
        assert!(version("1.100.0") > version("1.96.0"));
        for not_a_version in ["", "1", "one.two", "1.x"] {
            assert_eq!(version(not_a_version), None, "{not_a_version}");
        }
    }

    #[test]
    fn the_workspace_is_found() {
        let workspace = Workspace::load().unwrap();
        assert!(workspace.find("xtask").is_some_and(|member| member.folder.ends_with("xtask")));
        assert!(workspace.find("missing").is_none());
        assert!(workspace.oldest_rust >= (1, 95));
    }
}
