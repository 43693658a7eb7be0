//! A line as it is typed: characters, those that take characters back, and the many ways to end it.

use konoba_line::{MAX_LINE, Unreadable};

const END_OF_TRANSMISSION: u8 = 0x04;
const BACKSPACE: u8 = 0x08;
const TAB: u8 = b'\t';
const LINE_FEED: u8 = b'\n';
const CARRIAGE_RETURN: u8 = b'\r';
const KILL_LINE: u8 = 0x15;
const KILL_WORD: u8 = 0x17;
const ESCAPE: u8 = 0x1b;
const DELETE: u8 = 0x7f;

/// What came of a byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A line is whole; it is text, or cannot be read.
    Line(Result<String, Unreadable>),
    /// Nothing more will be typed.
    End,
}

/// What the last bytes have begun.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Begun {
    #[default]
    Nothing,
    /// A line ended with CR, and a LF or a NUL after it belongs to the same end.
    LineEnd,
    /// A key that types no character, such as an arrow: an ESC, perhaps with a `[` or an `O`.
    Key,
    LongKey,
}

/// The line that is being typed.
#[derive(Clone, Default, Debug)]
pub struct Typing {
    line: Vec<u8>,
    is_too_long: bool,
    /// Whether a key was pressed that types no character.
    has_key: bool,
    begun: Begun,
}

impl Typing {
    /// Takes a byte that was typed.
    pub fn take(&mut self, byte: u8) -> Option<Typed> {
        let begun = std::mem::take(&mut self.begun);
        match (begun, byte) {
            (Begun::LineEnd, LINE_FEED | 0) => return None,
            (_, LINE_FEED) => return Some(self.end_line()),
            (_, CARRIAGE_RETURN) => {
                self.begun = Begun::LineEnd;
                return Some(self.end_line());
            }
            (_, ESCAPE) => {
                self.begun = Begun::Key;
                self.has_key = true;
            }
            (Begun::Key, b'[' | b'O') => self.begun = Begun::LongKey,
            (Begun::Key, _) => {}
            // The letter or the tilde that ends it stands after numbers.
            (Begun::LongKey, b' '..=b'?') => self.begun = Begun::LongKey,
            (Begun::LongKey, _) => {}
            (_, BACKSPACE | DELETE) => self.erase_character(),
            (_, KILL_LINE) => self.erase_line(),
            (_, KILL_WORD) => self.erase_word(),
            (_, END_OF_TRANSMISSION) if self.line.is_empty() => return Some(Typed::End),
            (_, TAB) => self.push(b' '),
            // No other control character means anything in a line.
            (_, ..b' ') => {}
            (_, byte) => self.push(byte),
        }
        None
    }

    /// What is typed so far, which may end within a character.
    pub fn line(&self) -> &[u8] {
        &self.line
    }

    /// Takes the last character back, all the bytes of it.
    pub fn erase_character(&mut self) {
        while self.line.pop().is_some_and(is_continuation) {}
    }

    /// Takes the whole line back.
    pub fn erase_line(&mut self) {
        self.line.clear();
        self.is_too_long = false;
        self.has_key = false;
    }

    /// Takes the last word back, and what is empty behind it.
    fn erase_word(&mut self) {
        let end = self.line.trim_ascii_end();
        let word = end.iter().rev().take_while(|byte| **byte != b' ').count();
        self.line.truncate(end.len() - word);
    }

    /// What is beyond the longest line is not kept, and what was cut off cannot be taken back: the
    /// line stays too long until it ends.
    fn push(&mut self, byte: u8) {
        if self.line.len() < MAX_LINE { self.line.push(byte) } else { self.is_too_long = true }
    }

    fn end_line(&mut self) -> Typed {
        let line = std::mem::take(&mut self.line);
        // An empty line means something; one with an arrow key in it was not meant to be empty.
        if std::mem::take(&mut self.has_key) && line.is_empty() {
            self.is_too_long = false;
            return Typed::Line(Err(Unreadable::OnlyKeys));
        }
        if std::mem::take(&mut self.is_too_long) {
            return Typed::Line(Err(Unreadable::TooLong));
        }
        Typed::Line(String::from_utf8(line).map_err(|_| Unreadable::NotText))
    }
}

/// Whether a byte goes on with a character of UTF-8 that began before it.
const fn is_continuation(byte: u8) -> bool {
    byte & 0b1100_0000 == 0b1000_0000
}
