//! Texts of people, made plain on their way into a record, so that a record holds nothing that
//! would not come back from a file as it went in.

use crate::Level;

/// Names and other lines are cut to this many characters.
pub const MAX_NAME_CHARS: usize = 250;

/// One line: breaks and other white space become spaces, control characters visible.
pub(super) fn one_line(text: &str) -> String {
    let flat = |c| if is_break(c) { ' ' } else { visible(c) };
    without_double_breaks(text).map(flat).take(MAX_NAME_CHARS).collect()
}

/// Any number of lines, each ended by a newline alone.
pub(super) fn many_lines(text: &str) -> String {
    let plain = |c| if is_break(c) { '\n' } else { visible(c) };
    without_double_breaks(text).map(plain).collect()
}

/// The level of an engine. Whatever is none means a person.
pub(super) fn level(text: &str) -> Option<Level> {
    text.trim().parse().ok()
}

pub(super) const fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// A line break is one character, or two different ones (SGF FF[4], "Text").
fn without_double_breaks(text: &str) -> impl Iterator<Item = char> {
    let mut before = None;
    text.chars().filter(move |&c| {
        let is_second = is_break(c) && before.is_some_and(|b| is_break(b) && b != c);
        before = (!is_second).then_some(c);
        !is_second
    })
}

/// White space is a space in SGF; what else is not for the eye is shown to have been there.
fn visible(c: char) -> char {
    match c {
        _ if !c.is_control() => c,
        _ if c.is_whitespace() => ' ',
        _ => char::REPLACEMENT_CHARACTER,
    }
}
