//! A line of text that a person writes, edited with the keys of readline.

use crossterm::event::{Event, KeyEvent};
use tui_input::backend::crossterm::to_input_request;
use tui_input::{Input, InputRequest};

use crate::keys::MAX_TYPED;

/// A line of text with a caret in it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct InputLine {
    text: String,
    /// How many characters are left of it.
    caret: usize,
}

impl InputLine {
    pub(crate) fn value(&self) -> &str {
        &self.text
    }

    /// Does what a key does to a line of text, and tells whether it does anything.
    pub(crate) fn key(&mut self, key: &KeyEvent) -> bool {
        let request = to_input_request(&Event::Key(*key));
        match request {
            // Control characters come from keys that are pressed with others, not from writing.
            Some(InputRequest::InsertChar(c)) if c.is_control() => return false,
            Some(InputRequest::InsertChar(c)) => self.write([c]),
            Some(request) => {
                let mut input = Input::new(std::mem::take(&mut self.text)).with_cursor(self.caret);
                input.handle(request);
                (self.text, self.caret) = (input.value().to_owned(), input.cursor());
            }
            None => return false,
        }
        true
    }

    /// Writes at the caret, as much as there is room for.
    pub(crate) fn write(&mut self, typed: impl IntoIterator<Item = char>) {
        let room = MAX_TYPED.saturating_sub(self.text.chars().count());
        for c in typed.into_iter().take(room) {
            let at = self.text.char_indices().nth(self.caret).map_or(self.text.len(), |(at, _)| at);
            self.text.insert(at, c);
            self.caret += 1;
        }
    }

    /// The text with its caret.
    pub(crate) fn shown(&self) -> String {
        let (before, after): (Vec<_>, Vec<_>) =
            self.text.chars().enumerate().partition(|(place, _)| *place < self.caret);
        let mark = if after.is_empty() { '_' } else { '|' };
        before
            .into_iter()
            .map(|(_, c)| c)
            .chain([mark])
            .chain(after.into_iter().map(|(_, c)| c))
            .collect()
    }
}

impl From<String> for InputLine {
    /// With the caret at the end.
    fn from(text: String) -> Self {
        Self { caret: text.chars().count(), text }
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyModifiers};

    use super::*;

    #[test]
    fn a_line_is_edited_like_in_a_shell() {
        let mut line = InputLine::from("games/ana luka".to_owned());
        let mut press = |keys: &str, shown: &str| {
            for key in keys.chars() {
                let (code, modifiers) = match key {
                    '<' => (KeyCode::Left, KeyModifiers::NONE),
                    '^' => (KeyCode::Delete, KeyModifiers::NONE),
                    '\x08' => (KeyCode::Backspace, KeyModifiers::NONE),
                    'A'..='Z' => (KeyCode::Char(key.to_ascii_lowercase()), KeyModifiers::CONTROL),
                    _ => (KeyCode::Char(key), KeyModifiers::NONE),
                };
                assert!(line.key(&KeyEvent::new(code, modifiers)), "{key}");
            }
            assert_eq!(line.shown(), shown);
        };
        press("W", "games/ana _");
        press("iva", "games/ana iva_");
        press("<<x\x08", "games/ana i|va");
        press("K", "games/ana i_");
        press("A^^", "|mes/ana i");
        press("ž", "ž|mes/ana i");
        press("EU", "_");
        assert!(!line.key(&KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
        line.write(std::iter::repeat_n('x', 2 * MAX_TYPED));
        assert_eq!(line.value().len(), MAX_TYPED);
    }
}
