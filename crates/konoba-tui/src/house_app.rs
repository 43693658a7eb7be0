//! The same screens at the tables of a house, which decides and stores. They may run on another machine than
//! the person's, so their effects must not name files: [`HouseEffect`] has no field for one.

use crossterm::event::Event as TerminalEvent;
use konoba_table::{Moment, Name};
use ratatui::Frame;
use ratatui::layout::Size;

use crate::app::App;
use crate::house::{HouseNews, HouseRequest};
use crate::input::{Effect, Input};
use crate::look::Look;

/// Something that has happened to the screens at a house.
#[derive(Clone, Debug)]
pub enum HouseInput {
    /// At the terminal of the person.
    Terminal(TerminalEvent),
    /// At the house.
    House(HouseNews),
    /// Time has gone by.
    Tick,
}

/// What the screens at a house want done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HouseEffect {
    /// Ask the house for something.
    Ask(HouseRequest),
    /// Put text on the person's clipboard.
    Copy(String),
    /// Draw everything anew.
    Repaint,
    /// End.
    Quit,
}

/// The screens at the tables of a house.
pub struct HouseApp(App);

impl HouseApp {
    /// The home screen, for a person of this name.
    pub fn new(look: Look, name: &Name, size: Size) -> Self {
        Self(App::at_house(look, name, size))
    }

    /// Takes an input in and tells what is to be done.
    pub fn handle(&mut self, input: HouseInput, now: Moment) -> Vec<HouseEffect> {
        let input = match input {
            HouseInput::Terminal(TerminalEvent::Key(key)) => Input::Key(key),
            HouseInput::Terminal(TerminalEvent::Mouse(mouse)) => Input::Mouse(mouse),
            HouseInput::Terminal(TerminalEvent::Paste(text)) => Input::Paste(text),
            HouseInput::Terminal(TerminalEvent::Resize(width, height)) => {
                Input::Resize(width, height)
            }
            HouseInput::Terminal(TerminalEvent::FocusGained | TerminalEvent::FocusLost) => {
                return Vec::new();
            }
            HouseInput::House(news) => Input::House(news),
            HouseInput::Tick => Input::Tick,
        };
        self.0.handle(input, now).into_iter().filter_map(at_house).collect()
    }

    /// Shows itself.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        self.0.draw(frame);
    }

    /// Whether boards of the list of tables are on the screen, so that moves at other tables change it.
    pub fn shows_boards(&self) -> bool {
        self.0.shows_boards()
    }

    /// Whether the screen changes with time alone.
    pub fn is_ticking(&self) -> bool {
        self.0.is_ticking()
    }
}

/// What can be done at a house. Everything else is for the program of a person's own machine, and is not even
/// known outside.
fn at_house(effect: Effect) -> Option<HouseEffect> {
    match effect {
        Effect::House(request) => Some(HouseEffect::Ask(request)),
        Effect::Copy(text) => Some(HouseEffect::Copy(text)),
        Effect::Repaint => Some(HouseEffect::Repaint),
        Effect::Quit => Some(HouseEffect::Quit),
        Effect::Keep { .. }
        | Effect::Think(_)
        | Effect::Advise(_)
        | Effect::SeekMissed(_)
        | Effect::KeepSettings(_)
        | Effect::KeepSolved(_)
        | Effect::List
        | Effect::Open(_)
        | Effect::Delete(_)
        | Effect::Write { .. }
        | Effect::Suspend => None,
    }
}
