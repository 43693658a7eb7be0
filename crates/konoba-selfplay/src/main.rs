//! Plays games for the trainer, which evaluates them at the other end of standard input and output.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};

use anyhow::{Context, Result, ensure};
use clap::{Parser, Subcommand};
use konoba_rules::{AnyPosition, PieceChoice, Setup};
use konoba_selfplay::contest::{Contest, Player, Reporter};
use konoba_selfplay::evaluate::Uniform;
use konoba_selfplay::game::{Efforts, Method};
use konoba_selfplay::opening::Openings;
use konoba_selfplay::sample::Harvest;
use konoba_selfplay::selfplay::{Reaper, SelfPlay};
use konoba_selfplay::wire::{Outlet, Wire};

#[derive(Parser)]
#[command(about = "Plays games for the trainer")]
struct Arguments {
    /// The game and its size: konobi:9
    setup: Setup,
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Subcommand)]
enum Subcommands {
    /// Play against itself until the pipe is cut
    Play(PlayArguments),
    /// Measure how fast games are played when nothing is evaluated
    Bench(PlayArguments),
    /// Play pairs of games between net 0 and net 1
    Contest {
        /// The players: a number of simulations (32, 32:puct), or random
        players: Vec<Player>,
        /// How many pairs of games
        #[arg(long, default_value_t = 100)]
        pairs: u32,
        /// How many random moves come first
        #[arg(long, default_value_t = 2)]
        opening: u32,
        /// The seed of the openings
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

#[derive(clap::Args)]
struct PlayArguments {
    /// How many games at once
    #[arg(long, default_value_t = 512)]
    games: usize,
    /// Simulations in a full search
    #[arg(long, default_value_t = 64)]
    full: usize,
    /// Simulations in a fast search
    #[arg(long, default_value_t = 12)]
    fast: usize,
    /// How many searches in a hundred are full
    #[arg(long, default_value_t = 30)]
    full_percent: u32,
    /// How the moves of the root are tried
    #[arg(long, value_enum, default_value_t = Method::Gumbel)]
    root: Method,
    /// From where games begin
    #[arg(long, value_enum, default_value_t = Openings::Mixed)]
    openings: Openings,
    /// How many samples are sent at once
    #[arg(long, default_value_t = 512)]
    harvest: u32,
    /// The seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> Result<()> {
    let Arguments { setup, command } = Arguments::parse();
    let setup = setup.without_pie();
    ensure!(
        setup.spec.has_edges && setup.spec.choice == PieceChoice::Own && setup.size > 3,
        "self-play is for games of joining edges on boards from 4x4 on"
    );
    let start = AnyPosition::start(setup);
    // The standard streams themselves would buffer by lines.
    let input = unbuffered(io::stdin().as_fd())?;
    let output = unbuffered(io::stdout().as_fd())?;
    let mut outlet = Outlet::new(output.try_clone()?);
    let mut wire = Wire::new(input, output);
    let result = match command {
        Subcommands::Play(arguments) => start.visit(arguments.over(&mut wire, &mut outlet)),
        Subcommands::Bench(arguments) => {
            start.visit(arguments.over(&mut Uniform, &mut Enough::default()))
        }
        Subcommands::Contest { players, pairs, opening, seed } => {
            let players = players.try_into().ok().context("a contest has two players")?;
            let contest = Contest { players, pairs, opening, seed, evaluator: &mut wire };
            start.visit(contest).and_then(|score| outlet.report(&score))
        }
    };
    match result {
        // The process that evaluates has closed its end.
        Err(error) if is_cut(&error) => Ok(()),
        result => result.context("the evaluation failed"),
    }
}

fn unbuffered(stream: BorrowedFd<'_>) -> Result<File> {
    Ok(File::from(stream.try_clone_to_owned()?))
}

fn is_cut(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::UnexpectedEof)
}

impl PlayArguments {
    fn over<'a, E, H>(&self, evaluator: &'a mut E, reaper: &'a mut H) -> SelfPlay<'a, E, H> {
        SelfPlay {
            games: self.games,
            harvest_samples: self.harvest,
            efforts: Efforts::new(self.root, self.full, self.fast, self.full_percent),
            openings: self.openings,
            seed: self.seed,
            evaluator,
            reaper,
        }
    }
}

/// Counts games until there are enough to tell their speed.
#[derive(Default)]
struct Enough {
    samples: u32,
    games: u32,
    moves: u32,
}

impl Reaper for Enough {
    fn reap(&mut self, harvest: &Harvest) -> io::Result<bool> {
        self.samples += harvest.samples;
        self.games += harvest.games;
        self.moves += harvest.moves;
        let goes_on = self.samples < 20_000;
        if !goes_on {
            let Self { samples, games, moves } = self;
            eprintln!("{games} games, {moves} moves, {samples} samples");
        }
        Ok(goes_on)
    }
}
