//! `konoba puzzles`: finds puzzles in games of engines, proves them, picks those to ship, proves them again and measures them.

mod bars;
mod effort;
mod find;
mod game;
mod make;
mod measure;
mod pick;
mod recheck;

use std::path::Path;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use konoba_files::read_text;
use konoba_puzzles::{Puzzle, collection, read};
use konoba_rules::{Spec, games};

/// Make puzzles that are proved, and prove them again
#[derive(Args, Debug)]
pub struct Puzzles {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Subcommand, Debug)]
enum Subcommands {
    Make(make::Make),
    Pick(pick::Pick),
    Check(recheck::Check),
    Measure(bars::Measure),
}

impl Puzzles {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            Subcommands::Make(make) => make.run(),
            Subcommands::Pick(pick) => pick.run(),
            Subcommands::Check(check) => check.run(),
            Subcommands::Measure(measure) => measure.run(),
        }
    }
}

/// Reads the name of a game.
fn read_game(text: &str) -> Result<&'static Spec, String> {
    let known = games().iter().copied().find(|spec| spec.id == text);
    known.ok_or_else(|| {
        let ids: Vec<_> = games().iter().map(|spec| spec.id).collect();
        format!("there is no game '{text}'; there are {}", ids.join(", "))
    })
}

/// The most of a file of puzzles that is read: some hundred times what all that come with Konoba take.
const MOST_BYTES: u64 = 64 << 20;

/// The puzzles in these files, each with where it stands; of the games that are named instead, those that come with Konoba.
fn puzzles_of(names: &[String]) -> anyhow::Result<Vec<(String, Puzzle)>> {
    let mut found = Vec::new();
    let all: Vec<String> = games().iter().map(|spec| spec.id.to_owned()).collect();
    for name in if names.is_empty() { &all } else { names } {
        let puzzles = match read_game(name) {
            Ok(spec) => collection(spec).map(|own| own.puzzles.clone()).unwrap_or_default(),
            Err(reason) if !Path::new(name).exists() => bail!("{reason}, and no such file"),
            Err(_) => {
                let text = read_text(Path::new(name), MOST_BYTES).with_context(|| name.clone())?;
                read(&text).with_context(|| name.clone())?.0
            }
        };
        found.extend(
            (1..).zip(puzzles).map(|(number, puzzle)| (format!("{name} {number}"), puzzle)),
        );
    }
    Ok(found)
}
