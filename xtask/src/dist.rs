//! `cargo xtask dist`: what people install. Everything is made from one program, twice, and is the same bytes.

mod archive;
mod bill;
mod chroot;
mod forwarded;
mod image;
mod imaged;
mod package;
mod program;
pub(crate) mod proof;
mod served;
mod server;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::workspace::{Workspace, answer, succeed};

/// What to make, and from what.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The folder to write to; `target/dist` unless given
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Pack this program, instead of building it twice and comparing
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Install the package in a minimal Debian, play there, upgrade it, remove it (as root, with mmdebstrap)
    #[arg(long)]
    prove: bool,
}

/// What everything that is packed has in common.
struct Release<'a> {
    workspace: &'a Workspace,
    /// The program, stripped.
    program: PathBuf,
    version: String,
    /// Debian's word for the processor: amd64, arm64.
    architecture: &'static str,
    /// The oldest glibc that it runs with.
    glibc: String,
    /// Seconds since 1970 of the commit: the age of every file that is packed.
    moment: String,
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let out = options.out.clone().unwrap_or_else(|| workspace.target.join("dist"));
    let program = match &options.program {
        Some(program) => program.clone(),
        None => program::built_twice(workspace)?,
    };
    make(workspace, &program, &out)?;
    if options.prove {
        prove(workspace, &program, &out)?;
    }
    Ok(())
}

/// Installs what was made on a clean machine, over an older package of the same program.
fn prove(workspace: &Workspace, program: &Path, out: &Path) -> Result<()> {
    let folder = out.with_extension("proof");
    fs::create_dir_all(&folder)?;
    imaged::look_at(&proof::found(out, ".oci.tar")?, &folder.join("image"))?;
    let release = Release::of(workspace, program)?;
    let older = Release { version: "0.0.9".to_owned(), ..Release::of(workspace, program)? };
    let root = folder.join("older");
    archive::stage(&older, &root)?;
    let older = package::deb(&older, &root, &folder)?;
    chroot::prove(&out.join(package::name(&release)), &older, &folder)?;
    Ok(fs::remove_dir_all(&folder)?)
}

/// Packs the package for Debian alone, and returns it.
pub(crate) fn pack_deb(workspace: &Workspace, program: &Path, out: &Path) -> Result<PathBuf> {
    let (release, root) = (Release::of(workspace, program)?, out.join("root"));
    archive::stage(&release, &root)?;
    let deb = package::deb(&release, &root, out)?;
    fs::remove_dir_all(&root)?;
    Ok(deb)
}

/// Packs a program twice into two folders, asks that they are the same, and keeps one.
pub(crate) fn make(workspace: &Workspace, program: &Path, out: &Path) -> Result<()> {
    let release = Release::of(workspace, program)?;
    let twin = out.with_extension("twin");
    for folder in [out, &twin] {
        if folder.is_dir() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
        release.pack(folder)?;
    }
    let same = Command::new("diff").arg("--recursive").arg(out).arg(&twin).status()?;
    ensure!(same.success(), "two packages of one program differ");
    fs::remove_dir_all(&twin)?;
    println!("{} for glibc {} or newer:", release.version, release.glibc);
    print!("{}", fs::read_to_string(out.join("SHA256SUMS"))?);
    Ok(())
}

impl<'a> Release<'a> {
    fn of(workspace: &'a Workspace, program: &Path) -> Result<Self> {
        Ok(Self {
            workspace,
            program: fs::canonicalize(program).with_context(|| program.display().to_string())?,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            architecture: architecture()?,
            glibc: program::glibc(program)?,
            moment: moment(workspace)?,
        })
    }

    fn pack(&self, out: &Path) -> Result<()> {
        let root = out.join("root");
        archive::stage(self, &root)?;
        let name = format!("konoba-{}-linux-{}", self.version, self.architecture);
        archive::tarball(self, &root, &out.join(format!("{name}.tar.gz")))?;
        package::deb(self, &root, out)?;
        image::oci(self, &root, &out.join(format!("{name}.oci.tar")))?;
        fs::write(out.join("konoba.cdx.json"), bill::cyclonedx(self)?)?;
        fs::copy(root.join(archive::LICENCES), out.join("LICENCES.txt"))?;
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

    /// The program's own answer.
    fn ask(&self, arguments: &[&str]) -> Result<String> {
        let said = answer(&self.program, arguments);
        said.map(|said| said + "\n")
            .with_context(|| format!("the program does not answer {arguments:?}"))
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

fn architecture() -> Result<&'static str> {
    match std::env::consts::ARCH {
        "x86_64" => Ok("amd64"),
        "aarch64" => Ok("arm64"),
        other => anyhow::bail!("no package is made for {other}"),
    }
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
