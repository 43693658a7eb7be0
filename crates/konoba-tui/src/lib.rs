//! Konoba on the full screen of a terminal.
//!
//! [`App`] is pure: inputs change it, a frame shows it, and what is to be done outside it asks for
//! by effects. [`Session`] is the thin loop around it that owns the terminal, [`Library`] the
//! folder in which games are kept as they are played. Nothing here knows a game.

mod app;
mod clocks;
mod draw;
mod exercise;
mod game;
mod home;
mod house;
mod house_app;
mod input;
mod input_line;
mod keys;
mod lesson;
mod library;
mod look;
mod move_entry;
mod picture;
mod puzzle;
mod settings;
mod terminal;
mod theme;
mod thinking;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use konoba_advice::Thinker;
use konoba_puzzles::{Choice, Series};
use konoba_rules::{Level, Record, Setup, Side};
use konoba_scene::TextStyle;
use konoba_table::{Name, Opened, Player, TimeControl};
use ratatui::layout::Size;

pub use app::App;
pub use house::{
    HouseNews, HouseRequest, LobbyBoard, OFFLINE, RemarkLine, ScreenOrder, TableKind, TableLine,
};
pub use house_app::{HouseApp, HouseEffect, HouseInput};
pub use input::{Effect, Input, Kept, Loaded, MissedNews};
pub use library::Library;
pub use look::Look;
pub use picture::{film, svg};
pub use settings::Settings;
pub use terminal::{FarHouse, Session, now, run_at_house};
pub use theme::{Colours, Depth, Theme};
pub use thinking::ChosenAction;

/// What is seen first.
#[derive(Clone, Debug)]
pub enum FirstScreen {
    /// The home screen.
    Home,
    /// A new game.
    Play {
        /// The game and how it is set up.
        setup: Setup,
        /// Who plays the first side and who the second; those of the last time if not given.
        names: Option<[Name; 2]>,
        /// The side that the engine plays and its level, if it plays.
        engine: Option<(Side, Level)>,
        /// How much time they have.
        time: TimeControl,
    },
    /// A record: it goes on if it can.
    Open {
        /// The record.
        record: Box<Record>,
        /// The file that it was read from, if it was. A game that is kept in the state folder goes on there.
        path: Option<PathBuf>,
    },
    /// Puzzles.
    Puzzles(Choice),
    /// Puzzles of the person's own.
    OwnPuzzles(Box<Series>),
}

/// How the full screen is opened.
#[derive(Clone)]
pub struct Options {
    /// What is seen first.
    pub first: FirstScreen,
    /// Whether nothing but ASCII is drawn, whatever the terminal can do.
    pub ascii: bool,
    /// A file in which the record is kept while a game is played, beside the state folder.
    pub save: Option<String>,
    /// Who plays for the seats that are not people's, and advises people.
    pub opponent: Option<Arc<dyn Thinker>>,
    /// How long it thinks about a move or an advice at most.
    pub patience: Duration,
}

impl Options {
    /// As the terminal can, and nothing kept outside the state folder.
    pub const fn new(first: FirstScreen) -> Self {
        let patience = Duration::from_secs(2);
        Self { first, ascii: false, save: None, opponent: None, patience }
    }
}

/// Why the full screen did not end well.
#[derive(Debug)]
pub enum Failure {
    /// The terminal did not do what it should.
    Terminal(io::Error),
    /// A record is not in the file that it should be in, for this reason.
    Unsaved(String),
    /// A game cannot go on here, for this reason.
    Unopened(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Terminal(_) => f.write_str("the terminal"),
            Self::Unsaved(reason) | Self::Unopened(reason) => {
                f.write_str(reason.trim_end_matches('.'))
            }
        }
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Terminal(error) => Some(error),
            Self::Unsaved(_) | Self::Unopened(_) => None,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Terminal(error)
    }
}

/// Takes the terminal until the person leaves.
pub fn run(options: Options) -> Result<(), Failure> {
    let mut library = Library::of_user().saving_to(options.save);
    let mut look = Look::of(|name| std::env::var(name).ok());
    if options.ascii {
        look.style = TextStyle::Ascii;
    }
    let settings = Settings::from_text(&library.settings());
    let (width, height) = crossterm::terminal::size()?;
    let mut app = App::new(look, settings.clone(), Size::new(width, height));
    app.remember(library.solved());
    let begun = match options.first {
        FirstScreen::Home => Vec::new(),
        FirstScreen::Play { setup, names, engine, time } => {
            let names = names.unwrap_or_else(|| names_of(&settings, engine.is_some()));
            let mut players = names.map(Player::person);
            if let Some((side, level)) = engine {
                players[side.index()] = Player::engine(Name::of_engine(level), level);
            }
            let opened = Opened { time, ..Opened::new(setup, players) };
            app.play(&opened, terminal::now())
        }
        FirstScreen::Puzzles(choice) => {
            app.set_puzzles(&choice, terminal::now());
            Vec::new()
        }
        FirstScreen::OwnPuzzles(series) => {
            app.set_own_puzzles(*series);
            Vec::new()
        }
        FirstScreen::Open { record, path } => {
            let file = path.map_or(Ok(None), |path| library.claim(&path));
            let file = file.map_err(Failure::Unopened)?;
            app.load(Loaded { record: *record, file }, terminal::now())
        }
    };
    let ended =
        Session::open(options.opponent, options.patience)?.run(&mut app, &mut library, begun);
    library.close().map_err(Failure::Unsaved)?;
    Ok(ended?)
}

/// The names of the last time, or what people are called who have none.
fn names_of(settings: &Settings, is_alone: bool) -> [Name; 2] {
    let fallback = Settings::default().names;
    Side::BOTH.map(|side| {
        let name = settings.person(side, is_alone).parse();
        let name = name.or_else(|_| fallback[side.index()].parse());
        name.expect("a name by default is a name")
    })
}
