//! The lines of a certificate, one after the other.

use konoba_rules::{Move, Spec};

use crate::{HEADING, REPLY, Wrong};

/// Lines that are counted from 1.
pub(crate) struct Lines<I> {
    rest: I,
    number: u64,
}

impl<L: AsRef<str>, I: Iterator<Item = L>> Lines<I> {
    pub(crate) const fn new(rest: I) -> Self {
        Self { rest, number: 0 }
    }

    fn next(&mut self) -> Option<L> {
        self.number += 1;
        self.rest.next()
    }

    pub(crate) fn read_heading(&mut self) -> Result<(), Wrong> {
        match self.next().as_ref().map(AsRef::as_ref) {
            Some(HEADING) => Ok(()),
            Some("konoba-certificate 1") => Err(Wrong::Format1),
            _ => Err(Wrong::Line { number: self.number, expected: HEADING }),
        }
    }

    /// What the next line says after its name, if it can be read.
    pub(crate) fn read_field<T>(
        &mut self,
        name: &str,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Wrong> {
        let line = self.next();
        let field = line.as_ref().and_then(|line| line.as_ref().strip_prefix(name));
        field.and_then(read).ok_or(Wrong::Line { number: self.number, expected })
    }

    /// The winner's reply in a position, written as the game writes moves.
    pub(crate) fn read_reply(
        &mut self,
        spec: &'static Spec,
        position: impl FnOnce() -> String,
    ) -> Result<Move, Wrong> {
        let Some(line) = self.next() else { return Err(Wrong::NoReply(position())) };
        let line = line.as_ref();
        let mv = Move::read(line, spec).ok().filter(|mv| mv.written(spec).to_string() == line);
        mv.ok_or(Wrong::Line { number: self.number, expected: REPLY })
    }

    pub(crate) fn read_end(&mut self) -> Result<(), Wrong> {
        match self.next() {
            None => Ok(()),
            Some(_) => Err(Wrong::Line { number: self.number, expected: "the end" }),
        }
    }
}

impl<I> Lines<I> {
    /// The number of the line that was read last.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }
}
