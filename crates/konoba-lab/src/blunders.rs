//! `konoba blunders`: how often a player throws away a won position, on boards that can be solved.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use konoba_engine::roster::Entrant;
use konoba_engine::solve::{Effort, Solver};
use konoba_engine::{Config, Limits, Player};
use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Grid, Position, Rules, Setup, Side, Visitor};
use serde::Serialize;

use crate::nets::NetSource;
use crate::solve::Clock;
use crate::usage_error;
use crate::{number, seconds};

/// Count how often a player throws away a won position, on a board small enough to be solved
///
/// The positions arise by random moves; each is won for the side to move, but not by every move. The
/// solver judges the player's move. The engine has a solver of its own: `engine,solver=off` shows what it
/// sees without.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Blunders {
    /// Who plays: 1 to 10, random, oneply, uct:N, engine (with ,OPTION=VALUE, see `konoba match --help`)
    player: Entrant,
    /// The game and how it is set up, on at most 5x5 points
    #[arg(long, value_name = "GAME[:SETUP]")]
    game: Setup,
    /// How many positions to try
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u32, 1, 1_000_000>)]
    positions: u32,
    /// How many seconds the player has for each [default: 1]
    #[arg(long, value_name = "S", conflicts_with = "visits", value_parser = seconds)]
    time: Option<f64>,
    /// How many visits the player has for each
    #[arg(long, value_name = "N", value_parser = number::<u64, 1, { u64::MAX }>)]
    visits: Option<u64>,
    /// Which positions they are
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64, 0, { u64::MAX }>)]
    seed: u64,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  konoba blunders 10 --game konobi:4 --positions 100 --time 1
  konoba blunders random --game quentin:4 --json
  konoba blunders engine,net=new.bin,solver=off --game konobi:5 --visits 32";

/// How long the player may think unless told otherwise: some think without end.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// The largest board on which what random moves lead to is solved quickly enough to wait for.
const LARGEST: u8 = 5;
/// How many positions may be looked at to solve one.
const NODES: u64 = 20_000_000;
const MEMORY: usize = 256 << 20;

impl Blunders {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        let is_time = |seconds: f64| seconds.is_finite() && (0.0..=3600.0).contains(&seconds);
        if !self.time.is_none_or(is_time) {
            return Err(usage_error("blunders", "a time is from 0 to 3600 seconds"));
        }
        let size = self.game.size;
        if size > LARGEST {
            let reason = format!(
                "a board of {size}x{size} cannot be solved, only up to {LARGEST}x{LARGEST}"
            );
            return Err(usage_error("blunders", reason));
        }
        let start = AnyPosition::start(self.game.without_pie());
        let config = NetSource::of(&self.player).required(start.setup());
        let config = config.map_err(|reason| usage_error("blunders", format!("{reason:#}")))?;
        let config = Config { seed: self.seed, ..config };
        let player = self.player.player(start.setup(), config);
        let counted = start.visit(Counting { options: &self, player })?;
        let mut output = io::stdout().lock();
        if self.json {
            writeln!(output, "{}", serde_json::to_string(&counted)?)?;
        } else {
            let Counted { player, game, positions, blunders, rate, interval, .. } = counted;
            let [low, high] = interval.map(|bound| 100.0 * bound);
            let rate = 100.0 * rate;
            writeln!(
                output,
                "{player} threw away {blunders} of {positions} won positions of {game}"
            )?;
            writeln!(output, "{rate:.1} % (95 % interval {low:.1} to {high:.1})")?;
        }
        Ok(())
    }

    fn limits(&self) -> Limits {
        let time = self.time.map(Duration::from_secs_f64);
        let has_limit = time.is_some() || self.visits.is_some();
        Limits { visits: self.visits, time: if has_limit { time } else { Some(USUAL_TIME) } }
    }
}

#[derive(Serialize)]
struct Counted {
    player: String,
    game: String,
    positions: u32,
    blunders: u32,
    rate: f64,
    interval: [f64; 2],
    /// Positions that random moves led to and that were no test: lost, or won by every move.
    passed_over: u32,
}

struct Counting<'a> {
    options: &'a Blunders,
    player: Box<dyn Player>,
}

