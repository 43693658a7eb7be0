//! The home screen: which game, how it is set up, who plays, and the games of before.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent};
use konoba_rules::{GAMES, Setup, Side, Spec};
use konoba_table::{Name, Opened, Player};

use crate::clocks;
use crate::input::Kept;
use crate::keys::{Act, typed};
use crate::settings::Settings;

/// More than this is not typed, only pasted by mistake.
const MAX_TYPED: usize = 256;

/// The home screen.
pub(crate) struct Home {
    pub(crate) chosen: Settings,
    pub(crate) row: usize,
    /// The games that were kept; none before anybody has looked.
    kept: Vec<Kept>,
    /// The choice among them, while it is made.
    pub(crate) opening: Option<Opening>,
    pub(crate) warning: String,
}

/// A record is being chosen: a path that is typed, or one of the games that were kept.
#[derive(Default)]
pub(crate) struct Opening {
    pub(crate) path: String,
    /// 0 is the path, and each game is one more.
    pub(crate) row: usize,
}

/// A line of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Row {
    Continue,
    Game,
    Variant,
    Size,
    Swap,
    Name(Side),
    Clock,
    Start,
    Open,
    Theme,
    Confirm,
    Quit,
}

/// What the person wants of the application.
pub(crate) enum Wish {
    Play(Box<Opened>, Box<Settings>),
    Open(PathBuf),
    Theme,
    Confirm,
    Quit,
}

impl Home {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            chosen: settings.clone(),
            row: 0,
            kept: Vec::new(),
            opening: None,
            warning: String::new(),
        }
    }

    /// The game that is chosen.
    pub(crate) fn spec(&self) -> &'static Spec {
        self.chosen.setup.spec
    }

    /// The lines that the game needs.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let spec = self.spec();
        let rows = [
            (self.unfinished().is_some(), Row::Continue),
            (true, Row::Game),
            (!spec.variants.is_empty(), Row::Variant),
            (!spec.sizes.is_fixed(), Row::Size),
            (spec.has_pie, Row::Swap),
            (true, Row::Name(Side::First)),
            (true, Row::Name(Side::Second)),
            (true, Row::Clock),
            (true, Row::Start),
            (true, Row::Open),
            (true, Row::Theme),
            (true, Row::Confirm),
            (true, Row::Quit),
        ];
        rows.into_iter().filter(|(is_there, _)| *is_there).map(|(_, row)| row).collect()
    }

    /// The line that the keys are for.
    pub(crate) fn current(&self) -> Row {
        let rows = self.rows();
        rows[self.row.min(rows.len() - 1)]
    }

    /// The game that can go on, the latest first.
    pub(crate) fn unfinished(&self) -> Option<&Kept> {
        self.kept.iter().find(|kept| kept.is_unfinished)
    }

    /// Every game that was kept.
    pub(crate) fn kept(&self) -> &[Kept] {
        &self.kept
    }

    /// The games that were kept are known now. The line that the person is on stays the same one,
    /// unless nobody has touched a key yet: then it is the game that can go on.
    pub(crate) fn found(&mut self, kept: Vec<Kept>) {
        let (row, is_untouched) = (self.current(), self.row == 0);
        self.kept = kept;
        let place = self.rows().iter().position(|other| *other == row);
        self.row = if is_untouched { 0 } else { place.unwrap_or_default() };
    }

    pub(crate) fn warn(&mut self, reason: String) {
        self.warning = reason;
    }

    /// Whether letters are text just now.
    pub(crate) fn is_writing(&self) -> bool {
        match &self.opening {
            Some(opening) => opening.row == 0,
            None => matches!(self.current(), Row::Name(_)),
        }
    }

    pub(crate) fn leave(&mut self) {
        self.opening = None;
        self.warning.clear();
    }

    pub(crate) fn paste(&mut self, text: &str) {
        text.chars().filter(|c| !c.is_control()).take(MAX_TYPED).for_each(|c| self.write(c));
    }

    pub(crate) fn click(&mut self, row: usize) -> Option<Wish> {
        if let Some(opening) = &mut self.opening {
            opening.row = row.min(self.kept.len());
            return if row == 0 { None } else { self.enter() };
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

    pub(crate) fn key(&mut self, key: &KeyEvent) -> Option<Wish> {
        self.warning.clear();
        let is_text = self.is_writing() && typed(key).is_some();
        let last = match &self.opening {
            Some(_) => self.kept.len(),
            None => self.rows().len() - 1,
        };
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
        let row = self.opening.as_mut().map_or(&mut self.row, |opening| &mut opening.row);
        *row = step(*row);
    }

    fn write(&mut self, c: char) {
        let current = self.current();
        let text = match (&mut self.opening, current) {
            (Some(opening), _) if opening.row == 0 => &mut opening.path,
            (None, Row::Name(side)) => &mut self.chosen.names[side.index()],
            _ => return,
        };
        if text.chars().count() < MAX_TYPED {
            text.push(c);
        }
    }

    fn erase(&mut self) {
        let current = self.current();
        match (&mut self.opening, current) {
            (Some(opening), _) => opening.path.pop(),
            (None, Row::Name(side)) => self.chosen.names[side.index()].pop(),
            _ => None,
        };
    }

    /// The next or the previous choice of the line.
    fn change(&mut self, by: isize) -> Option<Wish> {
        let turned =
            |place: usize, count: usize| place.wrapping_add_signed(by).wrapping_add(count) % count;
        let setup = self.chosen.setup;
        match self.current() {
            Row::Game => {
                let place = GAMES.iter().position(|spec| spec.id == setup.spec.id);
                let spec = GAMES[turned(place.unwrap_or_default(), GAMES.len())];
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
            Row::Clock => self.chosen.clock = turned(self.chosen.clock, clocks::COUNT),
            Row::Theme => return Some(Wish::Theme),
            Row::Confirm => return Some(Wish::Confirm),
            _ => {}
        }
        None
    }

    /// Does what the line is for.
    fn enter(&mut self) -> Option<Wish> {
        if let Some(opening) = &self.opening {
            let path = match opening.row.checked_sub(1) {
                None => PathBuf::from(opening.path.trim()),
                Some(place) => self.kept.get(place)?.path.clone(),
            };
            return (!path.as_os_str().is_empty()).then_some(Wish::Open(path));
        }
        match self.current() {
            Row::Continue => Some(Wish::Open(self.unfinished()?.path.clone())),
            Row::Name(_) => {
                self.row += 1;
                None
            }
            Row::Open => {
                self.opening = Some(Opening::default());
                None
            }
            Row::Theme => Some(Wish::Theme),
            Row::Confirm => Some(Wish::Confirm),
            Row::Quit => Some(Wish::Quit),
            Row::Game | Row::Variant | Row::Size | Row::Swap | Row::Clock | Row::Start => {
                self.start()
            }
        }
    }

    fn start(&mut self) -> Option<Wish> {
        let mut players = Vec::new();
        for name in &self.chosen.names {
            match name.parse::<Name>() {
                Ok(name) => players.push(Player::person(name)),
                Err(error) => {
                    self.warning = error.to_string();
                    return None;
                }
            }
        }
        let players = players.try_into().expect("there are two names");
        let opened = Opened {
            time: clocks::control(self.chosen.clock),
            ..Opened::new(self.chosen.setup, players)
        };
        Some(Wish::Play(Box::new(opened), Box::new(self.chosen.clone())))
    }
}
