//! `cargo xtask load`: how many live games and durable moves a cluster takes on this machine.

mod boardgame;
mod cluster;
mod disk;
mod generator;
mod knee;
mod row;
mod slope;
mod soak;
mod ssh;
mod stage;
mod turns;

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use serde_json::json;

use crate::postgres;
use crate::workspace::Workspace;

use cluster::{Build, Commits, Setting, Storage};
use row::{Head, Row};
use stage::Stage;

/// A soak in real time: people think, and it is measured once a minute.
const LONG: soak::Plan =
    soak::Plan { seconds: 3600, pairs: 100, thinking: 4000, every: 60, is_json: false };

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Options {
    #[command(subcommand)]
    measure: Option<Measure>,
    #[command(flatten)]
    steady: Steady,
}

#[derive(Subcommand)]
enum Measure {
    /// Raise the rate until one move in a hundred takes longer than 250 ms, and say what limits it
    Knee(Rising),
    /// The highest rate with one flush for all moves that wait and with one for each, on the disk as it
    /// is and on one that is 5 ms slower
    Flushes(Rising),
    /// The highest rate beside that of a boardgame.io server, which keeps its games in memory
    Compare(Rising),
    /// This version and another one in turns: what a move takes of the processors
    Turns(Turns),
    /// One game that many people watch
    Watchers(Watchers),
    /// People by ssh, two at a table, each in front of the full screen: what each takes of the server
    Ssh(Sessions),
    /// Let people come, play, watch, resign, break off, come back and leave, and look at the memory
    Soak(Soak),
}

/// Where it is measured, and how it is told.
#[derive(Args, Clone, Copy)]
struct Common {
    /// So many nodes on a PostgreSQL of their own, instead of one on SQLite
    #[arg(long)]
    nodes: Option<u32>,
    /// Tell it in JSON, an object a line
    #[arg(long)]
    json: bool,
}

/// So many games at one rate.
#[derive(Args)]
struct Steady {
    /// How many games are played at once, each by two sockets
    #[arg(long, default_value_t = 5000)]
    games: u32,
    /// How many moves are played a second, in all games together
    #[arg(long, default_value_t = 2000)]
    rate: u32,
    /// For how long
    #[arg(long, default_value_t = 20)]
    seconds: u32,
    #[command(flatten)]
    common: Common,
}

/// The same by two versions.
#[derive(Args)]
struct Turns {
    /// The folder with konoba and konoba-load of the other version, such as its target/release
    #[arg(long, value_name = "FOLDER")]
    other: PathBuf,
    /// How many times each is measured
    #[arg(long, default_value_t = 3)]
    runs: usize,
    #[command(flatten)]
    steady: Steady,
}

/// So many games at a rate that rises.
#[derive(Args)]
struct Rising {
    /// How many games are played at once, each by two sockets
    #[arg(long, default_value_t = 2000)]
    games: u32,
    /// The rate that is tried first
    #[arg(long, default_value_t = 1000)]
    from: u32,
    /// For how long each rate is tried
    #[arg(long, default_value_t = 8)]
    seconds: u32,
    #[command(flatten)]
    common: Common,
}

/// One game that is played at one rate.
#[derive(Args)]
struct Watchers {
    /// How many people watch
    #[arg(long, default_value_t = 1000)]
    watchers: u32,
    /// How many moves are played a second
    #[arg(long, default_value_t = 10)]
    rate: u32,
    /// For how long
    #[arg(long, default_value_t = 15)]
    seconds: u32,
    #[command(flatten)]
    common: Common,
}

/// People by ssh.
#[derive(Args)]
struct Sessions {
    /// How many
    #[arg(long, default_value_t = 1000)]
    sessions: u32,
    /// How many moves are played a second, in all games together
    #[arg(long, default_value_t = 50)]
    rate: u32,
    /// For how long
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// Tell it in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Soak {
    /// For how long
    #[arg(long, default_value_t = LONG.seconds / 60)]
    minutes: u32,
    /// How many pairs of people are there at once
    #[arg(long, default_value_t = LONG.pairs)]
    pairs: u32,
    /// For how many milliseconds a player thinks at most
    #[arg(long, value_name = "MS", default_value_t = LONG.thinking)]
    thinking: u32,
    #[command(flatten)]
    common: Common,
}

impl Common {
    fn setting(self) -> Setting {
        let storage = self.nodes.map_or(Storage::Sqlite, |nodes| Storage::Postgres { nodes });
        Setting { storage, ..Setting::default() }
    }

    fn show_head(self) -> Result<()> {
        if !self.json {
            let millis = disk::flush_millis(&std::env::temp_dir())?;
            println!("a flush of 4 KiB takes {millis:.2} ms here (median)\n{Head}");
        }
        Ok(())
    }

    fn show(self, row: &Row) {
        match self.json {
            true => println!("{}", row.to_json()),
            false => println!("{row}"),
        }
    }

    fn say(self, what: &str, name: &str, text: &str) {
        match self.json {
            true => println!("{}", json!({ "name": name, what: text })),
            false => println!("{name}: {what} {text}"),
        }
    }
}

