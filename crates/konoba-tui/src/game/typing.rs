//! Typing: moves, and answers to questions.

use crossterm::event::{KeyCode, KeyEvent};
use konoba_table::Moment;

use super::{Dialog, Game};
use crate::house::HouseRequest;
use crate::input::Effect;
use crate::keys::{Act, MAX_TYPED, typed};
use crate::move_entry::KeyAtEntry;

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
        let letter = typed(event).filter(|_| self.chooses_piece() && !self.entry.is_open());
        if let Some(piece) = letter.and_then(|c| self.setup().spec.piece_lettered(c)) {
            self.entry.close();
            self.piece = piece;
            return Vec::new();
        }
        let setup = self.setup();
        match self.entry.key(event, (setup, ""), &mut self.cursor) {
            KeyAtEntry::NotTaken => Act::of(event).map_or_else(Vec::new, |act| self.act(act, now)),
            KeyAtEntry::Taken => Vec::new(),
            KeyAtEntry::Plays(mv) => self.play(mv, now),
            KeyAtEntry::NoMove(says) => {
                self.warn(says);
                Vec::new()
            }
        }
    }

    /// Text was pasted.
    pub(crate) fn paste(&mut self, text: &str) {
        match &mut self.dialog {
            Some(Dialog::Save(path)) => {
                path.write(text.chars().filter(|c| !c.is_control()).take(MAX_TYPED));
            }
            Some(_) => {}
            None => self.entry.paste(text, self.table.setup(), &mut self.cursor),
        }
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
            self.dialog = self.withheld.take();
            return vec![Effect::House(HouseRequest::Say(chosen))];
        }
        // A player who may swap has a choice to make, and can ask about it as about any other.
        let asks = matches!(Act::of(event), Some(Act::Hint | Act::Thoughts)) && self.has_hints();
        match (typed(event).map(|c| c.to_ascii_lowercase()), Act::of(event)) {
            (Some('y'), _) => self.answer(true, now),
            (Some('n'), _) => self.answer(false, now),
            (_, Some(act)) if asks && self.dialog == Some(Dialog::Swap) => self.act(act, now),
            _ => Vec::new(),
        }
    }
}
