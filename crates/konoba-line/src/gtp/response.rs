//! What comes in and what goes out, as the standard frames it.

use std::fmt;

use super::Failure;

/// The answer to one command.
#[derive(Clone, Debug)]
pub struct Response {
    /// The number that the command came with.
    pub id: Option<u32>,
    /// What was asked for, or why there is none.
    pub result: Result<String, Failure>,
}

/// `=` or `?`, the id, the text, and a blank line, which ends the answer. A blank line inside the
/// text would end it too early and is left out.
impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, text) = match &self.result {
            Ok(text) => ('=', text.clone()),
            Err(failure) => ('?', failure.to_string()),
        };
        write!(f, "{mark}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        // A text that begins with a new line is a drawing, which begins in the first column.
        let mut lines = text.lines();
        match lines.next() {
            None | Some("") => writeln!(f)?,
            Some(line) => writeln!(f, " {line}")?,
        }
        for line in lines.filter(|line| !line.trim().is_empty()) {
            writeln!(f, "{line}")?;
        }
        writeln!(f)
    }
}

/// A line as the standard wants it read: without its comment and without control characters, each
/// tab a space.
pub(super) fn cleaned(line: &str) -> String {
    let line = line.split_once('#').map_or(line, |(line, _comment)| line);
    line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

/// The id before a command and the rest of the line. A number too large for the standard is no id.
pub(super) fn split_id(line: &str) -> (Option<u32>, &str) {
    let line = line.trim_start();
    let end = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
    let (digits, rest) = line.split_at(end);
    let id = digits.parse().ok().filter(|id| *id <= i32::MAX as u32);
    match id {
        Some(id) if rest.is_empty() || rest.starts_with(' ') => (Some(id), rest),
        _ => (None, line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_framed() {
        let check = |id, result: Result<&str, Failure>, expected: &str| {
            let answer = Response { id, result: result.map(str::to_owned) };
            assert_eq!(answer.to_string(), expected);
        };
        check(None, Ok(""), "=\n\n");
        check(Some(7), Ok(""), "=7\n\n");
        check(Some(7), Ok("true"), "=7 true\n\n");
        check(Some(0), Err(Failure::NotFinished), "?0 not finished\n\n");
        check(None, Ok("one\n\ntwo\n"), "= one\ntwo\n\n");
        check(None, Ok("\n  a b\n \n1 . ."), "=\n  a b\n1 . .\n\n");
    }

    #[test]
    fn lines_are_cleaned() {
        let check = |line: &str, expected: &str| assert_eq!(cleaned(line), expected, "{line:?}");
        check("play\tblack\tc4\r", "play black c4");
        check("na\u{7}me # what are you called?", "name ");
        check("# all of it", "");
        check("\u{0}\u{1b}[31mname\u{7f}\u{85}", "[31mname");
    }

    #[test]
    fn ids_are_split_off() {
        let check = |line, expected| assert_eq!(split_id(line), expected, "{line:?}");
        check("12 name", (Some(12), " name"));
        check("  0 name", (Some(0), " name"));
        check("12", (Some(12), ""));
        check("name", (None, "name"));
        check("12name", (None, "12name"));
        check("2147483647 name", (Some(2_147_483_647), " name"));
        check("2147483648 name", (None, "2147483648 name"));
        check("-1 name", (None, "-1 name"));
        check("", (None, ""));
    }
}
