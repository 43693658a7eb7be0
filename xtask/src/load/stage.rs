//! What is measured and who plays at it, and a step of the measurement.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use serde_json::Value;

use super::cluster::{Cluster, Node, Setting};
use super::generator::Generator;
use super::row::{Row, Shares};
use crate::process::{Machine, family_time, memory, processor_time, thread_time, with_many_files};
use crate::workspace::Workspace;

/// The thread of a node that writes to the database.
const WRITER: &str = "store-writer";

/// What is measured, with all clients connected to their tables.
pub(super) struct Stage {
    name: String,
    generator: Generator,
    nodes: Vec<Node>,
    database: Option<u32>,
    pub(super) sockets: u64,
    /// What a socket takes of the nodes' memory, in kB.
    kb_a_socket: f64,
    /// Kept for as long as it is measured.
    _cluster: Option<Cluster>,
}

/// Processor time of all processes that take part, at a moment.
struct Times {
    at: Instant,
    server: f64,
    writer: Option<f64>,
    database: Option<f64>,
    generator: f64,
    machine: Machine,
}

impl Stage {
    /// Opens a cluster and lays the games.
    pub(super) fn open(workspace: &Workspace, setting: &Setting, games: u32) -> Result<Self> {
        Self::played(workspace, setting, &["--games", &games.to_string()])
    }

    /// Opens a cluster and lays one game, which so many people watch.
    pub(super) fn watched(workspace: &Workspace, setting: &Setting, watchers: u32) -> Result<Self> {
        let watchers = watchers.to_string();
        Self::played(workspace, setting, &["--games", "1", "--watchers", &watchers])
    }

    fn played(workspace: &Workspace, setting: &Setting, play: &[&str]) -> Result<Self> {
        let program = setting.build.program(workspace, "konoba-load")?;
        let mut cluster = Cluster::open(workspace, setting)?;
        let mut generator = with_many_files(program);
        for node in &cluster.nodes {
            generator.args(["--node", &node.address.to_string()]);
        }
        generator.arg("play").args(play);
        let (nodes, database) = (std::mem::take(&mut cluster.nodes), cluster.database());
        let stage = Self::set(setting.name(), nodes, database, Generator::start(&mut generator)?)?;
        Ok(Self { _cluster: Some(cluster), ..stage })
    }

    /// Has a script of ours play at another server.
    pub(super) fn scripts(name: &str, server: &Path, player: &Path, games: u32) -> Result<Self> {
        let node = Node::start(with_many_files("node").arg(server), &["http "])?;
        let mut generator = with_many_files("node");
        generator.arg(player).args([node.address.to_string(), games.to_string()]);
        Self::set(name.to_owned(), vec![node], None, Generator::start(&mut generator)?)
    }

    /// Waits until the games are laid, and sees what they take of the memory.
    fn set(
        name: String,
        nodes: Vec<Node>,
        database: Option<u32>,
        generator: Generator,
    ) -> Result<Self> {
        let mut stage =
            Self { name, generator, nodes, database, sockets: 0, kb_a_socket: 0.0, _cluster: None };
        let before = stage.memory()?;
        let laid = stage.generator.next()?.context("the games could not be laid")?;
        stage.sockets = laid["sockets"].as_u64().context("no sockets")?;
        stage.kb_a_socket = (stage.memory()? - before) / stage.sockets as f64;
        Ok(stage)
    }

    /// Plays at a rate for some seconds.
    pub(super) fn step(&mut self, rate: u32, seconds: u32) -> Result<Row> {
        let before = self.times()?;
        let answer = self.generator.play(rate, seconds)?;
        let shares = self.times()?.since(&before);
        self.row(rate, &answer, shares)
            .with_context(|| format!("the generator has left something out: {answer}"))
    }

    fn row(&self, rate: u32, answer: &Value, shares: Shares) -> Option<Row> {
        let spread = |what: &str| {
            let at = |share: &str| answer[what][share].as_f64();
            Some([at("p50")?, at("p99")?, at("p999")?])
        };
        Some(Row {
            name: self.name.clone(),
            sockets: self.sockets,
            asked: rate,
            reached: answer["reached"].as_f64()?,
            moves: answer["moves"].as_u64()?,
            acknowledged: spread("acknowledged")?,
            told: spread("told")?,
            refused: answer["refused"].as_u64()?,
            skipped: answer["skipped"].as_u64()?,
            open: answer["open"].as_u64()?,
            kb_a_socket: self.kb_a_socket,
            bytes_a_move: answer["bytes_a_move"].as_f64()?,
            shares,
        })
    }

    fn memory(&self) -> Result<f64> {
        self.nodes.iter().map(|node| memory(node.id())).sum()
    }

    fn times(&self) -> Result<Times> {
        let ids = || self.nodes.iter().map(Node::id);
        Ok(Times {
            at: Instant::now(),
            server: ids().map(processor_time).sum::<Result<_>>()?,
            writer: ids().map(|id| thread_time(id, WRITER)).sum(),
            database: self.database.map(family_time).transpose()?,
            generator: processor_time(self.generator.id())?,
            machine: Machine::now()?,
        })
    }
}

impl Times {
    /// What each process has taken since, in hundredths of a core.
    fn since(&self, before: &Self) -> Shares {
        let seconds = self.at.duration_since(before.at).as_secs_f64();
        let share = |now: f64, then: f64| (now - then) / seconds * 100.0;
        let maybe = |now: Option<f64>, then: Option<f64>| Some(share(now?, then?));
        Shares {
            server: share(self.server, before.server),
            writer: maybe(self.writer, before.writer),
            database: maybe(self.database, before.database),
            generator: share(self.generator, before.generator),
            idle: share(self.machine.idle, before.machine.idle),
            waiting: share(self.machine.waiting, before.machine.waiting),
            stolen: share(self.machine.stolen, before.machine.stolen),
        }
    }
}
