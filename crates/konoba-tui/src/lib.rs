//! Konoba on the full screen of a terminal.
//!
//! [`App`] is pure: inputs change it, a frame shows it, and what is to be done outside it asks for
//! by effects. [`Session`] is the thin loop around it that owns the terminal, [`Library`] the
//! folder in which games are kept as they are played. Nothing here knows a game.

mod app;
mod clocks;
mod draw;
mod game;
mod home;
mod input;
mod keys;
mod library;
mod look;
mod picture;
mod saved;
mod settings;
mod terminal;
mod theme;

use std::io;
use std::path::PathBuf;

use konoba_rules::{Record, Setup};
use konoba_scene::TextStyle;
use konoba_table::{Name, Opened, Player};
use ratatui::layout::Size;

pub use app::App;
pub use input::{Effect, Input, Kept, Loaded};
pub use library::Library;
pub use look::Look;
pub use picture::svg;
pub use settings::Settings;
pub use terminal::Session;
pub use theme::{Colours, Depth, Theme};

/// What is seen first.
#[derive(Clone, Debug)]
pub enum Door {
    /// The home screen.
    Home,
    /// A new game.
    Play {
        /// The game and how it is set up.
        setup: Setup,
        /// Who plays the first side and who the second; those of the last time if not given.
        names: Option<[Name; 2]>,
    },
    /// A record: it goes on if it can.
    Open(Box<Record>),
}

/// How the full screen is opened.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is seen first.
    pub door: Door,
    /// Whether nothing but ASCII is drawn, whatever the terminal can do.
    pub ascii: bool,
    /// A file in which the record is kept while a game is played, beside the state folder.
    pub save: Option<PathBuf>,
}

impl Options {
    /// As the terminal can, and nothing kept outside the state folder.
    pub const fn new(door: Door) -> Self {
        Self { door, ascii: false, save: None }
    }
}

/// Takes the terminal until the person leaves.
pub fn run(options: Options) -> io::Result<()> {
    let library = Library::of_user().saving_to(options.save);
    let mut look = Look::of(|name| std::env::var(name).ok());
    if options.ascii {
        look.style = TextStyle::Ascii;
    }
    let settings = Settings::from_text(&library.settings());
    let (width, height) = crossterm::terminal::size()?;
    let mut app = App::new(look, settings.clone(), Size::new(width, height));
    match options.door {
        Door::Home => {}
        Door::Play { setup, names } => {
            let names = names.unwrap_or_else(|| names_of(&settings));
            let opened = Opened::new(setup, names.map(Player::person));
            app.play(&opened, terminal::now());
        }
        Door::Open(record) => {
            app.load(Loaded { record: *record, file: None }, terminal::now());
        }
    }
    Session::open()?.run(&mut app, &library)
}

/// The names of the last time, or what people are called who have none.
fn names_of(settings: &Settings) -> [Name; 2] {
    let fallback = Settings::default().names;
    [0, 1].map(|place| {
        let name = settings.names[place].parse().or_else(|_| fallback[place].parse());
        name.expect("a name by default is a name")
    })
}
