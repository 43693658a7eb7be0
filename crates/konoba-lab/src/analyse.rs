//! `konoba analyse`: how likely each side was to win, move by move, and what was better.

mod graph;
mod report;
mod seen;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use konoba_advice::Stopwatch;
use konoba_engine::Limits;
use konoba_engine::levels;
use konoba_rules::record::NodeId;
use konoba_rules::{Level, Move, Record, Side};
use konoba_table::{CursorStep, Recorded, Study, Verdict};

use crate::bar::bar;
use crate::nets::NetSource;
use crate::output::{self, ensure_writable, is_output, is_same_file, print_one};
use crate::records;
use crate::{Resources, number, seconds, usage_error};
use report::Report;
use seen::Seen;

/// Analyse a game: win rates move by move, blunders, and what was better
///
/// Win rates are those of the first side, no matter who sits there: a swap exchanges the people, not what is on
/// the board. `unknown` is printed where nothing is known. A mistake costs the player who moves at least a
/// tenth of the chance to win, a blunder at least a fifth. With the swap on, a first move is the better the
/// nearer it is to even, and not to swap, or to swap, can be a mistake like any other move. The
/// analysis can be saved with the game: win rates in the property that Sabaki draws its graph from,
/// best lines, and for each mistake what was better as a variation.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Analyse {
    /// The record, as SGF or in one line; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many seconds to think about each move [default: 1]
    #[arg(long, value_name = "S", conflicts_with = "visits", value_parser = seconds)]
    time: Option<f64>,
    /// How many positions to visit for each move
    #[arg(long, value_name = "N", value_parser = number::<u64, 1, { u64::MAX }>)]
    visits: Option<u64>,
    #[command(flatten)]
    resources: Resources,
    /// Write a graph of the win rates here; `-` is standard output
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
    /// Write the game with its analysis here, which may be FILE itself; `-` is standard output
    #[arg(long, value_name = "OUT")]
    sgf: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    net: NetSource,
}

const EXAMPLES: &str = "\
Examples:
  konoba analyse game.sgf
  konoba analyse game.sgf --visits 200 --svg graph.svg
  konoba analyse game.sgf --json | jq .moves
  konoba analyse game.sgf --time 5 --threads 2 --sgf game.sgf";

/// How long to think unless told otherwise.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// A move of the game between what was thought before and after it.
struct ReviewedMove {
    number: usize,
    side: Side,
    mv: Move,
    verdict: Verdict,
}

impl Analyse {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        let [svg, sgf] = [&self.svg, &self.sgf].map(|path| is_output(path.as_deref()));
        print_one("analyse", &[("--json", self.json), ("--svg -", svg), ("--sgf -", sgf)])?;
        self.ensure_apart()?;
        self.files().try_for_each(ensure_writable)?;
        let record = records::read_record(&self.file)?;
        let limits = self.limits()?;
        let report = Report::of(&record);
        let prints = !self.json && !svg && !sgf;
        // A reader who closes the output early still gets the files.
        let has_files = self.files().next().is_some();
        let mut output = output::Report::new();
        let bar = bar(Recorded::of(&record).nodes().len() + 1, "positions");
        let seen = self.look_at(&record, limits, |seen| {
            bar.inc(1);
            // The bar makes room for a line that stays.
            let printed = bar.suspend(|| if prints { report.print_last(seen) } else { Ok(()) });
            if has_files {
                output.add(printed);
                return Ok(());
            }
            printed
        });
        bar.finish_and_clear();
        let seen = seen?;
        let turns = report.turns(&seen);
        if self.json {
            output.line(report.json(&seen, &turns));
        } else if prints {
            output.add(report.print_sums(&turns));
        }
        // That one cannot be written is no reason to lose the other.
        let graph = self
            .svg
            .as_deref()
            .map_or(Ok(()), |path| output.document(path, &graph::paint(&record, &seen, &turns)));
        let game = self
            .sgf
            .as_deref()
            .map_or(Ok(()), |path| output.document(path, &noted(record, &seen, &turns)?.to_sgf()));
        graph.and(game)?;
        Ok(output.end()?)
    }

    /// The files that will be written.
    fn files(&self) -> impl Iterator<Item = &Path> {
        let paths = [&self.svg, &self.sgf].into_iter().flatten();
        paths.map(PathBuf::as_path).filter(|path| !is_output(Some(path)))
    }

    /// Refuses a graph in the place of the game, of which there may be no other copy, or of its analysis.
    fn ensure_apart(&self) -> anyhow::Result<()> {
        let Some(svg) = self.svg.as_deref().filter(|path| !is_output(Some(path))) else {
            return Ok(());
        };
        let others = [Some(&self.file), self.sgf.as_ref()].into_iter().flatten();
        for other in others.filter(|path| !is_output(Some(path))) {
            if is_same_file(svg, other) {
                let reason = format!("--svg would replace the game in {}", other.display());
                return Err(usage_error("analyse", reason));
            }
        }
        Ok(())
    }

    fn limits(&self) -> anyhow::Result<Limits> {
        let time = self.time.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|error| usage_error("analyse", format!("--time: {error}")))?;
        let has_limit = time.is_some() || self.visits.is_some();
        Ok(Limits { visits: self.visits, time: if has_limit { time } else { Some(USUAL_TIME) } })
    }

    /// Thinks about every position of the game.
    fn look_at(
        &self,
        record: &Record,
        limits: Limits,
        tell: impl FnMut(&[Seen]) -> io::Result<()>,
    ) -> anyhow::Result<Vec<Seen>> {
        let setup = record.setup();
        let config = self.resources.given_to(self.net.required(setup)?);
        let mut player = levels::player_with(Level::STRONGEST, setup, config);
        let think = |position: &_| player.think(position, limits, &Stopwatch::start());
        Ok(Seen::all(record, think, tell)?)
    }
}

/// The game with what was thought of it.
fn noted(record: Record, seen: &[Seen], turns: &[ReviewedMove]) -> anyhow::Result<Record> {
    let spec = record.setup().spec;
    let nodes = [&[NodeId::ROOT], Recorded::of(&record).nodes()].concat();
    let mut study = Study::new(record);
    study.go(CursorStep::Start);
    for (node, seen) in nodes.iter().zip(seen) {
        study.go_to(*node);
        study.evaluate(seen.evaluation(spec).as_ref())?;
    }
    for turn in turns.iter().filter(|turn| turn.verdict != Verdict::Fine) {
        study.go_to(nodes[turn.number - 1]);
        add_line(&mut study, &seen[turn.number - 1].line);
    }
    Ok(study.into_record())
}

/// Adds the first moves of a best line as a variation, as far as there is room.
fn add_line(study: &mut Study, line: &[Move]) {
    // The study plays a forced pass by itself.
    for mv in line.iter().take(5).filter(|mv| **mv != Move::Pass) {
        if study.play(*mv).is_err() {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_best_line_may_have_a_forced_pass() {
        let setup: konoba_rules::Setup = "konobi:4,nopie".parse().unwrap();
        let read = |text: &str| -> Vec<Move> {
            text.split(' ').map(|mv| Move::read(mv, setup.spec).unwrap()).collect()
        };
        let mut study = Study::new(Record::new(setup));
        for mv in read("a1 c1 a2 b4 d4 d3 a4 b1 b2 c2 d2 d1 c4") {
            study.play(mv).unwrap();
        }
        let line = read("a3 pass b3");
        add_line(&mut study, &line);
        assert!(study.record().moves_to(study.cursor()).ends_with(&line));
    }
}
