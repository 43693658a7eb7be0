//! A move that is typed at a board, as it is written: in a game, in a lesson, at a puzzle.

use crossterm::event::{KeyCode, KeyEvent};
use konoba_rules::{Move, Point, Setup};

use crate::input_line::InputLine;
use crate::keys::{Act, MAX_TYPED, typed};

/// What is being typed, if anything is.
#[derive(Default)]
pub(crate) struct MoveEntry {
    line: Option<InputLine>,
    /// The moves that were typed before, the latest last, and which of them is looked at.
    earlier: Vec<String>,
    recalled: Option<usize>,
    /// The letter that was pressed last and where the cursor was before: if a number follows, the
    /// letter was meant as that of a column.
    letter: Option<(char, Point)>,
}

/// What came of a key.
pub(crate) enum KeyAtEntry {
    /// It is not for a move that is typed.
    NotTaken,
    /// More is to be typed.
    Taken,
    /// This move is typed.
    Plays(Move),
    /// What is typed is no move, which is a sentence.
    NoMove(String),
}

impl MoveEntry {
    /// Whether letters are text just now.
    pub(crate) const fn is_open(&self) -> bool {
        self.line.is_some()
    }

    /// What is typed, with its caret.
    pub(crate) fn shown(&self) -> Option<String> {
        self.line.as_ref().map(InputLine::shown)
    }

    /// Begins to take a move.
    pub(crate) fn open(&mut self) {
        self.line = Some(InputLine::default());
    }

    /// Forgets what is typed, and tells whether there was something.
    pub(crate) fn close(&mut self) -> bool {
        self.letter = None;
        self.line.take().is_some()
    }

    /// A key was pressed at a board; `own` are the letters that do something else there. The cursor shows which point is
    /// meant so far.
    pub(crate) fn key(
        &mut self,
        event: &KeyEvent,
        (setup, own): (Setup, &str),
        cursor: &mut Point,
    ) -> KeyAtEntry {
        if self.line.is_some() {
            return self.key_in_line(event, setup, cursor);
        }
        let letter = self.letter.take();
        let Some(c) = typed(event).filter(|c| !own.contains(*c)) else {
            return KeyAtEntry::NotTaken;
        };
        if c.is_ascii_digit() {
            let begun = letter.map(|(letter, before)| {
                // The letter had moved the cursor and was not meant to.
                *cursor = before;
                letter
            });
            self.type_on(begun.into_iter().chain([c]), setup, cursor);
            return KeyAtEntry::Taken;
        }
        let is_column = c.is_ascii_lowercase() && c < (b'a' + setup.size) as char;
        self.letter = is_column.then_some((c, *cursor));
        if !is_column || Act::of(event).is_some() {
            return KeyAtEntry::NotTaken;
        }
        self.type_on([c], setup, cursor);
        KeyAtEntry::Taken
    }

    /// Text was pasted.
    pub(crate) fn paste(&mut self, text: &str, setup: Setup, cursor: &mut Point) {
        let clean = text.chars().filter(|c| !c.is_control()).take(MAX_TYPED);
        self.type_on(clean, setup, cursor);
    }

    fn type_on(&mut self, more: impl IntoIterator<Item = char>, setup: Setup, cursor: &mut Point) {
        self.letter = None;
        self.line.get_or_insert_default().write(more);
        self.point_out(setup, cursor);
    }

    /// Puts the cursor on the point that is typed so far.
    fn point_out(&self, setup: Setup, cursor: &mut Point) {
        let Some(line) = &self.line else { return };
        let at = Move::read(line.value(), setup.spec).ok().and_then(Move::point);
        *cursor = at.filter(|at: &Point| at.is_on(setup.size)).unwrap_or(*cursor);
    }

    fn key_in_line(&mut self, event: &KeyEvent, setup: Setup, cursor: &mut Point) -> KeyAtEntry {
        let Some(line) = &mut self.line else { return KeyAtEntry::NotTaken };
        match event.code {
            KeyCode::Esc => self.line = None,
            KeyCode::Up => self.recall(|at| at.saturating_sub(1)),
            KeyCode::Down => self.recall(|at| at + 1),
            KeyCode::Enter => return self.read(setup),
            _ if line.key(event) => {
                self.letter = None;
                if line.value().is_empty() && event.code == KeyCode::Backspace {
                    self.line = None;
                }
            }
            _ => {
                // Any other key is meant for the board again.
                self.line = None;
                return KeyAtEntry::NotTaken;
            }
        }
        self.point_out(setup, cursor);
        KeyAtEntry::Taken
    }

    /// Reads what is typed, and remembers it.
    fn read(&mut self, setup: Setup) -> KeyAtEntry {
        let text = self.line.take().unwrap_or_default().value().to_owned();
        self.earlier.retain(|earlier| *earlier != text);
        self.earlier.push(text.clone());
        self.recalled = None;
        match Move::read(&text, setup.spec) {
            Ok(mv) => KeyAtEntry::Plays(mv),
            Err(_) => {
                let says = format!("'{text}' is not a move. Type a point, such as c4 or 3 4.");
                KeyAtEntry::NoMove(says)
            }
        }
    }

    /// Puts a move that was typed before into the line.
    fn recall(&mut self, step: impl Fn(usize) -> usize) {
        let count = self.earlier.len();
        let at = step(self.recalled.unwrap_or(count)).min(count);
        let text = self.earlier.get(at).cloned().unwrap_or_default();
        self.recalled = Some(at);
        self.line = Some(text.into());
    }
}
