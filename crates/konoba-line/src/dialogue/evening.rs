//! A whole evening at one keyboard: who plays what, a game, its record, and perhaps another game.

use konoba_rules::{Record, Setup};
use konoba_scene::TextStyle;
use konoba_table::{Action, Event, Moment, Name, Seat, Table};

use super::interview::Interview;
use super::saving::{Saving, save, saved};
use super::talk::{Manner, Meaning, Talk, Voice};
use super::{loading, questions};
use crate::{Files, Unreadable};

/// What is settled before anybody is asked. What is settled here is not asked.
#[derive(Clone, Debug)]
pub struct Config {
    /// The game and how it is set up.
    pub setup: Setup,
    /// Whether the size is the one that somebody chose, rather than the default.
    pub size_is_chosen: bool,
    /// The names of those who play the first and the second side.
    pub names: Option<[Name; 2]>,
    /// A game to go on with. Its set-up counts, and its names where none are given.
    pub record: Option<Record>,
    /// The file in which the record is kept while the game is played.
    pub save: Option<String>,
    /// Whether people are asked, after the end, to play again.
    pub asks_again: bool,
    /// How boards are drawn.
    pub style: TextStyle,
}

impl Config {
    /// Everything is asked but the game, and nothing is saved.
    pub const fn new(setup: Setup) -> Self {
        Self {
            setup,
            size_is_chosen: false,
            names: None,
            record: None,
            save: None,
            asks_again: false,
            style: TextStyle::Unicode,
        }
    }
}

/// The dialogue of one keyboard. It takes lines and returns what is said, and knows nothing of where
/// they come from or go.
///
/// ```
/// use konoba_line::NoFiles;
/// use konoba_line::dialogue::{Config, Dialogue};
/// use konoba_rules::{GAMES, Setup};
/// use konoba_table::Moment;
/// let mut dialogue = Dialogue::new(Config::new(Setup::default_of(GAMES[0])), NoFiles);
/// let now = Moment::from_millis(0);
/// assert!(dialogue.open(now).ends_with("Size of the board, from 1 to 19? (empty: 11)\n"));
/// assert!(dialogue.answer("", now).starts_with("First player's name?"));
/// ```
#[derive(Clone, Debug)]
pub struct Dialogue<F> {
    files: F,
    saving: Saving,
    record: Option<Record>,
    manner: Manner,
    stage: Stage,
}

#[derive(Clone, Debug)]
enum Stage {
    Interview(Interview),
    Game(Box<Table>, Talk),
    Over(Option<Box<Table>>),
}

impl<F: Files> Dialogue<F> {
    /// A dialogue that may see these files.
    pub fn new(config: Config, files: F) -> Self {
        let stage = Stage::Interview(Interview::about(&config));
        let Config { record, save, asks_again, style, .. } = config;
        let manner = Manner { style, asks_again };
        Self { files, saving: Saving::new(save), record, manner, stage }
    }

    /// The welcome and the first question; to be said before any line is taken.
    pub fn open(&mut self, now: Moment) -> String {
        let Stage::Interview(interview) = &self.stage else { return String::new() };
        let welcome = questions::welcome(interview.setup.spec);
        format!("{welcome}\n{}", self.sit_down(now))
    }

    /// Takes a line and returns all that is said to it, up to the next question.
    pub fn answer(&mut self, line: &str, now: Moment) -> String {
        match &mut self.stage {
            Stage::Interview(interview) => {
                let said = interview.hear(line).unwrap_or_default();
                said + &self.sit_down(now)
            }
            Stage::Game(table, talk) => match talk.hear(table, line) {
                Meaning::Said(said) => said + &talk.question(table),
                Meaning::Act(seat, action) => self.act(seat, action, now),
                Meaning::Save(name) => match save(&mut self.files, &name, table) {
                    Ok(()) => saved(&name) + &talk.question(table),
                    Err(why) => format!("{why}\n{}", talk.question(table)),
                },
                Meaning::Load(name) => self.load(&name, now),
                Meaning::Quit => self.end(),
            },
            Stage::Over(_) => String::new(),
        }
    }

