//! `konoba` alone: what there is to do, and a board to look at.

use std::io::Write;

use konoba_line::dialogue::Showing;
use konoba_scene::{Scene, View};

use crate::locale::{Characters, showing};
use crate::show::write_text;
use konoba_lab::start::{Reached, Since};

/// A game in its middle, for the eye: the fourth of the console matches that came with an older
/// program (lorenzobasile/konobi).
const GAME: &str = "konobi:9";
const MOVES: &str = "f1 swap f2 g1 g2 d2 f3 e2 d3 e3 e5 e4 f5 g5 f4 d4 d5 c6 c5 a5 a6 h1 b6 h2 h4 \
                     i4 g4 i6 h6 g6 g8";

/// What those do first who do not see the board.
const IN_WORDS: &str = "
To learn a game: konoba learn konobi
To play it: konoba play konobi:5 --engine 1
Everything is said in words, as KONOBA_WORDS asks for.
";

/// Prints the help and a board.
pub(crate) fn run(mut cli: clap::Command) -> anyhow::Result<()> {
    cli.print_help()?;
    if showing(false) == Showing::Words {
        return Ok(Characters::of_environment().output().write_all(IN_WORDS.as_bytes())?);
    }
    let setup = GAME.parse().expect("there is such a game");
    let since = Since { moves: Some(MOVES.to_owned()), position: None };
    let Reached { position, last, .. } = since.reached(setup, None)?;
    let scene = Scene::viewed(&position, &View { last, ..View::default() });
    let characters = Characters::of_environment();
    let mut text = b"\n".to_vec();
    write_text(&mut text, &scene, characters.style())?;
    Ok(characters.output().write_all(&text)?)
}
