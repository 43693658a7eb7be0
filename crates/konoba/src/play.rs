//! `konoba play`: two people at one keyboard, or one and the engine.

use std::io::{self, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::Args;
use konoba_lab::records::read_record;
use konoba_line::Listener;
use konoba_line::dialogue::{Config, Dialogue, Showing, converse};
use konoba_rules::{Level, Record, Setup, SetupError, Side};
use konoba_scene::TextStyle;
use konoba_table::{Name, NameError, TimeControl};

use crate::files::Disk;
use crate::locale::{Characters, showing};
use crate::{opponent, screen};
use konoba_lab::nets::NetSource;
use konoba_lab::{print_note, seconds, usage_error};

/// Play a game here, two people at one keyboard or one person and the engine
///
/// On a terminal this fills the screen; `--plain` does not, and says everything in words. The line
/// dialogue asks for the size of the board, for names and for moves; `help` at a turn lists what
/// else can be said. What the flags have settled is not asked. Press Enter there to have the
/// engine move at once.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Play {
    /// The game and how it is set up; without a size the line dialogue asks for it, and the full screen takes the usual one
    #[arg(value_name = "GAME[:SETUP]")]
    game: Game,
    /// Who plays the first side and who the second; against the engine, one name is yours
    #[arg(long, value_name = "A[,B]")]
    names: Option<Names>,
    /// Play with a clock: minutes for the game + seconds for each move (5+3, 1h30m+30s), or days for
    /// each move (3d). A loaded game goes on with its own
    #[arg(long, value_name = "CLOCK", default_value_t, conflicts_with = "load")]
    clock: TimeControl,
    /// Play against the engine at a level from 1, the weakest, to 10, its full strength; 4.3 and 4.7 lie between 4 and 5
    #[arg(long, value_name = "LEVEL")]
    engine: Option<Level>,
    /// How many seconds the engine thinks about a move or a hint at most [default: 2]
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<f64>,
    /// The person's side against the engine, the first one unless given
    #[arg(long = "as", value_name = "SIDE", requires = "engine")]
    side: Option<String>,
    /// Play line by line, as happens anyway when standard input is not a terminal
    #[arg(long)]
    plain: bool,
    /// Say everything in words and draw no board, for screen readers; KONOBA_WORDS=1 does the same. Implies --plain
    #[arg(long)]
    words: bool,
    /// Ask after the end whether to play again, as happens anyway on a terminal
    #[arg(long)]
    again: bool,
    /// Go on with the game in this file, against the engine if that plays in it
    #[arg(long, value_name = "F")]
    load: Option<PathBuf>,
    /// Keep the record of the game in this file, written after every move
    #[arg(long, value_name = "F")]
    save: Option<String>,
    /// Draw the board in ASCII characters alone, as happens anyway where LANG=C or TERM=dumb
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    net: NetSource,
}

const EXAMPLES: &str = "\
Examples:
  konoba play konobi
  konoba play konobi:13 --clock 10+5
  konoba play konobi:7 --engine 2 --words
  konoba play quentin:9 --engine 4 --as white
  konoba play quentin:9,nopie --names Ana,Luka --save game.sgf
  konoba play konobi --load game.sgf --save game.sgf --plain
  konoba play order-and-chaos --again < answers.txt";

