//! Playing at one keyboard: who plays what, a game, its record, and perhaps another game.

use std::time::Duration;

use konoba_rules::Record;
use konoba_scene::{Advice, Sentences};
use konoba_table::{Action, Event, Moment, Saving, Seat, Table};

use super::config::Config;
use super::interview::Interview;
use super::manner::Manner;
use super::meaning::Meaning;
use super::saving::{self, keep, keep_at_last, save, saved};
use super::talk::{Talk, Voice};
use super::{loading, questions, thoughts};
use crate::{Files, Unreadable};

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
    saving: Option<Saving>,
    /// The record that the game goes on from, with the comments and variations that are saved with it.
    loaded: Option<Record>,
    manner: Manner,
    gives_hints: bool,
    /// What the player waits for who has asked the engine.
    wanted: Option<AdviceKind>,
    /// The file of which it was asked whether to replace it.
    overwriting: Option<String>,
    /// Where the game is kept that has no file of the person's choice, or that it could not be.
    kept: Kept,
    stage: Stage,
}

/// Where a game is kept without having been asked to.
#[derive(Clone, Debug)]
enum Kept {
    Nowhere,
    In(String),
    /// That was said already.
    Failed,
}

/// What the player has asked the engine for.
#[derive(Clone, Copy, Debug)]
enum AdviceKind {
    /// A move.
    Hint,
    /// Where it looks.
    Thoughts,
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
        let Config { gives_hints, record, save, asks_again, showing, style, .. } = config;
        let manner = Manner { showing, style, asks_again };
        let saving = save.map(Saving::to);
        Self {
            files,
            saving,
            loaded: record,
            manner,
            gives_hints,
            wanted: None,
            overwriting: None,
            kept: Kept::Nowhere,
            stage,
        }
    }

    /// The welcome and the first question; to be said before any line is taken.
    pub fn open(&mut self, now: Moment) -> String {
        let Stage::Interview(interview) = &self.stage else { return String::new() };
        let welcome = questions::welcome(interview.setup.spec);
        format!("{welcome}\n{}", self.sit_down(now))
    }

    /// Takes a line and returns all that is said to it, up to the next question.
    pub fn answer(&mut self, line: &str, now: Moment) -> String {
        // Whatever is said after the time is up is said in a game that is over.
        let fallen = self.tick(now);
        if !fallen.is_empty() {
            return fallen;
        }
        if let Some(name) = self.overwriting.take() {
            return self.hear_overwriting(&name, line);
        }
        match &mut self.stage {
            Stage::Interview(interview) => {
                let said = interview.hear(line).unwrap_or_default();
                said + &self.sit_down(now)
            }
            Stage::Game(table, talk) => match talk.hear(table, line, now) {
                Meaning::Said(said) => said + &talk.question(table),
                Meaning::Act(seat, action) => self.act(seat, action, now),
                Meaning::Hint | Meaning::Thoughts if !self.gives_hints => {
                    format!("{}\n{}", questions::NO_HINTS, talk.question(table))
                }
                Meaning::Hint => self.ask_engine(AdviceKind::Hint),
                Meaning::Thoughts => self.ask_engine(AdviceKind::Thoughts),
                Meaning::Save(name) if self.files.asks_before(&name) => {
                    let question = saving::overwrite(&name);
                    self.overwriting = Some(name);
                    question
                }
                Meaning::Save(name) => {
                    match save(&mut self.files, &name, table, self.loaded.as_ref()) {
                        Ok(()) => saved(&name) + &talk.question(table),
                        Err(why) => format!("{why}\n{}", talk.question(table)),
                    }
                }
                Meaning::Load(name) => self.load(&name, now),
                Meaning::Quit => self.end(),
            },
            Stage::Over(_) => String::new(),
        }
    }

    /// A person has answered whether a file is to be replaced. What is neither yes nor no replaces nothing.
    fn hear_overwriting(&mut self, name: &str, line: &str) -> String {
        let Stage::Game(table, talk) = &mut self.stage else { return String::new() };
        let said = match questions::yes_or_no(line.trim()) {
            Some(true) => match save(&mut self.files, name, table, self.loaded.as_ref()) {
                Ok(()) => saved(name),
                Err(why) => format!("{why}\n"),
            },
            Some(false) | None => saving::left_alone(name),
        };
        said + &talk.question(table)
    }

    /// Another question is asked now: an answer to it must not replace a file.
    fn overwrite_no_more(&mut self) -> String {
        self.overwriting.take().map_or_else(String::new, |name| saving::left_alone(&name))
    }

    /// Answers a line that is not text: the question is asked again.
    pub fn refuse(&mut self, unreadable: Unreadable) -> String {
        if let (Stage::Game(..), Some(name)) = (&self.stage, &self.overwriting) {
            return format!("{unreadable}\n{}", saving::overwrite(name));
        }
        let question = match &mut self.stage {
            Stage::Interview(interview) => interview.question(),
            Stage::Game(table, talk) => talk.question(table),
            Stage::Over(_) => return String::new(),
        };
        format!("{unreadable}\n{question}")
    }

    /// Tells that the time of the player to move is up or that little is left, if so; nothing else happens by itself.
    pub fn tick(&mut self, now: Moment) -> String {
        let Stage::Game(table, talk) = &mut self.stage else { return String::new() };
        let Ok(events) = table.flag(now) else { return talk.warn(table, now) };
        events.iter().for_each(|event| table.apply(event));
        self.go_on(&events, now)
    }

    /// How long to wait before something happens by itself; none if nothing does.
    pub fn patience(&self, now: Moment) -> Option<Duration> {
        let Stage::Game(table, talk) = &self.stage else { return None };
        let until_end = table.deadline()?.since(now);
        Some(talk.warns_in(table, now).map_or(until_end, |until| until.min(until_end)))
    }

    /// The table at which the engine has to think; none where a person is asked.
    /// What comes of it is told by [`Dialogue::reply`]; until then lines are heard as before.
    pub fn thinking(&self) -> Option<&Table> {
        let Stage::Game(table, _) = &self.stage else { return None };
        let seat = table.seat_to_move()?;
        table.player(seat).is_engine().then_some(table)
    }

    /// Does what the engine has chosen.
    pub fn reply(&mut self, action: Action, now: Moment) -> String {
        match self.thinking().and_then(Table::seat_to_move) {
            Some(seat) => self.act(seat, action, now),
            None => String::new(),
        }
    }

    /// The table at which the player waits for what the engine thinks, to be told by
    /// [`Dialogue::advise`].
    pub fn hinting(&self) -> Option<&Table> {
        self.table().filter(|table| self.wanted.is_some() && !table.is_over())
    }

    /// Tells what the engine thinks to the player who waits for it.
    pub fn advise(&mut self, advice: &Advice) -> String {
        let (wanted, left_alone) = (self.wanted.take(), self.overwrite_no_more());
        let Stage::Game(table, talk) = &mut self.stage else { return String::new() };
        let looks = match wanted {
            Some(AdviceKind::Thoughts) => thoughts::told(table.scene(), advice, talk.manner()),
            Some(AdviceKind::Hint) | None => String::new(),
        };
        let hint = Sentences::of(table.setup()).advice(advice);
        format!("{left_alone}{looks}{hint}\n{}", talk.question(table))
    }

    /// The input has ended.
    pub fn end(&mut self) -> String {
        let goodbye = || format!("{}\n", questions::GOODBYE);
        let (said, table) = match std::mem::replace(&mut self.stage, Stage::Over(None)) {
            Stage::Interview(_) => (goodbye(), None),
            Stage::Game(table, _) => {
                let saving = self.saving.as_mut();
                let loaded = self.loaded.as_ref();
                let kept =
                    saving.map(|saving| keep_at_last(saving, &mut self.files, &table, loaded));
                let to_go_on = match &self.kept {
                    Kept::In(file) if !table.is_over() => saving::to_go_on(file, &table),
                    _ => String::new(),
                };
                (kept.unwrap_or_default() + &to_go_on + &goodbye(), Some(table))
            }
            Stage::Over(table) => (String::new(), table),
        };
        self.stage = Stage::Over(table);
        said
    }

    /// Whether everything has been said, so that further lines are ignored.
    pub const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over(_))
    }

    /// Why a record could not be kept in the file it should be in, if it is not there.
    pub fn unsaved(&self) -> Option<&str> {
        self.saving.as_ref().and_then(Saving::failure)
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
        let loaded = self.loaded.take();
        let events = match &loaded {
            Some(record) => opened.events_of(record, now),
            None => opened.events(now),
        };
        self.begin(&events, loaded, now)
    }

    /// Begins a game at a new table with all that has happened there, perhaps in a record.
    fn begin(&mut self, events: &[Event], loaded: Option<Record>, now: Moment) -> String {
        let table = Table::replay(events).expect("events begin with the opening");
        // What the people have chosen for one game holds for the next.
        if let Stage::Game(_, before) = &self.stage {
            self.manner = before.manner();
        }
        let talk = Talk::new(Voice::Both, self.manner, &table);
        let mut text = String::new();
        if let (Stage::Game(before, _), Some(saving)) = (&self.stage, &mut self.saving) {
            if saving.is_behind() {
                text = keep(saving, &mut self.files, before, self.loaded.as_ref());
            }
            saving.next_game(|file| self.files.asks_before(file));
        }
        self.loaded = loaded;
        self.stage = Stage::Game(Box::new(table), talk);
        text + &self.go_on(events, now)
    }

    /// Nothing is said until the engine has thought.
    fn ask_engine(&mut self, wanted: AdviceKind) -> String {
        self.wanted = Some(wanted);
        String::new()
    }

    fn act(&mut self, seat: Seat, action: Action, now: Moment) -> String {
        let Stage::Game(table, talk) = &mut self.stage else { return String::new() };
        match table.decide(seat, action, now) {
            Err(refused) => {
                format!("{}\n{}", talk.words(table).refused(&refused), talk.question(table))
            }
            Ok(events) => {
                events.iter().for_each(|event| table.apply(event));
                match table.next().map(|next| next.events(now)) {
                    Some(next) => talk.tell(table, &events, now) + &self.begin(&next, None, now),
                    None => self.go_on(&events, now),
                }
            }
        }
    }

    /// Tells what has happened, keeps it, and asks for what comes next.
    fn go_on(&mut self, events: &[Event], now: Moment) -> String {
        let left_alone = self.overwrite_no_more();
        let Stage::Game(table, talk) = &mut self.stage else { return String::new() };
        let mut text = left_alone + &talk.tell(table, events, now);
        if let Some(saving) = &mut self.saving {
            text.push_str(&keep(saving, &mut self.files, table, self.loaded.as_ref()));
        }
        if !table.history().is_empty() {
            let had_failed = matches!(self.kept, Kept::Failed);
            let sgf = saving::whole_record(table, self.loaded.as_ref()).to_sgf();
            self.kept = match self.files.keep(&saving::kept_name(table), &sgf) {
                Ok(file) => file.map_or(Kept::Nowhere, Kept::In),
                Err(why) => {
                    if !had_failed {
                        text.push_str(&format!("{why}\n"));
                    }
                    Kept::Failed
                }
            };
        }
        text.push_str(&talk.question(table));
        if !talk.is_asking() && table.seat_to_move().is_none() {
            self.stage = Stage::Over(Some(table.clone()));
        }
        text
    }

    fn load(&mut self, name: &str, now: Moment) -> String {
        let Stage::Game(table, talk) = &mut self.stage else { return String::new() };
        match loading::load(&mut self.files, name, table.setup().spec) {
            Err(why) => format!("{why}\n{}", talk.question(table)),
            Ok(record) => {
                let opened = loading::seated(table.opening(), &record);
                let events = opened.events_of(&record, now);
                self.begin(&events, Some(record), now)
            }
        }
    }
}
