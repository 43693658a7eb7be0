//! The home screen: which game, how it is set up, who plays, and the games of before.

mod form;
mod order;
mod tables;

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent};
use konoba_rules::{Level, Setup, Side, Spec, games};
use konoba_table::{Name, Opened, Player, TimeControlError};

use crate::clocks::OFFERED;
use crate::house::{HouseRequest, TableLine};
use crate::input::Kept;
use crate::input_line::InputLine;
use crate::keys::{Act, MAX_TYPED, typed};
use crate::settings::{Settings, is_usual};

pub(crate) use form::Row;
pub(crate) use order::SortOrder;

/// The home screen.
pub(crate) struct Home {
    pub(crate) chosen: Settings,
    pub(crate) row: usize,
    /// The games that were kept; none before the folder was read.
    kept: Vec<Kept>,
    /// In which order they are listed.
    pub(crate) order: SortOrder,
    /// The clock as it is being typed, if it is.
    pub(crate) clock: Option<String>,
    /// The choice among them, while it is made.
    pub(crate) opening: Option<Opening>,
    pub(crate) warning: String,
    /// Whose names the person has written at.
    wrote_names: [bool; 2],
    /// The tables of the house, where the screen is at one.
    pub(crate) tables: Option<Vec<TableLine>>,
    /// What is waited for at the house, in a sentence.
    pub(crate) waiting: Option<String>,
}

/// A record is being chosen: a path that is typed, or one of the games that were kept.
#[derive(Default)]
pub(crate) struct Opening {
    pub(crate) path: InputLine,
    /// 0 is the path, and each game is one more.
    pub(crate) row: usize,
    /// Whether it was asked whether to delete the game of the row.
    is_deleting: bool,
}

/// What the person wants of the application.
pub(crate) enum HomeChoice {
    Play(Box<Opened>, Box<Settings>),
    /// Something of the house, with what was chosen on the way.
    House(HouseRequest, Box<Settings>),
    Open(PathBuf),
    Delete(PathBuf),
    Learn(&'static Spec),
    Puzzles(&'static Spec),
    Theme,
    Confirm,
    Quit,
}

/// What came of a key at a game of the list.
enum KeyAtKept {
    /// It is not for the game.
    NotTaken,
    /// It is done.
    Taken,
    Chooses(HomeChoice),
}

impl Home {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            chosen: settings.clone(),
            row: 0,
            kept: Vec::new(),
            order: SortOrder::default(),
            clock: None,
            opening: None,
            warning: String::new(),
            wrote_names: [false; 2],
            tables: None,
            waiting: None,
        }
    }

