//! The server to be measured: its nodes and its database.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::disk;
use crate::postgres;
use crate::process::{Ended, with_many_files};
use crate::workspace::Workspace;

/// What is measured.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) storage: Storage,
    pub(super) commits: Commits,
    /// How many milliseconds longer than it does the disk takes to flush.
    pub(super) slower_by: u32,
    pub(super) build: Build,
}

/// What the nodes store events in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Storage {
    /// In a folder of the one node.
    Sqlite,
    /// In a database that so many nodes share.
    Postgres { nodes: u32 },
}

/// How moves are made durable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Commits {
    /// Those that wait share a flush.
    Grouped,
    /// Each has a flush of its own.
    Single,
}

/// How the programs are compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Build {
    Release,
    /// As the tests are, to see whether the measuring works.
    Debug,
    /// They are in this folder, compiled from another version.
    Other(PathBuf),
}

impl Default for Setting {
    fn default() -> Self {
        let (storage, commits) = (Storage::Sqlite, Commits::Grouped);
        Self { storage, commits, slower_by: 0, build: Build::Release }
    }
}

impl Setting {
    /// What is measured, in words.
    pub(super) fn name(&self) -> String {
        let storage = match self.storage {
            Storage::Sqlite => "SQLite".to_owned(),
            Storage::Postgres { nodes: 1 } => "PostgreSQL, 1 node".to_owned(),
            Storage::Postgres { nodes } => format!("PostgreSQL, {nodes} nodes"),
        };
        let commits = match self.commits {
            Commits::Grouped => "",
            Commits::Single => ", 1 flush a move",
        };
        let disk = match self.slower_by {
            0 => String::new(),
            millis => format!(", disk {millis} ms slower"),
        };
        let version = match &self.build {
            Build::Other(_) => ", the other version",
            Build::Release | Build::Debug => "",
        };
        format!("{storage}{commits}{disk}{version}")
    }
}

/// The nodes of a cluster. They end with this, and what they have written goes too.
pub(super) struct Cluster {
    pub(super) nodes: Vec<Node>,
    database: Option<postgres::Server>,
    folder: PathBuf,
}

/// One of the nodes.
pub(super) struct Node {
    pub(super) address: SocketAddr,
    /// Where `/metrics` is.
    pub(super) figures: SocketAddr,
    process: Ended,
}

impl Cluster {
    /// Builds the program and opens the cluster.
    pub(super) fn open(workspace: &Workspace, setting: &Setting) -> Result<Self> {
        let program = setting.build.program(workspace, "konoba")?;
        let folder = std::env::temp_dir().join(format!("konoba-load-{}", std::process::id()));
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let mut cluster = Self { nodes: Vec::new(), database: None, folder };
        let count = match setting.storage {
            Storage::Sqlite => 1,
            Storage::Postgres { nodes } => {
                cluster.database = Some(postgres::Server::start()?);
                nodes
            }
        };
        for _ in 0..count {
            let mut node = cluster.node(&program);
            if setting.commits == Commits::Single {
                node.env("KONOBA_GROUP", "1");
            }
            if setting.slower_by > 0 {
                node.env("LD_PRELOAD", disk::slow_disk(workspace)?);
                node.env("KONOBA_FSYNC_MS", setting.slower_by.to_string());
            }
            cluster.nodes.push(Node::start(&mut node, &["http ", "telnet ", "admin "])?);
        }
        Ok(cluster)
    }

    fn node(&self, program: &PathBuf) -> Command {
        let unlimited = u32::MAX.to_string();
        let mut node = with_many_files(program);
        node.args(["serve", "--http", "0", "--telnet", "0", "--admin", "0"]);
        node.args(["--per-address", &unlimited]);
        node.args(["--requests", &unlimited]).env("KONOBA_LOG", "error");
        match &self.database {
            Some(database) => node.args(["--database", &database.url]),
            None => node.arg("--data").arg(&self.folder),
        };
        node
    }

    /// The main process of the database, if it has any.
    pub(super) fn database(&self) -> Option<u32> {
        self.database.as_ref().and_then(postgres::Server::process)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // The nodes go first, so that none writes to a folder that is being removed.
        self.nodes.clear();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Node {
    /// Starts a program that says where it listens, each address after one of the words. People come in
    /// at the first, and figures are to be had at the last.
    pub(super) fn start(command: &mut Command, words: &[&str]) -> Result<Self> {
        let child = command.stdout(Stdio::piped()).spawn().context("the server")?;
        let mut process = Ended(child);
        let out: ChildStdout = process.0.stdout.take().context("the server says nothing")?;
        let mut lines = BufReader::new(out).lines();
        let mut address = |word: &&str| -> Result<SocketAddr> {
            let line = lines.next().context("the server did not start")??;
            Ok(line.strip_prefix(word).context("that is no address")?.parse()?)
        };
        let addresses = words.iter().map(&mut address).collect::<Result<Vec<_>>>()?;
        let address = *addresses.first().context("no address is asked for")?;
        let figures = *addresses.last().context("no address is asked for")?;
        Ok(Self { address, figures, process })
    }

    pub(super) fn id(&self) -> u32 {
        self.process.0.id()
    }
}

impl Build {
    /// Compiles a program of the workspace, unless it is there already, and says where it is.
    pub(super) fn program(&self, workspace: &Workspace, name: &str) -> Result<PathBuf> {
        let (folder, arguments) = match self {
            Self::Other(folder) => return Ok(folder.join(name)),
            Self::Release => ("release", ["--release", "--package", name]),
            // As the tests are compiled, so that nothing is compiled once more.
            Self::Debug => ("debug", ["--workspace", "--bin", name]),
        };
        let mut build = workspace.cargo(&["build", "--quiet"]);
        let is_built = build.args(arguments).status().context("cargo could not be started")?;
        ensure!(is_built.success(), "{name} does not compile");
        Ok(workspace.target.join(folder).join(name))
    }
}
