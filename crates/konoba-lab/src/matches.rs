//! `konoba match`: two players, many games, and what they prove.

mod contestants;
mod plan;
mod report;
mod running;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use konoba_engine::Limits;
use konoba_engine::arena::Sprt;
use konoba_rules::Setup;

use crate::audience::Audience;
use crate::stopping::WhenStopped;
use crate::usage_error;
use crate::{number, seconds};
use contestants::{Entry, Pace};
use plan::Outcomes;

/// Let two players play many games against one another
///
/// The games come in pairs: both games of a pair begin with the same random moves, and the players exchange
/// sides. The result is the share of games that A wins, and by how much it is stronger in Elo, each with
/// the interval that holds the truth in 95 of 100 matches. A player that crashes, falls silent or plays an
/// illegal move loses the game, and the reason is printed on standard error. A program that cannot begin a game ends the match before it begins.
/// A match that is given up, or stopped by Ctrl-C, still prints the result of the games so far.
///
/// The engine's options are threads, memory (in MiB), solver (its memory in MiB, or off) and net (off, or a file
/// to evaluate by instead of what is built in); ripe, amaf, prior, untried, softness, spread and
/// caution are for those who tune its search.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Match {
    /// One player: a level (1 to 10; 4.3 and 4.7 lie between 4 and 5), random, oneply, uct or uct:VISITS, engine (with ,OPTION=VALUE), rung,at=PLACE (between the levels: docs/ENGINE.md), gtp:COMMAND
    #[arg(value_name = "A")]
    first: Entry,
    /// The other player
    #[arg(value_name = "B")]
    second: Entry,
    /// The game and how it is set up; `nopie` switches the swap off
    #[arg(long, value_name = "GAME[:SETUP]")]
    game: Setup,
    /// How many games; an odd number is rounded up, since games come in pairs
    #[arg(long, value_name = "N", value_parser = number::<u32, 1, 1_000_000>)]
    games: u32,
    /// How many seconds a player may think about a move; GTP knows whole seconds only, so a program must be
    /// told any other time in its own command
    #[arg(long, value_name = "S", conflicts_with = "visits", value_parser = seconds)]
    time: Option<f64>,
    /// How many seconds a program may take for anything but a move, and beyond ten times its time for one. The match is
    /// given up once a program has not answered in 3 games in a row
    #[arg(long, value_name = "S", default_value_t = 30.0, value_parser = seconds)]
    patience: f64,
    /// How many positions a player may visit for a move
    #[arg(long, value_name = "N", value_parser = number::<u64, 1, { u64::MAX }>)]
    visits: Option<u64>,
    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16, 1, 256>)]
    jobs: u16,
    /// Stop as soon as it is clear whether A is stronger by LOW Elo or by HIGH
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// How many random moves a game begins with [default: 1 with the swap, else 2]
    #[arg(long, value_name = "N", value_parser = number::<u8, 0, 40>)]
    opening: Option<u8>,
    /// Where chance begins; the same seed gives the same openings
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64, 0, { u64::MAX }>)]
    seed: u64,
    /// Save every game as SGF in this folder, which must hold no games yet
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Tell on standard error how it goes, a line after each pair of games even if that is no terminal; with --json a
    /// JSON object a line
    #[arg(long)]
    progress: bool,
}

const EXAMPLES: &str = "\
Examples:
  konoba match 5 4 --game konobi:7,nopie --games 100 --visits 1000
  konoba match engine uct --game quentin:9 --games 100 --time 0.1
  konoba match engine,net=new.bin engine --game konobi:9,nopie --games 100 --visits 200
  konoba match 10 'gtp:konoba gtp konobi:9' --game konobi:9 --games 10 --time 1 --save games
  konoba match engine engine,net=off --game konobi:9 --games 400 --time 0.1 --sprt 0,50 --json";

/// How long a player may think unless told otherwise.
const USUAL_TIME: Duration = Duration::from_secs(1);

impl Match {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        let limits = self.limits()?;
        let sprt = self.sprt.as_deref().map(read_sprt).transpose()?;
        let [a, b] = [&self.first, &self.second].map(|entry| entry.config(self.game));
        let or_refuse = |reason| usage_error("match", format!("{reason:#}"));
        let configs = [a.map_err(or_refuse)?, b.map_err(or_refuse)?];
        let pace = Pace { limits, patience: self.patience()? };
        for entry in [&self.first, &self.second] {
            let tried = entry.try_out(self.game, pace);
            tried.map_err(|fault| anyhow!("{} {fault}; no game was played", entry.name))?;
        }
        if let Some(folder) = &self.save {
            prepare(folder)?;
        }
        let usual = if self.game.pie { 1 } else { 2 };
        let plan = plan::Plan {
            entries: [self.first, self.second],
            configs,
            setup: self.game,
            pairs: self.games.div_ceil(2),
            pace,
            opening: usize::from(self.opening.unwrap_or(usual)),
            seed: self.seed,
            sprt,
            save: self.save,
        };
        let audience = Audience::there_is(self.progress, self.json);
        let (plan, outcomes) = (Arc::new(plan), Arc::new(Mutex::new(Outcomes::default())));
        let print = {
            let (plan, outcomes) = (plan.clone(), outcomes.clone());
            move || report::print_played(&plan, &outcomes, self.json)
        };
        let stopped = WhenStopped::new({
            let print = print.clone();
            move || {
                report::end_line(audience);
                // The exit status tells already that the match did not come to its end.
                let _ = print();
            }
        });
        let played = running::run(&plan, usize::from(self.jobs), audience, &outcomes);
        drop(stopped);
        let printed = print();
        played.and(printed)
    }

    fn patience(&self) -> anyhow::Result<Duration> {
        let patience = Duration::try_from_secs_f64(self.patience);
        patience.map_err(|error| usage_error("match", format!("--patience: {error}")))
    }

    fn limits(&self) -> anyhow::Result<Limits> {
        let time = self.time.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|error| usage_error("match", format!("--time: {error}")))?;
        let has_limit = time.is_some() || self.visits.is_some();
        Ok(Limits { visits: self.visits, time: if has_limit { time } else { Some(USUAL_TIME) } })
    }
}

/// Makes the folder for the games, unless it holds older ones: the new ones would take their names.
fn prepare(folder: &Path) -> anyhow::Result<()> {
    let name = || folder.display().to_string();
    fs::create_dir_all(folder).with_context(name)?;
    for entry in fs::read_dir(folder).with_context(name)? {
        let path = entry.with_context(name)?.path();
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf")) {
            let reason = format!("--save: there are games in {} already", name());
            return Err(usage_error("match", reason));
        }
    }
    Ok(())
}

fn read_sprt(text: &str) -> anyhow::Result<Sprt> {
    let wrong =
        || usage_error("match", "--sprt takes two differences in Elo, the smaller first: 0,50");
    let (low, high) = text.split_once(',').ok_or_else(wrong)?;
    let [low, high] = [low, high].map(|number| number.trim().parse::<f64>().ok());
    match (low, high) {
        (Some(low), Some(high)) if low < high && (high - low).is_finite() => {
            Ok(Sprt { elo: [low, high] })
        }
        _ => Err(wrong()),
    }
}
