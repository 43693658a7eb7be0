//! Typing: points as they are written, and answers to questions.

use crossterm::event::{KeyCode, KeyEvent};
use konoba_rules::{Move, Point};
use konoba_table::Moment;

use super::{Dialog, Game};
use crate::house::HouseRequest;
use crate::input::Effect;
use crate::keys::{Act, MAX_TYPED, typed};

/// The place in a list of what is chosen by a letter.
fn place_of(letter: char) -> Option<usize> {
    ('a'..='z').position(|own| own == letter.to_ascii_lowercase())
}

impl Game {
    /// A key was pressed that the application has no other use for.
    pub(crate) fn key(&mut self, event: &KeyEvent, now: Moment) -> Vec<Effect> {
        if self.dialog.is_some() {
            return self.key_in_dialog(event, now);
        }
        if self.entry.is_some() {
            return self.key_in_entry(event, now);
        }
        let letter = self.letter.take();
        let Some(c) = typed(event) else {
            return Act::of(event).map_or_else(Vec::new, |act| self.act(act, now));
        };
        if let Some(piece) = self.setup().spec.piece_lettered(c).filter(|_| self.chooses_piece()) {
            self.piece = piece;
            return Vec::new();
        }
        if c.is_ascii_digit() {
            let begun = letter.map(|(letter, before)| {
                // The letter had moved the cursor and was not meant to.
                self.cursor = before;
                letter
            });
            self.type_on(begun.into_iter().chain([c]));
            return Vec::new();
        }
        let is_column = c.is_ascii_lowercase() && c < (b'a' + self.setup().size) as char;
        self.letter = is_column.then_some((c, self.cursor));
        match Act::of(event) {
            Some(act) => self.act(act, now),
            None if is_column => {
                self.type_on([c]);
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    /// Text was pasted.
    pub(crate) fn paste(&mut self, text: &str) {
        let clean = text.chars().filter(|c| !c.is_control()).take(MAX_TYPED);
        match &mut self.dialog {
            Some(Dialog::Save(path)) => path.write(clean),
            Some(_) => {}
            None => self.type_on(clean.collect::<Vec<_>>()),
        }
    }

    /// Adds to what is typed; the cursor shows which point is meant so far.
    fn type_on(&mut self, typed: impl IntoIterator<Item = char>) {
        self.letter = None;
        self.entry.get_or_insert_default().write(typed);
        self.point_out();
    }

    /// Puts the cursor on the point that is typed so far.
    fn point_out(&mut self) {
        let spec = self.setup().spec;
        let Some(entry) = &self.entry else { return };
        let size = self.table.setup().size;
        let at = Move::read(entry.value(), spec).ok().and_then(Move::point);
        self.cursor = at.filter(|at: &Point| at.is_on(size)).unwrap_or(self.cursor);
    }

    fn key_in_entry(&mut self, event: &KeyEvent, now: Moment) -> Vec<Effect> {
        let Some(entry) = &mut self.entry else { return Vec::new() };
        match event.code {
            KeyCode::Esc => self.entry = None,
            KeyCode::Up => self.recall(|at| at.saturating_sub(1)),
            KeyCode::Down => self.recall(|at| at + 1),
            KeyCode::Enter => {
                let text = self.entry.take().unwrap_or_default().value().to_owned();
                self.typed.retain(|earlier| *earlier != text);
                self.typed.push(text.clone());
                self.recalled = None;
                match Move::read(&text, self.setup().spec) {
                    Ok(mv) => return self.play(mv, now),
                    Err(_) => self
                        .warn(format!("'{text}' is not a move. Type a point, such as c4 or 3 4.")),
                }
            }
            _ if entry.key(event) => {
                self.letter = None;
                if entry.value().is_empty() && event.code == KeyCode::Backspace {
                    self.entry = None;
                }
                self.point_out();
            }
            _ => {
                // Any other key is meant for the board again.
                self.entry = None;
                return Act::of(event).map_or_else(Vec::new, |act| self.act(act, now));
            }
        }
        Vec::new()
    }

    /// Puts a move that was typed before into the line.
    fn recall(&mut self, step: impl Fn(usize) -> usize) {
        let at = step(self.recalled.unwrap_or(self.typed.len())).min(self.typed.len());
        let text = self.typed.get(at).cloned().unwrap_or_default();
        self.recalled = Some(at);
        self.entry = Some(text.into());
        self.point_out();
    }

    fn key_in_dialog(&mut self, event: &KeyEvent, now: Moment) -> Vec<Effect> {
        if let Some(Dialog::Save(path)) = &mut self.dialog {
            if event.code == KeyCode::Enter {
                return self.answer(true, now);
            }
            path.key(event);
            return Vec::new();
        }
        if self.dialog == Some(Dialog::Say) {
            let chosen = typed(event).and_then(|c| self.remarks.get(place_of(c)?));
            let Some(chosen) = chosen.map(|remark| remark.id.clone()) else { return Vec::new() };
            self.dialog = None;
            return vec![Effect::House(HouseRequest::Say(chosen))];
        }
        // A player who may swap has a choice to make, and can ask about it as about any other.
        let asks = matches!(Act::of(event), Some(Act::Hint | Act::Thoughts));
        match (typed(event).map(|c| c.to_ascii_lowercase()), Act::of(event)) {
            (Some('y'), _) => self.answer(true, now),
            (Some('n'), _) => self.answer(false, now),
            (_, Some(act)) if asks && self.dialog == Some(Dialog::Swap) => self.act(act, now),
            _ => Vec::new(),
        }
    }
}
