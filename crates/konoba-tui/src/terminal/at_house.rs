//! The screens of a house elsewhere on a person's own terminal.

use std::io;
use std::time::Duration;

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{self, Event, KeyCode, KeyModifiers};
use crossterm::execute;
use konoba_scene::TextStyle;
use konoba_table::{Moment, Name};
use ratatui::layout::Size;

use super::{AT_ONCE, IS_LOST, Session};
use crate::{HouseApp, HouseEffect, HouseInput, HouseNews, HouseRequest, Look};

/// How often it is looked whether the house has told something.
const LISTENING: Duration = Duration::from_millis(50);

/// A house elsewhere. It is asked, and tells what comes of it in its own time.
pub trait FarHouse {
    /// Asks for something. It must not wait for the answer.
    fn ask(&mut self, request: HouseRequest);
    /// What was told since the last time.
    fn told(&mut self) -> Vec<HouseNews>;
    /// What the clock of the house shows.
    fn now(&self) -> Moment;
}

/// Takes the terminal for the screens of a house, until the person leaves.
pub fn run_at_house(house: &mut dyn FarHouse, name: &Name, ascii: bool) -> io::Result<()> {
    let mut look = Look::of(|name| std::env::var(name).ok());
    if ascii {
        look.style = TextStyle::Ascii;
    }
    let (width, height) = crossterm::terminal::size()?;
    let mut app = HouseApp::new(look, name, Size::new(width, height));
    let mut session = Session::open(None, Duration::ZERO)?;
    loop {
        let (width, height) = session.draw(|frame| app.draw(frame))?;
        let seen = HouseInput::Terminal(Event::Resize(width, height));
        for input in [seen].into_iter().chain(wait(house, &app)?) {
            for effect in app.handle(input, house.now()) {
                match effect {
                    HouseEffect::Quit => return Ok(()),
                    HouseEffect::Ask(request) => house.ask(request),
                    HouseEffect::Repaint => {
                        IS_LOST.store(true, std::sync::atomic::Ordering::Relaxed);
                    }
                    HouseEffect::Copy(text) => {
                        // The line is on the screen too, for terminals that do not take it.
                        let _ = execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text));
                    }
                }
            }
        }
    }
}

/// Waits until something has happened.
fn wait(house: &mut dyn FarHouse, app: &HouseApp) -> io::Result<Vec<HouseInput>> {
    let mut inputs = Vec::new();
    loop {
        if event::poll(LISTENING)? {
            inputs.extend(take(event::read()?));
            while inputs.len() < 256 && event::poll(AT_ONCE)? {
                inputs.extend(take(event::read()?));
            }
        }
        inputs.extend(house.told().into_iter().map(HouseInput::House));
        if app.is_ticking() {
            inputs.push(HouseInput::Tick);
        }
        if !inputs.is_empty() {
            return Ok(inputs);
        }
    }
}

/// Ctrl-Z stops the program, which the screens of a house cannot ask for.
fn take(event: Event) -> Option<HouseInput> {
    if let Event::Key(key) = &event
        && key.code == KeyCode::Char('z')
        && key.modifiers == KeyModifiers::CONTROL
    {
        #[cfg(unix)]
        super::signals::suspend();
        return None;
    }
    Some(HouseInput::Terminal(event))
}
