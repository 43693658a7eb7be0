//! `konoba learn`: the lessons of a game.

use std::io::{self, BufReader};

use clap::Args;
use konoba_lab::{number, usage_error};
use konoba_line::dialogue::Manner;
use konoba_line::{Learning, teach};
use konoba_rules::Setup;
use konoba_scene::TextStyle;
use konoba_table::first_setup;

use crate::locale::{Characters, showing};

/// Learn a game in a few short lessons, each a small board with a task
///
/// The lessons are those of the page. Type the move that a task asks for; `help` lists what else can be typed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Learn {
    /// The game to learn
    #[arg(value_name = "GAME")]
    game: Setup,
    /// Begin with this lesson
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize, 1, { u64::MAX }>)]
    lesson: usize,
    /// Say everything in words and draw no board, for screen readers; KONOBA_WORDS=1 does the same
    #[arg(long)]
    words: bool,
    /// Draw the board in ASCII characters alone, as happens anyway where LANG=C or TERM=dumb
    #[arg(long)]
    ascii: bool,
}

const EXAMPLES: &str = "\
Examples:
  konoba learn konobi
  konoba learn konobi --words
  konoba learn quentin --lesson 3";

impl Learn {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let spec = self.game.spec;
        let characters = Characters::of_environment();
        let style = if self.ascii { TextStyle::Ascii } else { characters.style() };
        let manner = Manner { showing: showing(self.words), style, ..Manner::default() };
        let learning = Learning::of(spec, manner);
        let none = || usage_error("learn", format!("there are no lessons of {}", spec.name));
        let mut learning = learning.ok_or_else(none)?;
        if !learning.go_to(self.lesson) {
            return Err(usage_error("learn", format!("there is no lesson {}", self.lesson)));
        }
        let mut output = characters.output();
        teach(&mut learning, BufReader::new(io::stdin()), &mut output)?;
        if learning.is_learnt() {
            let setup = first_setup(spec);
            writeln!(
                output,
                "Play your first game, with `hint` if you need one:\n  konoba play {setup} --engine 1"
            )?;
        }
        Ok(())
    }
}
