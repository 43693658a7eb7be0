//! `konoba puzzle`: puzzles to solve, on the full screen or line by line.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use konoba_advice::{Budget, Stopwatch, missed_wins};
use konoba_lab::records::read_record;
use konoba_lab::{number, print_line, usage_error};
use konoba_line::dialogue::{Manner, Showing};
use konoba_line::{Puzzling, hold_puzzles};
use konoba_puzzles::{Choice, Series, Solved, Theme};
use konoba_rules::Setup;
use konoba_scene::TextStyle;
use konoba_tui::Library;
use time::OffsetDateTime;

use crate::locale::{Characters, showing};
use crate::screen;

/// Solve puzzles: one move wins, and it is proved that every other loses
///
/// On a terminal this fills the screen. With `--plain`, or where there is no terminal, type the move that wins; `help` lists what
/// else can be typed. What was solved is remembered, and how many days in a row the puzzles of the day were.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PuzzleArguments {
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
    /// Puzzles from a game that was played, as SGF or in one line: the moves at which only one other won, as far as that is proved
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "daily", "theme", "hard", "number"])]
    from: Option<PathBuf>,
    /// Begin with the puzzle of this number
    #[arg(long, value_name = "N", value_parser = number::<usize, 1, { u64::MAX }>)]
    number: Option<usize>,
    /// Go line by line even on a terminal
    #[arg(long)]
    plain: bool,
    /// Say everything in words and draw no board, for screen readers; KONOBA_WORDS=1 does the same. Implies --plain
    #[arg(long)]
    words: bool,
    /// Draw the board in ASCII characters alone, as happens anyway where LANG=C or TERM=dumb
    #[arg(long)]
    ascii: bool,
}

/// How long missed wins of a game are looked for.
const TIME: Duration = Duration::from_secs(10);

const EXAMPLES: &str = "\
Examples:
  konoba puzzle konobi
  konoba puzzle --daily
  konoba puzzle --from game.sgf
  konoba puzzle quentin --theme double-threat --hard";

fn read_theme(text: &str) -> Result<Theme, String> {
    let ids = Theme::ALL.map(Theme::id);
    Theme::named(text).ok_or_else(|| format!("the themes are {}", ids.join(", ")))
}

impl PuzzleArguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if let Some(path) = &self.from {
            return self.solve_missed(path);
        }
        let choice = Choice {
            spec: self.game.map(|setup| setup.spec),
            theme: self.theme,
            hard: self.hard,
            daily: self.daily,
            number: self.number,
        };
        let today = OffsetDateTime::now_utc().date();
        let none = || usage_error("puzzle", "there is no such puzzle");
        let series = Series::of(&choice, today).ok_or_else(none)?;
        if self.fills_screen() {
            return screen::puzzles(choice, self.ascii);
        }
        self.hold(series)
    }

    /// The puzzles of a game that was played.
    fn solve_missed(&self, path: &Path) -> anyhow::Result<()> {
        let record = read_record(path)?;
        let watch = Stopwatch::start();
        let missed = missed_wins(&record, None, Budget::new(TIME, &watch));
        let own = missed.into_iter().map(|missed| (missed.called(), missed.puzzle));
        let Some(series) = Series::of_own(own, OffsetDateTime::now_utc().date()) else {
            let none = "No move of this game is proved to have missed the only one that won.";
            return Ok(print_line(none)?);
        };
        match self.fills_screen() {
            true => screen::own_puzzles(series, self.ascii),
            false => self.hold(series),
        }
    }

    fn fills_screen(&self) -> bool {
        !self.plain && showing(self.words) == Showing::Drawn && screen::is_there()
    }

    /// Sets puzzles line by line.
    fn hold(&self, series: Series) -> anyhow::Result<()> {
        let characters = Characters::of_environment();
        let style = if self.ascii { TextStyle::Ascii } else { characters.style() };
        let library = Library::of_user();
        let series = series.remembering(library.solved());
        let manner = Manner { showing: showing(self.words), style, ..Manner::default() };
        let mut puzzling = Puzzling::at(series, manner);
        // A puzzle that is not noted can be solved again; it is not worth a word.
        let keep = |solved: &Solved| drop(library.keep_solved(solved));
        hold_puzzles(&mut puzzling, BufReader::new(io::stdin()), characters.output(), keep)?;
        Ok(())
    }
}