    /// Answers a line that is not text: the question is asked again.
    pub fn refuse(&mut self, unreadable: Unreadable) -> String {
        let question = match &self.stage {
            Stage::Interview(interview) => interview.question(),
            Stage::Game(table, talk) => talk.question(table),
            Stage::Over(_) => return String::new(),
        };
        format!("{}\n{question}", questions::unreadable(unreadable))
    }

    /// Nobody will say anything more.
    pub fn end(&mut self) -> String {
        let goodbye = || format!("{}\n", questions::GOODBYE);
        let (said, table) = match std::mem::replace(&mut self.stage, Stage::Over(None)) {
            Stage::Interview(_) => (goodbye(), None),
            // Of a game that is over it was said already.
            Stage::Game(table, _) if table.outcome().is_some() => (goodbye(), Some(table)),
            Stage::Game(table, _) => (self.saving.kept() + &goodbye(), Some(table)),
            Stage::Over(table) => (String::new(), table),
        };
        self.stage = Stage::Over(table);
        said
    }

    /// Whether everything has been said, so that further lines are ignored.
    pub const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over(_))
    }

    /// Why the record could not be kept in the file it should be in, if it is not there.
    pub fn unsaved(&self) -> Option<&str> {
        self.saving.failure()
    }

    /// The table, once the people sit at it; the last one after the end.
    pub fn table(&self) -> Option<&Table> {
        match &self.stage {
            Stage::Interview(_) => None,
            Stage::Game(table, _) => Some(table),
            Stage::Over(table) => table.as_deref(),
        }
    }

    /// Opens the table if all is known, or asks for what is not.
    fn sit_down(&mut self, now: Moment) -> String {
        let Stage::Interview(interview) = &self.stage else { return String::new() };
        let Some(opened) = interview.opened() else { return interview.question() };
        let events = match &self.record {
            Some(record) => loading::events(opened, record, now),
            None => opened.events(now),
        };
        self.begin(&events)
    }

    /// Begins a game at a new table with all that has happened there.
    fn begin(&mut self, events: &[Event]) -> String {
        let table = Table::replay(events).expect("events begin with the opening");
        let talk = Talk::new(Voice::Both, self.manner, &table);
        self.saving.next_game();
        self.stage = Stage::Game(Box::new(table), talk);
        self.go_on(events)
    }

    fn act(&mut self, seat: Seat, action: Action, now: Moment) -> String {
        let Stage::Game(table, talk) = &mut self.stage else { return String::new() };
        match table.decide(seat, action, now) {
            Err(refused) => {
                format!("{}\n{}", table.words().refused(&refused), talk.question(table))
            }
            Ok(events) => {
                events.iter().for_each(|event| table.apply(event));
                match table.next().map(|next| next.events(now)) {
                    Some(next) => talk.tell(table, &events) + &self.begin(&next),
                    None => self.go_on(&events),
                }
            }
        }
    }

    /// Tells what has happened, keeps it, and asks for what comes next.
    fn go_on(&mut self, events: &[Event]) -> String {
        let Stage::Game(table, talk) = &mut self.stage else { return String::new() };
        let mut text = talk.tell(table, events);
        text.push_str(&self.saving.keep(&mut self.files, table));
        if table.outcome().is_some() {
            text.push_str(&self.saving.kept());
        }
        text.push_str(&talk.question(table));
        if !talk.is_asking() {
            self.stage = Stage::Over(Some(table.clone()));
        }
        text
    }

    fn load(&mut self, name: &str, now: Moment) -> String {
        let Stage::Game(table, talk) = &self.stage else { return String::new() };
        match loading::load(&mut self.files, name, table.setup().spec) {
            Err(why) => format!("{why}\n{}", talk.question(table)),
            Ok(record) => {
                let opened = loading::seated(table.opening(), &record);
                self.begin(&loading::events(opened, &record, now))
            }
        }
    }
}
