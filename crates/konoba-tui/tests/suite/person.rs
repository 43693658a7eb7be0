//! A person at the application.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use konoba_rules::Record;
use konoba_scene::TextStyle;
use konoba_table::{Moment, Opened, Player, Recorded, TimeControl};
use konoba_tui::{App, Colours, Depth, Effect, Input, Look, Settings};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Size;

pub(crate) struct Person {
    pub(crate) app: App,
    pub(crate) size: (u16, u16),
    pub(crate) now: u64,
    pub(crate) effects: Vec<Effect>,
}

impl Person {
    /// At the home screen, with a look without colours.
    pub(crate) fn at_home(size: (u16, u16)) -> Self {
        Self::looking(size, look(Depth::None, TextStyle::Unicode))
    }

    pub(crate) fn looking(size: (u16, u16), look: Look) -> Self {
        let app = App::new(look, Settings::default(), Size::new(size.0, size.1));
        Self { app, size, now: 0, effects: Vec::new() }
    }

    /// In a game between Ana and Luka.
    pub(crate) fn playing(size: (u16, u16), game: &str) -> Self {
        Self::at_home(size).begin(game, TimeControl::None)
    }

    pub(crate) fn begin(mut self, game: &str, time: TimeControl) -> Self {
        let players = ["Ana", "Luka"].map(|name| Player::person(name.parse().unwrap()));
        let opened = Opened { time, ..Opened::new(game.parse().unwrap(), players) };
        self.app.play(&opened, Moment::from_millis(self.now));
        self
    }

    pub(crate) fn input(&mut self, input: Input) {
        self.effects.extend(self.app.handle(input, Moment::from_millis(self.now)));
    }

    /// Presses keys; some have names.
    pub(crate) fn press(&mut self, keys: &str) -> &mut Self {
        for key in keys.chars() {
            let code = match key {
                '\n' => KeyCode::Enter,
                '\x1b' => KeyCode::Esc,
                '\x08' => KeyCode::Backspace,
                letter => KeyCode::Char(letter),
            };
            self.input(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        }
        self
    }

    /// Types moves.
    pub(crate) fn play(&mut self, moves: &str) -> &mut Self {
        for mv in moves.split_whitespace() {
            self.press(&format!(":{mv}\n"));
        }
        self
    }

    pub(crate) fn click(&mut self, column: u16, row: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        self.input(Input::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    /// The record that was kept last.
    pub(crate) fn kept(&self) -> Record {
        let sgf = self.effects.iter().rev().find_map(|effect| match effect {
            Effect::Keep { sgf, .. } => Some(sgf),
            _ => None,
        });
        Record::from_sgf(sgf.unwrap().as_bytes()).unwrap()
    }

    /// The moves of the game in it.
    pub(crate) fn moves(&self) -> String {
        let record = self.kept();
        let spec = record.setup().spec;
        let nodes = Recorded::of(&record).nodes().to_vec();
        let moves = nodes.into_iter().filter_map(|id| record.node(id).mv());
        moves.map(|mv| mv.written(spec).to_string()).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn buffer(&self) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(self.size.0, self.size.1)).unwrap();
        terminal.draw(|frame| self.app.draw(frame)).unwrap();
        terminal.backend().buffer().clone()
    }

    pub(crate) fn screen(&self) -> String {
        let buffer = self.buffer();
        let row = |y| {
            let cells = (0..self.size.0).map(|x| buffer[(x, y)].symbol());
            cells.collect::<String>().trim_end().to_owned()
        };
        (0..self.size.1).map(row).collect::<Vec<_>>().join("\n")
    }

    /// Whether a text is on the screen, broken over lines or not.
    pub(crate) fn sees(&self, text: &str) -> bool {
        let flat = |text: &str| {
            let text = text.replace('│', " ");
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        flat(&self.screen()).contains(&flat(text))
    }

    /// Whether a text is on the screen in a column of its own, where it may be broken over lines.
    pub(crate) fn reads(&self, text: &str) -> bool {
        let screen = self.screen();
        let lines: Vec<Vec<char>> = screen.lines().map(|line| line.chars().collect()).collect();
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let wanted = words(text);
        (0..usize::from(self.size.0)).any(|column| {
            let from_here = lines.iter().flat_map(|line| line.iter().skip(column).chain(&[' ']));
            let shown = words(&from_here.collect::<String>());
            shown.windows(wanted.len()).any(|part| part == wanted)
        })
    }

    /// The place of a text on the screen.
    pub(crate) fn find(&self, text: &str) -> (u16, u16) {
        let screen = self.screen();
        let place = screen.lines().enumerate().find_map(|(y, line)| {
            let byte = line.find(text)?;
            Some((line[..byte].chars().count() as u16, y as u16))
        });
        place.unwrap_or_else(|| panic!("{text} is not on the screen:\n{screen}"))
    }
}

pub(crate) fn look(depth: Depth, style: TextStyle) -> Look {
    Look { colours: Colours { depth, ..Colours::default() }, style }
}
