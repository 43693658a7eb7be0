//! Escapes in the values of SGF properties.

use crate::record::plain::is_break;

const ESCAPE: char = '\\';
const CLOSE: char = ']';
/// What parts the two halves of a composed value.
const COLON: char = ':';

/// Appends a text as it stands in a value.
pub(super) fn push(out: &mut String, text: &str) {
    push_with(out, text, |c| matches!(c, ESCAPE | CLOSE));
}

/// A text as it stands in a value.
pub(in crate::record) fn escaped(text: &str) -> String {
    let mut out = String::new();
    push(&mut out, text);
    out
}

/// Appends two texts as they stand in a composed value.
pub(super) fn push_composed(out: &mut String, [first, second]: [&str; 2]) {
    push_with(out, first, |c| matches!(c, ESCAPE | CLOSE | COLON));
    out.push(COLON);
    push_with(out, second, |c| matches!(c, ESCAPE | CLOSE | COLON));
}

fn push_with(out: &mut String, text: &str, is_escaped: impl Fn(char) -> bool) {
    for c in text.chars() {
        if is_escaped(c) {
            out.push(ESCAPE);
        }
        out.push(c);
    }
}

/// How many bytes a text takes in a value.
pub(in crate::record) fn written_len(text: &str) -> usize {
    text.len() + text.bytes().filter(|byte| matches!(byte, b'\\' | b']')).count()
}

/// The text of a value. An escaped line break is none: it was put in to keep a line short.
pub(in crate::record) fn unescaped(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            (ESCAPE, Some(&next)) => {
                chars.next();
                if is_break(next) {
                    chars.next_if(|&second| is_break(second) && second != next);
                } else {
                    text.push(next);
                }
            }
            _ => text.push(c),
        }
    }
    text
}

/// The two halves of a composed value; the second is empty where nothing parts them.
pub(super) fn unescaped_composed(raw: &str) -> [String; 2] {
    let mut is_escaped = false;
    let colon = raw.find(|c| {
        let is_colon = c == COLON && !is_escaped;
        is_escaped = c == ESCAPE && !is_escaped;
        is_colon
    });
    let (first, second) = colon.map_or((raw, ""), |at| (&raw[..at], &raw[at + COLON.len_utf8()..]));
    [first, second].map(unescaped)
}
