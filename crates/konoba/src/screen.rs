//! The full screen of the terminal, where there is one.

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use konoba_line::dialogue::Config;
use konoba_puzzles::{Choice, Series};
use konoba_scene::TextStyle;
use konoba_tui::{FirstScreen, Options, run};

use crate::opponent::{PATIENCE, at_one_board};
use konoba_lab::nets::Nets;

/// Whether there is a terminal to fill, on both ends.
pub(crate) fn is_there() -> bool {
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// The home screen.
pub(crate) fn home() -> anyhow::Result<()> {
    let opponent = Some(Arc::new(at_one_board(&Nets::BuiltIn)) as _);
    Ok(run(Options { opponent, patience: PATIENCE, ..Options::new(FirstScreen::Home) })?)
}

/// Puzzles.
pub(crate) fn puzzles(choice: Choice, ascii: bool) -> anyhow::Result<()> {
    let opponent = Some(Arc::new(at_one_board(&Nets::BuiltIn)) as _);
    let options = Options {
        ascii,
        opponent,
        patience: PATIENCE,
        ..Options::new(FirstScreen::Puzzles(choice))
    };
    Ok(run(options)?)
}

/// Puzzles of the person's own.
pub(crate) fn own_puzzles(series: Series, ascii: bool) -> anyhow::Result<()> {
    Ok(run(Options { ascii, ..Options::new(FirstScreen::OwnPuzzles(Box::new(series))) })?)
}

/// A game, in which the engine takes at most so long for a move; one that was loaded comes from this file.
pub(crate) fn play(
    config: Config,
    loaded: Option<PathBuf>,
    nets: &Nets,
    patience: Duration,
) -> anyhow::Result<()> {
    let first = match config.record {
        Some(record) => FirstScreen::Open { record: Box::new(record), path: loaded },
        None => FirstScreen::Play {
            setup: config.setup,
            names: config.names,
            engine: config.engine,
            time: config.time,
        },
    };
    let ascii = config.style == TextStyle::Ascii;
    let opponent = Some(Arc::new(at_one_board(nets)) as _);
    Ok(run(Options { ascii, save: config.save, opponent, patience, ..Options::new(first) })?)
}
