//! Reading lines from anything that gives bytes, and keeping no more of one than a line may have.

use std::fmt;
use std::io::{self, BufRead};

/// The most bytes that a line may have, comment and line end aside. No answer needs as many.
pub const MAX_LINE: usize = 8192;

/// Some editors write it at the beginning of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A line of the input, without its end.
#[derive(Default, Debug)]
pub struct Line {
    bytes: Vec<u8>,
    is_too_long: bool,
}

/// Why a line is not taken as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unreadable {
    /// It has more than [`MAX_LINE`] bytes.
    TooLong,
    /// It is not UTF-8.
    NotText,
    /// Nothing was typed but keys without a character, such as arrows.
    OnlyKeys,
}

/// The reason in a sentence.
impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => "That line is too long.",
            Self::NotText => "That line is not text.",
            Self::OnlyKeys => "That key does nothing here. Type help for a list of commands.",
        })
    }
}

impl Line {
    /// The text of the line.
    pub fn text(&self) -> Result<&str, Unreadable> {
        if self.is_too_long {
            return Err(Unreadable::TooLong);
        }
        let text = str::from_utf8(&self.bytes).map_err(|_| Unreadable::NotText)?;
        Ok(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text))
    }

    /// As much from its start as is text.
    pub fn start(&self) -> &str {
        self.bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
    }

    fn push(&mut self, bytes: &[u8]) {
        let room = MAX_LINE - self.bytes.len();
        self.is_too_long |= bytes.len() > room;
        self.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }
}

/// The lines of an input.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    /// What begins a comment, which is not kept and may be as long as it likes.
    comment: Option<u8>,
}

impl<R: BufRead> Lines<R> {
    /// The lines as they are.
    pub const fn new(input: R) -> Self {
        Self { input, comment: None }
    }

    /// The lines without what follows this byte in each of them.
    pub const fn without_comments(input: R, comment: u8) -> Self {
        Self { input, comment: Some(comment) }
    }

    /// The next line; `None` at the end of the input. What comes after the last line end is a line
    /// too, unless it is nothing.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut line = Line::default();
        let mut is_comment = false;
        let mut is_empty_input = true;
        loop {
            let available = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                available => available?,
            };
            if available.is_empty() {
                return Ok((!is_empty_input).then_some(line));
            }
            is_empty_input = false;
            let line_end = available.iter().position(|byte| *byte == b'\n');
            let part = &available[..line_end.unwrap_or(available.len())];
            let comment = part.iter().position(|byte| Some(*byte) == self.comment);
            if !is_comment {
                line.push(&part[..comment.unwrap_or(part.len())]);
            }
            is_comment |= comment.is_some();
            let used = part.len() + usize::from(line_end.is_some());
            self.input.consume(used);
            if line_end.is_some() {
                return Ok(Some(line));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;

    #[test]
    fn a_long_line_is_not_kept() {
        let long = b"8 ".chain(io::repeat(b'x').take(10 << 20)).chain(&b"\nnext"[..]);
        let mut lines = Lines::new(BufReader::with_capacity(7, long));
        let mut next = || lines.next_line().expect("memory does not fail");
        let line = next().expect("there is a line");
        assert_eq!((line.bytes.len(), line.text()), (MAX_LINE, Err(Unreadable::TooLong)));
        assert_eq!(next().expect("there is another").text(), Ok("next"));
        assert!(next().is_none());
    }

    #[test]
    fn the_mark_of_an_editor_is_no_part_of_the_line() {
        let mut lines = Lines::new(&b"\xef\xbb\xbfAna\n"[..]);
        let line = lines.next_line().expect("memory does not fail");
        assert_eq!(line.expect("there is a line").text(), Ok("Ana"));
    }

    #[test]
    fn comments_go_only_where_there_are_any() {
        let check = |line: Option<Line>, expected: &str| {
            assert_eq!(line.expect("there is a line").text(), Ok(expected));
        };
        let input = &b"a # b # c\n"[..];
        check(Lines::new(input).next_line().expect("memory does not fail"), "a # b # c");
        let mut without = Lines::without_comments(input, b'#');
        check(without.next_line().expect("memory does not fail"), "a ");
    }

    #[test]
    fn what_is_no_text_has_a_start_that_is() {
        let line = Lines::new(&b"7 name \xff\n"[..]).next_line().expect("memory does not fail");
        let line = line.expect("there is a line");
        assert_eq!((line.text(), line.start()), (Err(Unreadable::NotText), "7 name "));
    }
}
