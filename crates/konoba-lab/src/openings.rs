//! `konoba openings`: how good each first move seems, and so whether to swap after it.

mod picture;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use konoba_advice::Stopwatch;
use konoba_engine::{Config, Engine, Limits, Player};
use konoba_rules::{AnyPosition, Move, Point, Setup, Side};
use serde_json::{Value, json};

use crate::bar::bar;
use crate::nets::NetSource;
use crate::number;
use crate::output::{Report, ensure_writable, is_output, print_one};
use crate::usage_error;

/// Estimate how good each first move is, and whether to swap after it
///
/// Each line is a first move, how likely the first side is to win after it as far as the engine can
/// tell, and whether the second player should swap: `swap`, `keep`, or `unclear` between 40 and 60 in
/// a hundred. `proven` is added where it is certain. `konoba solve` is certain everywhere, on small boards.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Openings {
    /// The game and its size
    #[arg(value_name = "GAME[:SETUP]")]
    setup: Setup,
    /// How many positions to visit for each first move
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = number::<u64, 1, 100_000_000>)]
    visits: u64,
    /// Draw the board with the estimates here; `-` is standard output
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    net: NetSource,
}

const EXAMPLES: &str = "\
Examples:
  konoba openings konobi:9
  konoba openings quentin:7 --visits 2000 --svg quentin-7.svg";

/// What is thought of a first move.
#[derive(Clone, Copy)]
struct Estimate {
    at: Point,
    /// How likely the first side is to win.
    first_wins: f32,
    is_proven: bool,
}

impl Openings {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        let svg = is_output(self.svg.as_deref());
        print_one("openings", &[("--json", self.json), ("--svg -", svg)])?;
        let spec = self.setup.spec;
        if !spec.has_pie {
            let reason = format!("in {} there is no swap after the first move", spec.name);
            return Err(usage_error("openings", reason));
        }
        if let Some(path) = self.svg.as_deref().filter(|_| !svg) {
            ensure_writable(path)?;
        }
        let setup = self.setup.without_pie();
        let config = self.net.required(setup)?;
        let prints = !self.json && !svg;
        let bar = bar(usize::from(setup.size) * usize::from(setup.size), "first moves");
        // A reader who closes the output early still gets the picture.
        let has_file = self.svg.is_some() && !svg;
        let mut output = Report::new();
        let estimates = self.estimates(setup, config, |estimate| {
            bar.inc(1);
            let printed = bar.suspend(|| if prints { estimate.print() } else { Ok(()) });
            if has_file {
                output.add(printed);
                return Ok(());
            }
            printed
        });
        bar.finish_and_clear();
        let estimates = estimates?;
        if self.json {
            output.line(self.object(setup, &estimates));
        }
        if let Some(path) = &self.svg {
            let picture = picture::paint(setup, self.visits, &estimates);
            output.document(path, &picture)?;
        }
        Ok(output.end()?)
    }

    /// An estimate for every first move. Of moves that are the same but for a symmetry only one is
    /// thought about.
    fn estimates(
        &self,
        setup: Setup,
        config: Config,
        mut tell: impl FnMut(&Estimate) -> io::Result<()>,
    ) -> io::Result<Vec<Estimate>> {
        let same = setup.spec.symmetries.iter().filter(|symmetry| !symmetry.exchanges_sides);
        let same: Vec<_> = same.collect();
        let mut estimates: Vec<Estimate> = Vec::new();
        for at in Point::all(setup.size) {
            let known = estimates.iter().find(|known| {
                same.iter().any(|symmetry| symmetry.point(at, setup.size) == known.at)
            });
            let estimate = match known {
                Some(known) => Estimate { at, ..*known },
                None => Estimate::of(setup, at, config.clone(), self.visits),
            };
            tell(&estimate)?;
            estimates.push(estimate);
        }
        Ok(estimates)
    }

    /// All estimates for programs.
    fn object(&self, setup: Setup, estimates: &[Estimate]) -> Value {
        let openings = estimates.iter().map(|one| {
            json!({
                "move": one.at.to_string(),
                "first_wins": one.first_wins,
                "advice": one.advice(),
                "proven": one.is_proven,
            })
        });
        let openings: Vec<_> = openings.collect();
        json!({ "setup": setup.to_string(), "visits": self.visits, "openings": openings })
    }
}

impl Estimate {
    fn of(setup: Setup, at: Point, config: Config, visits: u64) -> Self {
        let mut position = AnyPosition::start(setup);
        let moves = position.moves_of(Side::First);
        let first = moves.iter().find(|mv| mv.point() == Some(at)).copied().unwrap_or(Move::Pass);
        position.play(first).expect("any point of an empty board can be placed on");
        // There is nothing to think about after the end, which the first move is on the smallest board.
        if let Some(winner) = position.winner() {
            return Self { at, first_wins: f32::from(winner == Side::First), is_proven: true };
        }
        let mut engine = Engine::new(config);
        let thought = engine.think(&position, Limits::visits(visits), &Stopwatch::start());
        let win_rate = thought.win_rate.unwrap_or(0.5);
        let (first_wins, is_proven) = match thought.proof {
            Some(proof) => (f32::from(proof.winner == Side::First), true),
            None if position.to_move() == Side::First => (win_rate, false),
            None => (1.0 - win_rate, false),
        };
        Self { at, first_wins, is_proven }
    }

    /// What the second player should do, in a word.
    const fn advice(&self) -> &'static str {
        match self.first_wins {
            0.6.. => "swap",
            ..=0.4 => "keep",
            _ => "unclear",
        }
    }

    fn print(&self) -> io::Result<()> {
        let mut output = io::stdout().lock();
        writeln!(output, "{}", self.line())?;
        output.flush()
    }

    fn line(&self) -> String {
        let proven = if self.is_proven { " proven" } else { "" };
        format!("{} {:.3} {}{proven}", self.at, self.first_wins, self.advice())
    }
}
