//! The words after a command's name.

use konoba_rules::{Move, Side, Spec};

use super::{Failure, vertex};

/// What a command was given, taken word by word.
pub(super) struct Arguments<'a> {
    rest: &'a str,
    spec: &'static Spec,
    usage: String,
}

impl<'a> Arguments<'a> {
    /// The text after the name of a command that is used like this.
    pub(super) fn new(rest: &'a str, spec: &'static Spec, usage: String) -> Self {
        Self { rest: rest.trim(), spec, usage }
    }

    /// What to say when the arguments are not what the command takes.
    pub(super) fn misused(&self) -> Failure {
        Failure::Syntax { usage: self.usage.clone() }
    }

    /// The next word, if there is one more.
    pub(super) fn optional_word(&mut self) -> Option<&'a str> {
        let (word, rest) = self.rest.split_once(' ').unwrap_or((self.rest, ""));
        self.rest = rest.trim_start();
        (!word.is_empty()).then_some(word)
    }

    /// The next word.
    pub(super) fn word(&mut self) -> Result<&'a str, Failure> {
        self.optional_word().ok_or_else(|| self.misused())
    }

    /// All that is left, which is something.
    pub(super) fn rest(&mut self) -> Result<&'a str, Failure> {
        let rest = std::mem::take(&mut self.rest);
        if rest.is_empty() { Err(self.misused()) } else { Ok(rest) }
    }

    /// The next word as a side.
    pub(super) fn side(&mut self) -> Result<Side, Failure> {
        let word = self.word()?;
        self.spec.side_named(word).ok_or(Failure::NotASide(self.spec))
    }

    /// All that is left as a move.
    pub(super) fn mv(&mut self) -> Result<Move, Failure> {
        let rest = self.rest()?;
        let wrong = |_| if rest.contains(' ') { self.misused() } else { Failure::NotAMove };
        vertex::read(rest, self.spec).map_err(wrong)
    }

    /// The next word as a number from 0 up.
    pub(super) fn count(&mut self) -> Result<u32, Failure> {
        let word = self.word()?;
        let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse().ok().filter(|_| is_plain).ok_or_else(|| self.misused())
    }

    /// Nothing is left.
    pub(super) fn end(&self) -> Result<(), Failure> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.misused()) }
    }
}
