//! `konoba solve`: who wins with best play, for certain.

mod certificate;
mod checkpoint;
mod clock;
mod progress;
mod run;
mod tasks;

use std::collections::{BTreeSet, HashMap};
use std::io::{self, Write};
use std::mem;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use konoba_engine::expert;
use konoba_engine::solve::Solved;
use konoba_files::resolved;
use konoba_rules::{AnyPosition, Move, Point, Position, Rules, Setup, Side, Visitor, text};
use serde::Serialize;

use crate::audience::Audience;
use crate::lock::lock_of;
use crate::start::Start;
use crate::stopping::WhenStopped;
use crate::{number, output, usage_error};
use certificate::Certifier;
use checkpoint::CheckpointFile;
use run::{Plan, Report};
use tasks::Task;

pub(crate) use clock::Clock;

/// Find out who wins with best play, for certain
///
/// The first line is `value SIDE`, or `value unknown` if the nodes, or the moves of `--only`, did not suffice. From the empty
/// board there follows a line `POINT SIDE` for each first move. There is no swap: the second player
/// should swap after exactly those first moves with which the first side wins.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Solve {
    #[command(flatten)]
    start: Start,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
    /// Draw the first moves as a map too: for each point the side that wins, 1 or 2
    #[arg(long)]
    map: bool,
    /// From the empty board, settle only these first moves
    #[arg(long, value_name = "POINT,...", value_delimiter = ',', value_parser = read_point)]
    only: Vec<Point>,
    /// How many positions may be looked at altogether
    #[arg(long, value_name = "N", default_value_t = 200_000_000, value_parser = number::<u64, 1, { u64::MAX }>)]
    nodes: u64,
    /// How many MiB are remembered altogether
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    #[arg(value_parser = number::<u32, 1, { 1 << 20 }>)]
    memory: u32,
    /// How many threads search together, one first move after the other; of those, one writes certificates while the others search ahead
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = number::<u16, 1, 256>)]
    threads: u16,
    /// Keep what is found out in this file; if it is there, go on from it. FILE.lock keeps other solves from it meanwhile
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Write the winner's reply to everything here, for `konoba check`; compressed if the name ends in .gz
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// From the empty board, write a certificate for each first move into this folder, compressed
    #[arg(long, value_name = "FOLDER")]
    certificates: Option<PathBuf>,
    /// Tell on standard error how it goes, as happens anyway on a terminal; with `--json` an object a line
    #[arg(long)]
    progress: bool,
}