/// Builds the server and the generator in release and lets the one loose on the other, each in a
/// process of its own.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    match &options.measure {
        None => steady(workspace, &options.steady),
        Some(Measure::Knee(rising)) => {
            let mut stage = rising.stage(workspace, rising.common.setting())?;
            rising.common.show_head()?;
            rising.search(&mut stage)
        }
        Some(Measure::Flushes(rising)) => flushes(workspace, rising),
        Some(Measure::Compare(rising)) => compare(workspace, rising),
        Some(Measure::Turns(Turns { other, runs, steady })) => {
            let (other, build) = (other.clone(), Build::Release);
            steady.common.show_head()?;
            turns::run(workspace, turns::Plan { other, build, runs: *runs, steady })
        }
        Some(Measure::Watchers(Watchers { watchers, rate, seconds, common })) => {
            let mut stage = Stage::watched(workspace, &common.setting(), *watchers)?;
            common.show_head()?;
            common.show(&stage.step(*rate, *seconds)?);
            Ok(())
        }
        Some(Measure::Ssh(Sessions { sessions, rate, seconds, json })) => {
            let (sessions, rate, seconds, is_json) = (*sessions, *rate, *seconds, *json);
            let plan = ssh::Plan { sessions, rate, seconds, build: Build::Release, is_json };
            ssh::run(workspace, &plan).map(drop)
        }
        Some(Measure::Soak(Soak { minutes, pairs, thinking, common })) => {
            let (seconds, is_json) = (minutes * 60, common.json);
            let plan = soak::Plan { seconds, pairs: *pairs, thinking: *thinking, is_json, ..LONG };
            soak::run(workspace, &common.setting(), &plan)
        }
    }
}

fn steady(workspace: &Workspace, options: &Steady) -> Result<()> {
    let Steady { games, rate, seconds, common } = options;
    let mut stage = Stage::open(workspace, &common.setting(), *games)?;
    common.show_head()?;
    let row = stage.step(*rate, *seconds)?;
    common.show(&row);
    Ok(())
}

impl Rising {
    fn stage(&self, workspace: &Workspace, setting: Setting) -> Result<Stage> {
        Stage::open(workspace, &setting, self.games)
    }

    /// Shows each step, and what limits the first that does not hold at the end.
    fn search(&self, stage: &mut Stage) -> Result<()> {
        let (mut best, mut beyond): (Option<Row>, Option<Row>) = (None, None);
        knee::search(self.from, |rate| {
            let row = stage.step(rate, self.seconds)?;
            self.common.show(&row);
            let holds = row.holds();
            *(if holds { &mut best } else { &mut beyond }) = Some(row);
            Ok(holds)
        })?;
        let beyond = beyond.context("every rate holds")?;
        let reached = best.map_or(0.0, |row| row.reached);
        self.common.say("holds", &beyond.name, &format!("{reached:.0} moves/s"));
        self.common.say("is limited by", &beyond.name, &beyond.limit(row::cores()));
        Ok(())
    }
}

/// What group commit is worth: four knees.
fn flushes(workspace: &Workspace, rising: &Rising) -> Result<()> {
    for slower_by in [0, 5] {
        for commits in [Commits::Grouped, Commits::Single] {
            let setting = Setting { commits, slower_by, ..rising.common.setting() };
            let mut stage = rising.stage(workspace, setting)?;
            rising.common.show_head()?;
            rising.search(&mut stage)?;
        }
    }
    Ok(())
}

fn compare(workspace: &Workspace, rising: &Rising) -> Result<()> {
    let mut cluster = rising.stage(workspace, rising.common.setting())?;
    rising.common.show_head()?;
    rising.search(&mut cluster)?;
    // One after the other, so that neither takes anything from the other.
    drop(cluster);
    rising.search(&mut boardgame::stage(workspace, rising.games)?)
}

/// Sees whether the measuring works: few games and people, for seconds.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    let common = Common { nodes: None, json: false };
    let setting = Setting { build: Build::Debug, ..Setting::default() };
    let slow = Setting { commits: Commits::Single, slower_by: 20, ..setting.clone() };
    let nodes = Setting { storage: Storage::Postgres { nodes: 2 }, ..setting.clone() };
    let is_here = postgres::programs().is_some();
    println!("{Head}");
    for setting in [setting.clone(), slow].into_iter().chain(is_here.then_some(nodes)) {
        let row = Stage::open(workspace, &setting, 20)?.step(40, 2)?;
        common.show(&row);
        ensure!(row.refused + row.open == 0, "moves were refused or not answered");
        ensure!(row.reached > 10.0, "few moves were played");
        // A flush of 20 ms delays every move.
        ensure!(setting.slower_by == 0 || row.acknowledged[0] >= 20.0, "the disk is not slower");
    }
    let steady = Steady { games: 20, rate: 40, seconds: 2, common };
    let other = workspace.target.join("debug");
    turns::run(workspace, turns::Plan { other, build: Build::Debug, runs: 1, steady: &steady })?;
    let row = Stage::watched(workspace, &setting, 20)?.step(5, 2)?;
    common.show(&row);
    ensure!(row.refused + row.open == 0 && row.moves > 4, "few moves were watched");
    let few = ssh::Plan { sessions: 4, rate: 4, seconds: 2, build: Build::Debug, is_json: false };
    ensure!(ssh::run(workspace, &few)? > 1, "few moves were played by ssh");
    let short = soak::Plan { seconds: 4, pairs: 10, thinking: 100, every: 2, is_json: false };
    soak::run(workspace, &setting, &short)
}