    /// The game that is chosen.
    pub(crate) fn spec(&self) -> &'static Spec {
        self.chosen.setup.spec
    }

    /// The game that can go on, the latest first.
    fn unfinished(&self) -> Option<&Kept> {
        self.kept.iter().filter(|kept| kept.is_unfinished).max_by_key(|kept| &kept.path)
    }

    /// What the game that can go on is called, if there is one.
    pub(crate) fn unfinished_title(&self) -> Option<&str> {
        let table = self.unfinished_table().map(|table| table.title.as_str());
        table.or_else(|| self.unfinished().map(|kept| kept.title.as_str()))
    }

    /// What can be opened, by its titles: games that were kept, or tables.
    pub(crate) fn titles(&self) -> Vec<String> {
        if let Some(tables) = &self.tables {
            return tables.iter().map(TableLine::shown).collect();
        }
        let title = |kept: &Kept| {
            let day = kept.day.as_deref().unwrap_or_default();
            let state = if kept.is_unfinished { ", unfinished" } else { "" };
            format!("{day:<12}{}{state}", kept.title)
        };
        self.kept.iter().map(title).collect()
    }

    /// How many of them there are.
    pub(crate) fn count(&self) -> usize {
        self.tables.as_ref().map_or(self.kept.len(), Vec::len)
    }

    /// The games that were kept are known now. The line that the person is on stays the same one,
    /// unless no key was touched yet: then it is the game that can go on.
    pub(crate) fn found(&mut self, kept: Vec<Kept>) {
        let (row, is_untouched) = (self.current(), self.row == 0);
        self.kept = kept;
        self.order.sort(&mut self.kept);
        let place = self.rows().iter().position(|other| *other == row);
        self.row = if is_untouched { 0 } else { place.unwrap_or_default() };
        let count = self.count();
        if let Some(opening) = &mut self.opening {
            opening.row = opening.row.min(count);
        }
    }

    /// The person is known under this name now, and has typed what for.
    pub(crate) fn set_name(&mut self, name: &Name) {
        self.chosen.names[0] = name.to_string();
        self.opening = None;
    }

    /// Goes to a line of the form.
    pub(crate) fn go_to(&mut self, row: Row) {
        let place = self.rows().iter().position(|other| *other == row);
        self.row = place.unwrap_or_default();
    }

    pub(crate) fn warn(&mut self, reason: String) {
        self.warning = reason;
    }

    /// Whether letters are text just now.
    pub(crate) fn is_writing(&self) -> bool {
        match &self.opening {
            Some(opening) => opening.row == 0,
            None => match self.current() {
                // At a house the second line is who is wanted as opponent.
                Row::Name(Side::Second) if self.tables.is_some() => false,
                Row::Name(side) => self.chosen.engines[side.index()].is_none(),
                _ => self.clock.is_some(),
            },
        }
    }

    pub(crate) fn leave(&mut self) {
        self.opening = None;
        self.clock = None;
        self.warning.clear();
    }

    pub(crate) fn paste(&mut self, text: &str) {
        if let Some(opening) = self.opening.as_mut().filter(|_| self.tables.is_some()) {
            // It can only be a code.
            opening.row = 0;
        }
        text.chars().filter(|c| !c.is_control()).take(MAX_TYPED).for_each(|c| self.write(c));
    }

    pub(crate) fn click(&mut self, row: usize) -> Option<HomeChoice> {
        let count = self.count();
        if let Some(opening) = &mut self.opening {
            opening.row = row.min(count);
            // The question was of the game that was chosen before.
            if std::mem::take(&mut opening.is_deleting) {
                self.warning.clear();
            }
            return if row == 0 { None } else { self.enter() };
        }
        if !self.settle_clock() {
            return None;
        }
        let is_again = self.row == row;
        self.row = row.min(self.rows().len() - 1);
        match self.current() {
            Row::Name(_) => None,
            Row::Game | Row::Variant | Row::Size | Row::Swap | Row::Clock => {
                if is_again {
                    self.change(1)
                } else {
                    None
                }
            }
            _ => self.enter(),
        }
    }

    /// A key at a game of the list, where games are sorted and deleted.
    fn key_at_kept(&mut self, key: &KeyEvent) -> KeyAtKept {
        let Some(opening) = self.opening.as_mut().filter(|_| self.tables.is_none()) else {
            return KeyAtKept::NotTaken;
        };
        let Some(kept) = opening.row.checked_sub(1).and_then(|kept| self.kept.get(kept)) else {
            return KeyAtKept::NotTaken;
        };
        if std::mem::take(&mut opening.is_deleting) {
            let is_yes = typed(key).is_some_and(|c| c.eq_ignore_ascii_case(&'y'));
            return match is_yes {
                true => KeyAtKept::Chooses(HomeChoice::Delete(kept.path.clone())),
                false => KeyAtKept::Taken,
            };
        }
        match key.code {
            KeyCode::Char('d') | KeyCode::Delete => {
                opening.is_deleting = true;
                self.warning = "Delete this game for good? y: yes, any other key: no".to_owned();
            }
            KeyCode::Char('s') => {
                self.order = self.order.next();
                self.order.sort(&mut self.kept);
            }
            _ => return KeyAtKept::NotTaken,
        }
        KeyAtKept::Taken
    }

    pub(crate) fn key(&mut self, key: &KeyEvent) -> Option<HomeChoice> {
        self.warning.clear();
        match self.key_at_kept(key) {
            KeyAtKept::NotTaken => {}
            KeyAtKept::Taken => return None,
            KeyAtKept::Chooses(choice) => return Some(choice),
        }
        let begins_clock = self.opening.is_none() && self.current() == Row::Clock;
        let begins_clock = begins_clock && typed(key).is_some_and(|c| c.is_ascii_digit());
        let is_text = self.is_writing() && typed(key).is_some() || begins_clock;
        let last = match &self.opening {
            Some(_) => self.count(),
            None => self.rows().len() - 1,
        };
        if self.is_writing() && key.code != KeyCode::Enter && self.edit(key) {
            return None;
        }
        match (key.code, Act::of(key)) {
            (KeyCode::Backspace, _) => self.erase(),
            (KeyCode::Enter, _) => return self.enter(),
            _ if is_text => self.write(typed(key).unwrap_or_default()),
            (KeyCode::Tab, _) | (_, Some(Act::Down)) => self.go(|row| (row + 1).min(last)),
            (KeyCode::BackTab, _) | (_, Some(Act::Up)) => self.go(|row| row.saturating_sub(1)),
            (_, Some(Act::Left)) => return self.change(-1),
            (_, Some(Act::Right)) => return self.change(1),
            (_, Some(Act::Play)) => return self.enter(),
            _ => {}
        }
        None
    }

    fn go(&mut self, step: impl Fn(usize) -> usize) {
        if !self.settle_clock() {
            return;
        }
        let row = self.opening.as_mut().map_or(&mut self.row, |opening| &mut opening.row);
        *row = step(*row);
    }

    /// A name that nobody has chosen makes room for the one that is being written.
    fn begin_name(&mut self, side: Side) {
        let (name, place) = (&mut self.chosen.names[side.index()], side.index());
        if !std::mem::replace(&mut self.wrote_names[place], true) && is_made_up(name) {
            name.clear();
        }
    }

    /// Edits what is being written, and tells whether the key does that. On the lines of the form arrows
    /// choose, and the caret is at the end.
    fn edit(&mut self, key: &KeyEvent) -> bool {
        let current = self.current();
        if let (None, Row::Name(side), Some(_)) = (&self.opening, current, typed(key)) {
            self.begin_name(side);
        }
        let text = match (&mut self.opening, current) {
            (Some(opening), _) => return opening.path.key(key),
            _ if matches!(key.code, KeyCode::Left | KeyCode::Right) => return false,
            (None, Row::Name(side)) => &mut self.chosen.names[side.index()],
            (None, _) => self.clock.get_or_insert_default(),
        };
        let mut line = InputLine::from(std::mem::take(text));
        let is_edited = line.key(key);
        *text = line.value().to_owned();
        is_edited
    }

    fn write(&mut self, c: char) {
        let current = self.current();
        let text = match (&mut self.opening, current) {
            (Some(opening), _) if opening.row == 0 => return opening.path.write([c]),
            (None, Row::Name(Side::Second)) if self.tables.is_some() => return,
            (None, Row::Name(side)) if self.chosen.engines[side.index()].is_none() => {
                self.begin_name(side);
                &mut self.chosen.names[side.index()]
            }
            (None, Row::Clock) => self.clock.get_or_insert_default(),
            _ => return,
        };
        if text.chars().count() < MAX_TYPED {
            text.push(c);
        }
    }

    fn erase(&mut self) {
        let current = self.current();
        match (&mut self.opening, current) {
            (Some(_), _) => None,
            (None, Row::Name(side)) => match self.chosen.engines[side.index()].take() {
                // Erasing the engine's name makes the seat a person's.
                Some(_) => None,
                None => self.chosen.names[side.index()].pop(),
            },
            (None, Row::Clock) => self.clock.get_or_insert_default().pop(),
            _ => None,
        };
    }

    /// Takes the clock that was typed, or says why it is none; tells whether none is left to take.
    fn settle_clock(&mut self) -> bool {
        let Some(text) = self.clock.take().filter(|text| !text.trim().is_empty()) else {
            return true;
        };
        match text.parse() {
            Ok(clock) => self.chosen.clock = clock,
            Err(error) => {
                self.warning = TimeControlError::to_string(&error);
                self.clock = Some(text);
            }
        }
        self.clock.is_none()
    }

    /// The next or the previous choice of the line.
    fn change(&mut self, by: isize) -> Option<HomeChoice> {
        let turned =
            |place: usize, count: usize| place.wrapping_add_signed(by).wrapping_add(count) % count;
        let setup = self.chosen.setup;
        match self.current() {
            Row::Game => {
                let place = games().iter().position(|spec| spec.id == setup.spec.id);
                let spec = games()[turned(place.unwrap_or_default(), games().len())];
                self.chosen.setup = Setup::default_of(spec);
            }
            Row::Variant => {
                let variant = turned(setup.variant.into(), setup.spec.variants.len());
                self.chosen.setup.variant = variant as u8;
            }
            Row::Size => {
                let size = setup.size.saturating_add_signed(by as i8);
                self.chosen.setup = setup.with_size(size).unwrap_or(setup);
            }
            Row::Swap => self.chosen.setup.pie ^= true,
            Row::Name(Side::First) if self.tables.is_some() => {}
            Row::Name(side) => {
                // A person, then the levels of the engine, the weakest first.
                let level = &mut self.chosen.engines[side.index()];
                let place = level.map_or(0, |level| level.place() + 1);
                let turned = turned(place, Level::all().len() + 1);
                *level = turned.checked_sub(1).and_then(|place| Level::all().nth(place));
            }
            Row::Clock => {
                self.clock = None;
                let place = OFFERED.iter().position(|clock| *clock == self.chosen.clock);
                let place = turned(place.unwrap_or_default(), OFFERED.len());
                self.chosen.clock = OFFERED[place];
            }
            Row::Theme => return Some(HomeChoice::Theme),
            Row::Confirm => return Some(HomeChoice::Confirm),
            _ => {}
        }
        None
    }

    /// Does what the line is for.
    fn enter(&mut self) -> Option<HomeChoice> {
        if self.tables.is_some() && self.opening.is_some() {
            let request = self.table_to_open()?;
            return Some(HomeChoice::House(request, Box::new(self.chosen.clone())));
        }
        if let Some(opening) = &self.opening {
            let path = match opening.row.checked_sub(1) {
                None => PathBuf::from(opening.path.value().trim()),
                Some(place) => self.kept.get(place)?.path.clone(),
            };
            return (!path.as_os_str().is_empty()).then_some(HomeChoice::Open(path));
        }
        match self.current() {
            Row::Continue if self.tables.is_some() => {
                let id = self.unfinished_table()?.id.clone();
                let request = HouseRequest::Visit(id, self.own_name()?);
                Some(HomeChoice::House(request, Box::new(self.chosen.clone())))
            }
            Row::Continue => Some(HomeChoice::Open(self.unfinished()?.path.clone())),
            Row::Name(_) => {
                self.row += 1;
                None
            }
            Row::Clock if self.clock.is_some() => {
                self.row += usize::from(self.settle_clock());
                None
            }
            Row::Open => {
                // At a house the first table is chosen; a code is typed in the line above it.
                self.opening =
                    Some(Opening { row: self.open_tables().min(1), ..Opening::default() });
                None
            }
            Row::Learn => Some(HomeChoice::Learn(self.spec())),
            Row::Puzzles => Some(HomeChoice::Puzzles(self.spec())),
            Row::Theme => Some(HomeChoice::Theme),
            Row::Confirm => Some(HomeChoice::Confirm),
            Row::Quit => Some(HomeChoice::Quit),
            Row::Game | Row::Variant | Row::Size | Row::Swap | Row::Clock | Row::Start => {
                self.start()
            }
        }
    }

    fn start(&mut self) -> Option<HomeChoice> {
        if self.tables.is_some() {
            let name = self.own_name()?;
            let Settings { setup, clock, engines, .. } = self.chosen;
            let level = engines[Side::Second.index()];
            let request = HouseRequest::Offer { name, setup, time: clock, level };
            return Some(HomeChoice::House(request, Box::new(self.chosen.clone())));
        }
        let mut players = Vec::new();
        let is_alone = self.chosen.engines.iter().any(Option::is_some);
        for side in Side::BOTH {
            if let Some(level) = self.chosen.engines[side.index()] {
                players.push(Player::engine(Name::of_engine(level), level));
                continue;
            }
            match self.chosen.person(side, is_alone).parse::<Name>() {
                Ok(name) => players.push(Player::person(name)),
                Err(error) => {
                    self.warning = error.to_string();
                    return None;
                }
            }
        }
        let players = players.try_into().expect("there are two names");
        let opened = Opened { time: self.chosen.clock, ..Opened::new(self.chosen.setup, players) };
        Some(HomeChoice::Play(Box::new(opened), Box::new(self.chosen.clone())))
    }
}

/// Whether a name is one that people are given who have chosen none: here, or by a house.
fn is_made_up(name: &str) -> bool {
    let number = name.strip_prefix("Guest ");
    let by_house = number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    by_house || is_usual(name)
}