impl Play {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let engine = self.engine_seat()?;
        let patience = self.patience()?;
        let nets = self.net.open(&[self.game.setup.spec], print_note);
        if !self.may_write()? {
            return Ok(());
        }
        let is_drawn = showing(self.words) == Showing::Drawn;
        let is_full_screen = !self.plain && is_drawn && screen::is_there();
        let loaded = self.load.clone();
        let config = Config { engine, gives_hints: true, ..self.config(engine)? };
        if is_full_screen {
            return screen::play(config, loaded, &nets, patience);
        }
        let disk = Disk::of_input(loaded.as_deref());
        let disk = disk.map_err(|why| anyhow!("{}", why.trim_end_matches('.')))?;
        let mut dialogue = Dialogue::new(config, disk);
        let now = konoba_tui::now;
        let source = Listener::to(|| BufReader::new(io::stdin()));
        let source = if io::stdin().is_terminal() { source.live() } else { source };
        let engine = opponent::at_one_board(&nets);
        let output = Characters::of_environment().output();
        converse(&mut dialogue, source, output, now, &engine, patience)?;
        dialogue.unsaved().map_or(Ok(()), |why| Err(anyhow!("{}", why.trim_end_matches('.'))))
    }

    /// Asks a person before a file is overwritten that is not the game that goes on. A script that names a file
    /// has said what it wants.
    fn may_write(&self) -> anyhow::Result<bool> {
        let Some(save) = self.save.as_deref().map(Path::new) else { return Ok(true) };
        let is_loaded = self.load.as_deref().is_some_and(|load| {
            matches!((load.canonicalize(), save.canonicalize()), (Ok(load), Ok(save)) if load == save)
        });
        if is_loaded || !io::stdin().is_terminal() || !save.is_file() {
            return Ok(true);
        }
        let mut output = io::stdout();
        write!(output, "{} exists already. Overwrite it? (y/n) ", save.display())?;
        output.flush()?;
        let mut answer = String::new();
        io::stdin().read_line(&mut answer)?;
        Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
    }

    fn patience(&self) -> anyhow::Result<Duration> {
        let patience = self.time.map_or(Ok(opponent::PATIENCE), Duration::try_from_secs_f64);
        patience.map_err(|error| usage_error("play", format!("--time: {error}")))
    }

    /// The side that the engine plays, and its level: the side that the person does not play.
    fn engine_seat(&self) -> anyhow::Result<Option<(Side, Level)>> {
        let spec = self.game.setup.spec;
        let person = match &self.side {
            None => Side::First,
            Some(side) => spec.side_named(side).ok_or_else(|| {
                let [first, second] = &spec.sides;
                let reason = format!("{} has the sides {} and {}", spec.name, first.id, second.id);
                usage_error("play", reason)
            })?,
        };
        Ok(self.engine.map(|level| (person.other(), level)))
    }

    fn config(self, engine: Option<(Side, Level)>) -> anyhow::Result<Config> {
        let showing = showing(self.words);
        let names = self.names.map(|names| names.seated(engine)).transpose();
        let names = names.map_err(|error| usage_error("play", format!("--names: {error}")))?;
        let record = self.load.as_deref().map(read_record).transpose()?;
        if let Some(record) = &record {
            self.game.check(record)?;
        }
        let record = record.map(|record| seated(record, names.as_ref(), engine));
        Ok(Config {
            size_is_chosen: self.game.has_size,
            names,
            time: self.clock,
            record,
            save: self.save,
            asks_again: self.again || io::stdin().is_terminal(),
            showing,
            style: if self.ascii { TextStyle::Ascii } else { Characters::of_environment().style() },
            ..Config::new(self.game.setup)
        })
    }
}

/// A recorded game with those who go on with it: the engine in place of the player who sat there, if it was
/// asked for, and then no other engine.
fn seated(record: Record, names: Option<&[Name; 2]>, engine: Option<(Side, Level)>) -> Record {
    let mut players = Side::BOTH.map(|side| record.player(side).to_owned());
    let mut engines = Side::BOTH.map(|side| record.engine(side));
    if let Some((side, level)) = engine {
        // A person who sits down in place of an engine does not take its name.
        if engines[side.other().index()].take().is_some() {
            players[side.other().index()].clear();
        }
        engines[side.index()] = Some(level);
        players[side.index()] = Name::of_engine(level).to_string();
    }
    if let Some(names) = names {
        players = names.each_ref().map(Name::to_string);
    }
    let [first, second] = &players;
    record.with_players([first, second]).with_engines(engines)
}

/// A game with what was said about its set-up, which is less than what the set-up holds.
#[derive(Clone, Debug)]
struct Game {
    setup: Setup,
    has_options: bool,
    has_size: bool,
}

impl Game {
    /// Whether a record is of this game and of nothing that was not asked for.
    fn check(&self, record: &Record) -> anyhow::Result<()> {
        let own = record.setup();
        let is_wanted =
            if self.has_options { own == self.setup } else { own.spec.id == self.setup.spec.id };
        if !is_wanted {
            bail!("the record is one of {own}, not of {}", self.setup);
        }
        Ok(())
    }
}

impl FromStr for Game {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        let setup = text.parse()?;
        let options = text.split_once(':').map(|(_, options)| options);
        let is_size = |option: &str| option.starts_with(|c: char| c.is_ascii_digit());
        let has_size = options.is_some_and(|options| options.split(',').any(is_size));
        Ok(Self { setup, has_options: options.is_some(), has_size })
    }
}

/// The names of two players, or of the one who plays against the engine.
#[derive(Clone, Debug)]
struct Names {
    first: Name,
    second: Option<Name>,
}

impl Names {
    /// Who plays which side.
    fn seated(self, engine: Option<(Side, Level)>) -> Result<[Name; 2], NamesError> {
        let Self { first, second } = self;
        match (second, engine) {
            (Some(second), _) => Ok([first, second]),
            (None, Some((Side::First, level))) => Ok([Name::of_engine(level), first]),
            (None, Some((Side::Second, level))) => Ok([first, Name::of_engine(level)]),
            (None, None) => Err(NamesError::NotTwo),
        }
    }
}

impl FromStr for Names {
    type Err = NamesError;

    fn from_str(text: &str) -> Result<Self, NamesError> {
        let name = |text: &str| text.parse().map_err(NamesError::Name);
        let mut names = text.splitn(3, ',');
        let first = name(names.next().unwrap_or_default())?;
        let second = names.next().map(name).transpose()?;
        if names.next().is_some() { Err(NamesError::NotTwo) } else { Ok(Self { first, second }) }
    }
}

/// Why names were refused.
#[derive(Debug)]
enum NamesError {
    NotTwo,
    Name(NameError),
}

impl std::fmt::Display for NamesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotTwo => f.write_str("give two names with a comma between them"),
            Self::Name(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NamesError {}
