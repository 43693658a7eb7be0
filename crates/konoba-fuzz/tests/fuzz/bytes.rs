//! What to make of the fuzzer's bytes. Every input means something, and nearby inputs mean nearby
//! things, or the fuzzer could not find its way.

use konoba_reference::Literal;
use konoba_rules::{Setup, Spec, games};

/// A refusal must say something, and not repeat a hostile input at length.
pub(crate) fn check_refusal(error: impl std::error::Error) {
    let said = error.to_string();
    assert!(!said.is_empty() && said.chars().count() < 400, "{said}");
}

/// Bytes that are used up one by one; after the last there are only zeros.
pub(crate) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn rest(self) -> &'a [u8] {
        self.0
    }

    pub(crate) fn next(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// A number below the bound, or 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let number = u16::from_le_bytes([self.next(), self.next()]);
        usize::from(number) % bound.max(1)
    }

    /// One of several things.
    pub(crate) fn choose<T: Copy>(&mut self, things: &[T]) -> T {
        things[usize::from(self.next()) % things.len()]
    }

    /// Any game that is judged by the letter too, on any size in any variant.
    pub(crate) fn setup(&mut self) -> Setup {
        let judged: Vec<&Spec> =
            games().iter().copied().filter(|&spec| Literal::knows(spec)).collect();
        let spec = self.choose(&judged);
        let sizes = (spec.sizes.min..=spec.sizes.max).collect::<Vec<_>>();
        // Games on small boards are short, so there is time for more of them.
        let size = self.choose(&sizes).min(self.choose(&sizes));
        let options = self.next();
        let pie = spec.has_pie && options.is_multiple_of(2);
        let variant = options % spec.variants.len().max(1) as u8;
        Setup { spec, size, pie, variant }
    }

    /// A few words in a row.
    pub(crate) fn words(&mut self, words: &[&str]) -> String {
        (0..self.next() % 8).map(|_| self.choose(words)).collect()
    }

    /// A text of all that is left: the bytes as they are, or, because those seldom mean anything,
    /// words in a row.
    pub(crate) fn text(mut self, words: &[&str]) -> String {
        if self.next().is_multiple_of(2) {
            return String::from_utf8_lossy(self.rest()).into_owned();
        }
        let word = |byte: &u8| words[usize::from(*byte) % words.len()];
        self.rest().iter().map(word).collect()
    }

    /// The text with a few things put in, taken out or replaced: what was legible is nearly so.
    pub(crate) fn damage(&mut self, text: &str, words: &[&str]) -> Vec<u8> {
        let mut damaged = text.as_bytes().to_vec();
        for _ in 0..self.next() % 4 {
            let start = self.below(damaged.len() + 1);
            let end = (start + usize::from(self.next() % 8)).min(damaged.len());
            let word = self.choose(words).as_bytes();
            match self.next() % 4 {
                0 => drop(damaged.drain(start..end)),
                1 => drop(damaged.splice(start..start, word.iter().copied())),
                2 => drop(damaged.splice(start..end, word.iter().copied())),
                _ => drop(damaged.splice(start..end, [self.next()])),
            }
        }
        damaged
    }
}
