//! `konoba puzzle`: puzzles to solve, line by line.

use std::io::{self, BufReader};

use clap::Args;
use konoba_lab::usage_error;
use konoba_line::dialogue::Manner;
use konoba_line::{Puzzling, hold_puzzles};
use konoba_puzzles::{Choice, Theme};
use konoba_rules::Setup;
use konoba_scene::TextStyle;
use time::OffsetDateTime;

use crate::locale::Characters;

/// Solve puzzles: one move wins, and it is proved that every other loses
///
/// Type the move that wins; `help` lists what else can be typed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Puzzle {
    /// The game; puzzles of every game if none is named
    #[arg(value_name = "GAME")]
    game: Option<Setup>,
    /// Only the puzzles of the day, which are the same for all
    #[arg(long)]
    daily: bool,
    /// Only puzzles with this theme, such as double-threat
    #[arg(long, value_name = "T", value_parser = read_theme)]
    theme: Option<Theme>,
    /// Only hard puzzles
    #[arg(long)]
    hard: bool,
    /// Begin with the puzzle of this number
    #[arg(long, value_name = "N")]
    number: Option<usize>,
    /// Draw the board in ASCII characters alone, as happens anyway where LANG=C or TERM=dumb
    #[arg(long)]
    ascii: bool,
}

const EXAMPLES: &str = "\
Examples:
  konoba puzzle konobi
  konoba puzzle --daily
  konoba puzzle quentin --theme double-threat --hard";

fn read_theme(text: &str) -> Result<Theme, String> {
    let ids = Theme::ALL.map(Theme::id);
    Theme::named(text).ok_or_else(|| format!("the themes are {}", ids.join(", ")))
}

impl Puzzle {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let choice = Choice {
            spec: self.game.map(|setup| setup.spec),
            theme: self.theme,
            hard: self.hard,
            daily: self.daily,
            number: self.number,
        };
        let characters = Characters::of_environment();
        let style = if self.ascii { TextStyle::Ascii } else { characters.style() };
        let manner = Manner { style, ..Manner::default() };
        let puzzling = Puzzling::of(&choice, OffsetDateTime::now_utc().date(), manner);
        let none = || usage_error("puzzle", "there is no such puzzle");
        let mut puzzling = puzzling.ok_or_else(none)?;
        hold_puzzles(&mut puzzling, BufReader::new(io::stdin()), characters.output())?;
        Ok(())
    }
}
