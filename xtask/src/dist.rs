//! `cargo xtask dist`: what people install. Everything is made from one program, twice, and is the same bytes.

mod archive;
mod bill;
mod chroot;
mod containers;
mod emulated;
mod forwarded;
mod image;
mod imaged;
mod package;
mod platform;
mod program;
pub(crate) mod proof;
mod served;
mod server;
mod windows;
mod wine;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::workspace::{Workspace, answer, succeed};
use platform::{Platform, System};

/// What to make, and from what.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The folder to write to; `target/dist` unless given, and with `--target` one beside it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Another kind of machine: aarch64-unknown-linux-gnu or x86_64-pc-windows-gnu, by Debian's cross compilers
    #[arg(long, value_name = "TARGET")]
    target: Option<String>,
    /// Pack this program, instead of building it twice and comparing
    #[arg(long, value_name = "FILE", conflicts_with = "once")]
    program: Option<PathBuf>,
    /// Build once, and compare nothing
    #[arg(long)]
    once: bool,
    /// Install the package in a minimal Debian, play there, upgrade it, remove it (as root, with mmdebstrap). For
    /// another kind of machine: play the packed program here, by qemu or wine
    #[arg(long)]
    prove: bool,
}

/// What everything that is packed has in common.
#[derive(Clone)]
struct Release<'a> {
    workspace: &'a Workspace,
    /// The program, stripped.
    program: PathBuf,
    version: String,
    platform: &'static Platform,
    /// Seconds since 1970 of the commit: the age of every file that is packed.
    moment: String,
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let platform = Platform::find(options.target.as_deref())?;
    platform.provide(workspace)?;
    let folder = if platform.is_own()? { "dist" } else { &format!("dist-{}", platform.name) };
    let out = options.out.clone().unwrap_or_else(|| workspace.target.join(folder));
    let program = match &options.program {
        Some(program) => program.clone(),
        None if options.once => program::built(workspace, platform, "dist-one")?,
        None => program::built_twice(workspace, platform)?,
    };
    let release = Release::of(workspace, platform, &program)?;
    release.make(&out)?;
    match options.prove {
        true if platform.is_own()? => prove(&release, &out),
        true => emulated::prove(&release, &out),
        false => Ok(()),
    }
}

/// Installs what was made on a clean machine, over an older package of the same program.
fn prove(release: &Release<'_>, out: &Path) -> Result<()> {
    let folder = out.with_extension("proof");
    fs::create_dir_all(&folder)?;
    let image = proof::found(out, ".oci.tar")?;
    imaged::look_at(&image, release.platform, &folder.join("image"))?;
    let older = Release { version: "0.0.9".to_owned(), ..release.clone() };
    let root = folder.join("older");
    archive::stage(&older, &root)?;
    let older = package::deb(&older, &root, &folder)?;
    chroot::prove(&out.join(package::name(release)), &older, &folder)?;
    Ok(fs::remove_dir_all(&folder)?)
}

/// Packs the package for Debian alone, and returns it.
pub(crate) fn pack_deb(workspace: &Workspace, program: &Path, out: &Path) -> Result<PathBuf> {
    let platform = Platform::find(None)?;
    let (release, root) = (Release::of(workspace, platform, program)?, out.join("root"));
    archive::stage(&release, &root)?;
    let deb = package::deb(&release, &root, out)?;
    fs::remove_dir_all(&root)?;
    Ok(deb)
}

impl<'a> Release<'a> {
    fn of(workspace: &'a Workspace, platform: &'static Platform, program: &Path) -> Result<Self> {
        Ok(Self {
            workspace,
            program: fs::canonicalize(program).with_context(|| program.display().to_string())?,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            platform,
            moment: moment(workspace)?,
        })
    }

    /// Packs the program twice into two folders, asks that they are the same, and keeps one.
    fn make(&self, out: &Path) -> Result<()> {
        let twin = out.with_extension("twin");
        for folder in [out, &twin] {
            if folder.is_dir() {
                fs::remove_dir_all(folder)?;
            }
            fs::create_dir_all(folder)?;
            self.pack(folder)?;
        }
        let same = Command::new("diff").arg("--recursive").arg(out).arg(&twin).status()?;
        ensure!(same.success(), "two packages of one program differ");
        fs::remove_dir_all(&twin)?;
        match self.platform.system {
            System::Linux => {
                let glibc = program::glibc(&self.program)?;
                println!("{} for glibc {glibc} or newer:", self.version);
            }
            System::Windows => println!("{} for Windows:", self.version),
        }
        print!("{}", fs::read_to_string(out.join("SHA256SUMS"))?);
        Ok(())
    }

    fn pack(&self, out: &Path) -> Result<()> {
        let root = out.join("root");
        let file = |end: &str| out.join(format!("{}.{end}", self.name()));
        let licences = match self.platform.system {
            System::Linux => {
                archive::stage(self, &root)?;
                archive::tarball(self, &root, &file("tar.gz"))?;
                package::deb(self, &root, out)?;
                image::oci(self, &root, &file("oci.tar"))?;
                root.join(archive::LICENCES)
            }
            System::Windows => {
                let folder = root.join(self.name());
                windows::stage(self, &folder)?;
                windows::zip(self, &root, &file("zip"))?;
                folder.join("LICENCES.txt")
            }
        };
        fs::write(out.join("konoba.cdx.json"), bill::cyclonedx(self)?)?;
        fs::copy(licences, out.join("LICENCES.txt"))?;
        fs::remove_dir_all(&root)?;
        let mut names: Vec<_> = fs::read_dir(out)?.collect::<std::io::Result<Vec<_>>>()?;
        names.sort_by_key(fs::DirEntry::file_name);
        let mut sums = Command::new("sha256sum");
        sums.current_dir(out).args(names.iter().map(fs::DirEntry::file_name));
        let sums = sums.output()?;
        ensure!(sums.status.success(), "sha256sum failed");
        fs::write(out.join("SHA256SUMS"), sums.stdout)?;
        Ok(())
    }

    /// How what is packed is called.
    fn name(&self) -> String {
        format!("konoba-{}-{}", self.version, self.platform.name)
    }

    /// The program's own answer.
    fn ask(&self, arguments: &[&str]) -> Result<String> {
        let mut program = self.platform.command(self.workspace, &self.program)?;
        let said = program.args(arguments).output()?;
        let error = String::from_utf8_lossy(&said.stderr);
        ensure!(said.status.success(), "the program does not answer {arguments:?}: {error}");
        Ok(String::from_utf8(said.stdout)?.trim().to_owned() + "\n")
    }

    /// `tar`, for archives that depend on names and contents alone.
    fn tar(&self) -> Command {
        let mut tar = Command::new("tar");
        tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"]);
        tar.arg(format!("--mtime=@{}", self.moment));
        tar
    }
}

/// Compresses files without their names and ages in them.
fn gzip(files: &[PathBuf]) -> Result<()> {
    succeed(Command::new("gzip").args(["--no-name", "--best", "--force"]).args(files))
}

/// The moment of the last commit; a source without history says it in SOURCE_DATE_EPOCH.
fn moment(workspace: &Workspace) -> Result<String> {
    if let Ok(given) = std::env::var("SOURCE_DATE_EPOCH") {
        return Ok(given);
    }
    let root = workspace.root.display().to_string();
    let said = answer("git", &["-C", &root, "log", "-1", "--format=%ct"]);
    said.context("git does not know the moment of the last commit; set SOURCE_DATE_EPOCH")
}
