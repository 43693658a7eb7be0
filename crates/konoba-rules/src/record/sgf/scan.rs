//! The signs and properties of an SGF file, without what they mean.

use std::collections::BTreeSet;

use super::error::SgfProblem;
use super::escape;
use crate::setup::shortened;

/// What is wrong, and the byte at which it is.
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) problem: SgfProblem,
}

/// A property of a node.
pub(super) struct Property<'a> {
    pub(super) at: usize,
    pub(super) id: &'a str,
    /// What stands between its brackets, with escapes; one at least.
    pub(super) values: Vec<&'a str>,
}

impl<'a> Property<'a> {
    /// A fault of this property.
    pub(super) fn fault(&self, problem: SgfProblem) -> Fault {
        Fault { at: self.at, problem }
    }

    /// The fault of having a value that it cannot have.
    pub(super) fn unfit(&self, given: &str, wanted: String) -> Fault {
        let (id, given) = (shortened(self.id), shortened(given));
        self.fault(SgfProblem::Value { id, given, wanted })
    }

    /// The value as it stands, where there must be no other.
    pub(super) fn raw(&self) -> Result<&'a str, Fault> {
        match self.values[..] {
            [value] => Ok(value),
            _ => Err(self.fault(SgfProblem::SeveralValues { id: shortened(self.id) })),
        }
    }

    /// The text of the value, where there must be no other.
    pub(super) fn text(&self) -> Result<String, Fault> {
        self.raw().map(escape::unescaped)
    }
}

/// Goes through a text from one token to the next.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Where the next token begins, and its first character; none at the end.
    pub(super) fn peek(&mut self) -> (usize, Option<char>) {
        let rest = &self.text[self.at..];
        self.at = self.text.len() - rest.trim_start().len();
        (self.at, self.text[self.at..].chars().next())
    }

    /// Takes the next character and tells where it is.
    pub(super) fn next(&mut self) -> (usize, Option<char>) {
        let (at, sign) = self.peek();
        self.at += sign.map_or(0, char::len_utf8);
        (at, sign)
    }

    /// Takes the next character, which must be this one.
    pub(super) fn expect(&mut self, sign: char, expected: &'static str) -> Result<usize, Fault> {
        match self.next() {
            (at, Some(found)) if found == sign => Ok(at),
            (at, found) => Err(Fault { at, problem: SgfProblem::Syntax { expected, found } }),
        }
    }

    /// Takes the properties of a node. None of them occurs twice.
    pub(super) fn properties(&mut self) -> Result<Vec<Property<'a>>, Fault> {
        let mut properties = Vec::new();
        let mut ids = BTreeSet::new();
        while let (at, Some('A'..='Z')) = self.peek() {
            let rest = &self.text[at..];
            let end = rest.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(rest.len());
            let id = &rest[..end];
            if !ids.insert(id) {
                return Err(Fault { at, problem: SgfProblem::Twice { id: shortened(id) } });
            }
            self.at += end;
            properties.push(Property { at, id, values: self.values(id)? });
        }
        match self.peek() {
            (_, Some(';' | '(' | ')') | None) => Ok(properties),
            (at, found) => {
                let expected = "a property in capital letters, ';', '(' or ')'";
                Err(Fault { at, problem: SgfProblem::Syntax { expected, found } })
            }
        }
    }

    fn values(&mut self, id: &str) -> Result<Vec<&'a str>, Fault> {
        self.expect('[', "'[' after the name of a property")?;
        let mut values = vec![self.value(id)?];
        while let (_, Some('[')) = self.peek() {
            self.at += 1;
            values.push(self.value(id)?);
        }
        Ok(values)
    }

    /// Takes the rest of a value, whose bracket has been opened.
    fn value(&mut self, id: &str) -> Result<&'a str, Fault> {
        let rest = &self.text[self.at..];
        let mut is_escaped = false;
        let end = rest.bytes().position(|byte| {
            let is_end = byte == b']' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            is_end
        });
        let unclosed =
            || Fault { at: self.at - 1, problem: SgfProblem::Unclosed { id: shortened(id) } };
        let end = end.ok_or_else(unclosed)?;
        self.at += end + 1;
        Ok(&rest[..end])
    }
}