const EXAMPLES: &str = "\
Examples:
  konoba solve konobi:4
  konoba solve quentin:5 --map --checkpoint quentin-5.solve
  konoba solve konobi:3 --position \"W.B/W.B/... black\"
  konoba solve konobi:4 --certificate konobi-4.txt && konoba check konobi-4.txt
  konoba solve konobi:4 --certificates konobi-4 && konoba check konobi-4/*";

fn read_point(text: &str) -> Result<Point, String> {
    text.parse().map_err(|_| "a point is expected, such as c4".to_owned())
}

impl Solve {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        let position = self.start.position()?;
        let answer = position.visit(Solving { options: &self, start: &position })?;
        // What was found out is told even where a checkpoint or a certificate of it could not be written.
        let printed = self.print(&answer, position.setup());
        answer.written?;
        printed
    }

    fn print(&self, answer: &Solution, setup: Setup) -> anyhow::Result<()> {
        let mut output = io::stdout().lock();
        if self.json {
            writeln!(output, "{}", serde_json::to_string(&answer.json(setup))?)?;
            return Ok(());
        }
        writeln!(output, "value {}", answer.value(setup, answer.winner))?;
        for (mv, winner) in &answer.first_moves {
            let mv = mv.written(setup.spec);
            writeln!(output, "{mv} {}", answer.value(setup, *winner))?;
        }
        if self.map && !answer.first_moves.is_empty() {
            writeln!(output, "map {}", answer.map(setup.size))?;
        }
        Ok(())
    }

    /// Fails where the certificates that are asked for could not be written.
    fn ensure_writable(&self) -> anyhow::Result<()> {
        self.certificate.as_deref().map_or(Ok(()), output::ensure_writable)?;
        self.certificates.as_deref().map_or(Ok(()), certificate::ensure_writable_in)
    }

    /// Writes the certificates that are asked for.
    fn certify<R: Rules>(
        &self,
        position: &Position<R>,
        winner: Option<Side>,
        tasks: &[Task<R>],
        plan: &Plan,
        report: &Report<R>,
    ) -> anyhow::Result<()> {
        let mut certifier = Certifier::new(plan, report);
        if let Some(path) = &self.certificate {
            let winner = winner.context("the value is unknown, so there is no certificate")?;
            certifier.write(path, position, winner)?;
        }
        if let Some(folder) = &self.certificates {
            certifier.write_each(folder, tasks)?;
        }
        certifier.finish()
    }

    /// Refuses names by which one thing would be written over another.
    fn ensure_apart<R: Rules>(&self, tasks: &[Task<R>]) -> anyhow::Result<()> {
        let (checkpoint, certificate) = (self.checkpoint.iter(), self.certificate.iter());
        let locks = checkpoint.clone().map(|path| ("the lock of --checkpoint", lock_of(path)));
        let moves = tasks.iter().filter_map(|task| task.moves.first());
        let each = self.certificates.iter().flat_map(|folder| {
            let path = |mv: &Move| folder.join(certificate::name_of(*mv, R::SPEC));
            moves.clone().map(move |mv| ("--certificates", path(mv)))
        });
        let named = checkpoint.map(|path| ("--checkpoint", path.clone()));
        let named = named.chain(certificate.map(|path| ("--certificate", path.clone())));
        let mut there = HashMap::new();
        for (option, path) in named.chain(locks).chain(each) {
            if let Some(other) = there.insert(resolved(&path), option) {
                let reason = format!("{other} and {option} would be one file, {}", path.display());
                return Err(usage_error("solve", reason));
            }
        }
        Ok(())
    }
}

/// What was found out.
struct Solution {
    winner: Option<Side>,
    within: Option<u16>,
    best: Option<Move>,
    /// From the empty board, every first move that was asked for.
    first_moves: Vec<(Move, Option<Side>)>,
    nodes: u64,
    /// Whether the checkpoint and the certificates that are asked for are written.
    written: anyhow::Result<()>,
}

struct Solving<'a> {
    options: &'a Solve,
    start: &'a AnyPosition,
}

impl Visitor for Solving<'_> {
    type Output = anyhow::Result<Solution>;

    fn visit<R: Rules>(self, position: &Position<R>) -> anyhow::Result<Solution> {
        let options = self.options;
        let setup = position.setup();
        let subject = format!("{} {}", setup.without_pie(), text::write(self.start));
        // In whatever order they were named, they are the same.
        let only: BTreeSet<String> = options.only.iter().map(Point::to_string).collect();
        let only = only.into_iter().collect::<Vec<_>>();
        let subject = format!("{subject} {}", only.join(",")).trim_end().to_owned();
        if let Some(off) = options.only.iter().find(|at| !at.is_on(setup.size)) {
            return Err(usage_error("solve", format!("{off} is not on the board")));
        }
        if !options.only.is_empty() && !tasks::is_start(position) {
            let reason = "--only names first moves, and this is not the empty board";
            return Err(usage_error("solve", reason));
        }
        let tasks = tasks::tasks(position, &options.only);
        let proven = tasks::is_start(position).then(|| from_proof(setup, &tasks)).flatten();
        if let Some(answer) = proven {
            if options.certificate.is_some() || options.certificates.is_some() {
                let reason = format!("the proof is shown by `konoba prove {setup}`");
                return Err(usage_error("solve", reason));
            }
            return Ok(answer);
        }
        if options.certificates.is_some() && !tasks::is_start(position) {
            let reason = "--certificates is for the empty board; a position has one --certificate";
            return Err(usage_error("solve", reason));
        }
        let checkpoint = options.checkpoint.clone();
        let plan = Plan {
            setup,
            nodes: options.nodes,
            bytes: (options.memory as usize) << 20,
            threads: usize::from(options.threads),
            keeper: checkpoint.map(|path| CheckpointFile::new(path, setup.spec, subject)),
            audience: Audience::there_is(options.progress, options.json),
        };
        options.ensure_apart(&tasks)?;
        options.ensure_writable()?;
        // A solve that is stopped leaves no half of a file; its checkpoint is what it was.
        let _stopped = WhenStopped::new(|| {});
        let mut report = run::solve(&plan, &tasks)?;
        let kept = mem::replace(&mut report.kept, Ok(()));
        let mut answer = match tasks::is_start(position) {
            true => {
                let are_all = tasks.len() == tasks::tasks(position, &[]).len();
                from_first_moves(&tasks, are_all, &report)
            }
            false => from_position(report.solved[0], report.nodes),
        };
        let certified = options.certify(position, answer.winner, &tasks, &plan, &report);
        answer.written = kept.and(certified);
        Ok(answer)
    }
}

/// What a game's own proof says of the empty board: who wins it, and that with every first move, if it is
/// not who begins.
fn from_proof<R: Rules>(setup: Setup, tasks: &[Task<R>]) -> Option<Solution> {
    let winner = expert::prove(setup)?.ok()?.winner;
    let value = (winner == Side::Second).then_some(winner);
    let first_moves = tasks.iter().flat_map(|task| &task.moves).map(|mv| (*mv, value));
    let first_moves = in_order(first_moves.collect());
    let winner = Some(winner);
    Some(Solution { winner, within: None, best: None, first_moves, nodes: 0, written: Ok(()) })
}

fn from_position(solved: Option<Solved>, nodes: u64) -> Solution {
    let winner = solved.map(|solved| solved.winner);
    let within = solved.map(|solved| solved.within);
    let best = solved.and_then(|solved| solved.best);
    Solution { winner, within, best, first_moves: Vec::new(), nodes, written: Ok(()) }
}

/// The first side wins if one of its moves does, and loses if all moves were settled and none does. Whether the tasks
/// are all that there are, but for symmetry, is for the caller to say: `--only` leaves some out.
fn from_first_moves<R: Rules>(tasks: &[Task<R>], are_all: bool, report: &Report<R>) -> Solution {
    let settled = || tasks.iter().zip(&report.solved);
    let winning = settled().filter_map(|(task, solved)| {
        let solved = solved.filter(|solved| solved.winner == Side::First)?;
        Some((solved.within.saturating_add(1), task.moves[0]))
    });
    let (mut within, best) = winning.min().unzip();
    let mut winner = best.map(|_| Side::First);
    let lost = |(_, solved): (_, &Option<Solved>)| {
        Some(solved.filter(|solved| solved.winner == Side::Second)?.within.saturating_add(1))
    };
    if are_all && let Some(all) = settled().map(lost).collect::<Option<Vec<u16>>>() {
        (winner, within) = (Some(Side::Second), all.into_iter().max());
    }
    let first_moves = settled().flat_map(|(task, solved)| {
        task.moves.iter().map(move |mv| (*mv, solved.map(|solved| solved.winner)))
    });
    let first_moves = in_order(first_moves.collect());
    Solution { winner, within, best, first_moves, nodes: report.nodes, written: Ok(()) }
}

/// First moves row by row.
fn in_order(mut first_moves: Vec<(Move, Option<Side>)>) -> Vec<(Move, Option<Side>)> {
    first_moves.sort_by_key(|(mv, _)| (mv.point().map(|at| (at.y, at.x)), *mv));
    first_moves
}

#[derive(Serialize)]
struct Json {
    game: String,
    value: &'static str,
    within: Option<u16>,
    best: Option<String>,
    first_moves: Vec<JsonMove>,
    nodes: u64,
}

#[derive(Serialize)]
struct JsonMove {
    #[serde(rename = "move")]
    mv: String,
    value: &'static str,
}

impl Solution {
    fn value(&self, setup: Setup, winner: Option<Side>) -> &'static str {
        winner.map_or("unknown", |side| setup.spec.side(side).id)
    }

    fn json(&self, setup: Setup) -> Json {
        let written = |mv: &Move| mv.written(setup.spec).to_string();
        let first_moves = self.first_moves.iter();
        Json {
            game: setup.to_string(),
            value: self.value(setup, self.winner),
            within: self.within,
            best: self.best.as_ref().map(written),
            first_moves: first_moves
                .map(|(mv, winner)| JsonMove { mv: written(mv), value: self.value(setup, *winner) })
                .collect(),
            nodes: self.nodes,
        }
    }

    /// Rows from the top, as the engine keeps them.
    fn map(&self, size: u8) -> String {
        let letter = |at: Point| {
            let value = self.first_moves.iter().find(|(mv, _)| mv.point() == Some(at));
            match value.and_then(|(_, winner)| *winner) {
                Some(Side::First) => '1',
                Some(Side::Second) => '2',
                None => '?',
            }
        };
        let row = |y| (0..size).map(|x| letter(Point::new(x, y))).collect::<String>();
        (0..size).rev().map(row).collect::<Vec<_>>().join("/")
    }
}
