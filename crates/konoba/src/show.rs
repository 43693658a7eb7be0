//! `konoba show`: draws a position.

use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use konoba_lab::records::read_record;
use konoba_rules::{Lattice, SetupError, text};
use konoba_scene::{Scene, Sentences, TextStyle, View, paint_svg, paint_text};

use crate::locale::Characters;
use konoba_lab::start::{Reached, Since, TypedSetup};
use konoba_lab::{Report, is_output, is_same_file, number, print_one, usage_error};

/// Draw a position, as text or as an SVG picture
///
/// The position is the end of a record (or what it was after --at moves), or a position text, or what moves lead to. A position text
/// without a game is drawn as one of the first game in which it can stand.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Show {
    /// A record as SGF or in one line (`-` is standard input), or the game in which --moves or --position stands
    #[arg(value_name = "FILE | GAME[:SETUP]", required_unless_present = "position")]
    subject: Option<Subject>,
    #[command(flatten)]
    since: Since,
    /// The position after so many moves of the record or of --moves; 0 is the start
    #[arg(long, value_name = "N", conflicts_with = "position", value_parser = number::<usize, 0, 100_000>)]
    at: Option<usize>,
    /// Write a picture here; `-` is standard output
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
    /// Write text to standard output, also if there is a picture
    #[arg(long)]
    text: bool,
    /// Draw the text in ASCII characters alone, as happens anyway where LANG=C or TERM=dumb
    #[arg(long)]
    ascii: bool,
    /// Draw points on lines or in squares, whatever is customary in the game
    #[arg(long, value_name = "KIND")]
    lattice: Option<LatticeName>,
    /// Mark the points where the side to move may place
    #[arg(long)]
    legal: bool,
}

const EXAMPLES: &str = "\
Examples:
  konoba show game.sgf
  konoba show game.sgf --at 12
  konoba export --data /srv/konoba --form json - | jq -r .line | head -1 | konoba show -
  konoba show konobi:5 --moves \"c3 d4\" --legal
  konoba show --position \"W.B/W.B/... black\" --ascii
  konoba show quentin --position \"W.B/W.B/... black\" --svg board.svg";

/// What there is to show.
#[derive(Clone, Debug)]
enum Subject {
    Game(TypedSetup),
    File(PathBuf),
}

impl FromStr for Subject {
    type Err = SetupError;

    /// What does not begin with the name of a game is the name of a file.
    fn from_str(text: &str) -> Result<Self, SetupError> {
        match text.parse() {
            Ok(setup) => Ok(Self::Game(setup)),
            Err(SetupError::Game { .. }) => Ok(Self::File(text.into())),
            Err(error) => Err(error),
        }
    }
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum LatticeName {
    /// Stones on the crossings of lines
    Lines,
    /// Pieces in squares
    Squares,
}

impl From<LatticeName> for Lattice {
    fn from(name: LatticeName) -> Self {
        match name {
            LatticeName::Lines => Self::Lines,
            LatticeName::Squares => Self::Squares,
        }
    }
}

impl Show {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let svg = is_output(self.svg.as_deref());
        print_one("show", &[("--svg -", svg), ("--text", self.text)])?;
        self.ensure_apart()?;
        let Reached { position, last, outcome } = self.reached()?;
        let view = View {
            last,
            shows_legal_points: self.legal && outcome.is_none(),
            lattice: self.lattice.map(Lattice::from),
            ..View::default()
        };
        let mut scene = Scene::viewed(&position, &view);
        // The board does not show that a player has resigned or run out of time.
        if let Some(outcome) = outcome.filter(|_| position.winner().is_none()) {
            scene.status = Sentences::of(position.setup()).recorded(&outcome);
        }
        if let Some(path) = &self.svg {
            let mut output = Report::new();
            output.document(path, &paint_svg(&scene))?;
            output.end()?;
        }
        if self.text || self.svg.is_none() {
            let characters = Characters::of_environment();
            let style = if self.ascii { TextStyle::Ascii } else { characters.style() };
            let mut text = Vec::new();
            write_text(&mut text, &scene, style)?;
            characters.output().write_all(&text)?;
        }
        Ok(())
    }

    /// Refuses a picture in the place of the game, of which there may be no other copy.
    fn ensure_apart(&self) -> anyhow::Result<()> {
        let (Some(Subject::File(game)), Some(svg)) = (&self.subject, &self.svg) else {
            return Ok(());
        };
        if !is_output(Some(svg)) && !is_output(Some(game)) && is_same_file(svg, game) {
            let reason = format!("--svg would replace the game in {}", game.display());
            return Err(usage_error("show", reason));
        }
        Ok(())
    }

    fn reached(&self) -> anyhow::Result<Reached> {
        match (&self.subject, &self.since.position) {
            (Some(Subject::Game(setup)), _) => self.since.reached(*setup, self.at),
            (Some(Subject::File(path)), _) if self.since.is_empty() => {
                Reached::in_record(&read_record(path)?, self.at)
            }
            (Some(Subject::File(path)), _) => {
                let given = path.display().to_string();
                Err(usage_error("show", SetupError::Game { given }))
            }
            (None, rows) => Reached::in_text(text::find_game(rows.as_deref().unwrap_or_default())),
        }
    }
}

/// The board between its title and what there is to say of it.
pub(crate) fn write_text(
    output: &mut impl Write,
    scene: &Scene,
    style: TextStyle,
) -> io::Result<()> {
    writeln!(output, "{}\n\n{}", scene.title, paint_text(scene, style))?;
    scene.captions().try_for_each(|caption| writeln!(output, "{caption}"))
}