impl Visitor for Counting<'_> {
    type Output = anyhow::Result<Counted>;

    fn visit<R: Rules>(mut self, start: &Position<R>) -> anyhow::Result<Counted> {
        let Blunders { seed, positions, .. } = *self.options;
        let mut dice = WyRand::new(seed);
        let solver = Solver::<R>::new(start.setup(), MEMORY);
        let (mut blunders, mut passed_over, mut tried) = (0, 0, 0);
        while tried < positions {
            show_progress(&format!("{tried} of {positions} positions"));
            let position = wander(start, &mut dice);
            if position.winner().is_some() || !is_test(&solver, &position)? {
                passed_over += 1;
                let most = 1000 + 100 * positions;
                ensure!(passed_over < most, "too few positions can be thrown away");
                continue;
            }
            tried += 1;
            let mv = think(&mut *self.player, &position, self.options.limits());
            let mut next = position;
            next.try_play(mv).context("the player's move is illegal")?;
            blunders += u32::from(winner(&solver, &next)? != position.to_move());
        }
        show_progress("");
        Ok(Counted {
            player: self.player.name(),
            game: start.setup().to_string(),
            positions,
            blunders,
            rate: f64::from(blunders) / f64::from(positions),
            interval: wilson(blunders, positions),
            passed_over,
        })
    }
}

/// Shows on a terminal how far it has come, on one line that is overwritten by the next: on the largest
/// boards a position can take seconds. What cannot be shown is not worth an error.
fn show_progress(text: &str) {
    let mut output = io::stderr().lock();
    if output.is_terminal() {
        let _ = write!(output, "\r\x1b[K{text}").and_then(|()| output.flush());
    }
}

/// A position after some random moves: at least an eighth of the board is filled, and at most half.
fn wander<R: Rules>(start: &Position<R>, dice: &mut WyRand) -> Position<R> {
    let points = u32::from(start.setup().size).pow(2);
    let moves = points / 8 + dice.below(points / 2 - points / 8 + 1);
    let mut position = *start;
    for _ in 0..moves {
        let moves: Vec<_> = position.moves().collect();
        if !moves.is_empty() {
            position.try_play(moves[dice.below(moves.len() as u32) as usize]).expect("it is legal");
        }
    }
    position
}

/// Whether a position is won for the side to move, but not by every move.
fn is_test<R: Rules>(solver: &Solver<R>, position: &Position<R>) -> anyhow::Result<bool> {
    let side = position.to_move();
    if winner(solver, position)? != side {
        return Ok(false);
    }
    for mv in position.moves() {
        let mut next = *position;
        next.try_play(mv).expect("the move is legal");
        if winner(solver, &next)? != side {
            return Ok(true);
        }
    }
    Ok(false)
}

fn winner<R: Rules>(solver: &Solver<R>, position: &Position<R>) -> anyhow::Result<Side> {
    let clock = Clock::start();
    let solved = solver.solve(position, &mut Effort::new(Limits::default(), NODES, &clock));
    Ok(solved.context("the board is too large to be solved")?.winner)
}

fn think<R: Rules>(
    player: &mut dyn Player,
    position: &Position<R>,
    limits: Limits,
) -> konoba_rules::Move {
    let pieces = position.rules().pieces().map(Grid::to_points);
    let any = AnyPosition::standing(position.setup(), pieces, position.to_move());
    player.think(&any.expect("what arises in a game can stand"), limits, &Clock::start()).best
}

/// The 95 % interval of a rate (Wilson, 1927).
fn wilson(hits: u32, tries: u32) -> [f64; 2] {
    const Z: f64 = 1.96;
    let n = f64::from(tries.max(1));
    let rate = f64::from(hits) / n;
    let centre = rate + Z * Z / (2.0 * n);
    let width = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
    [centre - width, centre + width].map(|bound| (bound / (1.0 + Z * Z / n)).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked examples from the literature: 0 of 10, and 81 of 263 (Newcombe, 1998).
    #[test]
    fn the_interval_is_wilsons() {
        let rounded = |hits, tries| wilson(hits, tries).map(|bound| (bound * 1e4).round() / 1e4);
        assert_eq!(rounded(0, 10), [0.0, 0.2775]);
        assert_eq!(rounded(81, 263), [0.2553, 0.3662]);
    }
}
