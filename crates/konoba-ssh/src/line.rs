//! The line that is being typed. A client with a terminal sends every key and shows nothing by itself, so
//! that the line is shown and edited here.

use konoba_session::{Heard, Typed, Typing};

const INTERRUPT: u8 = 0x03;

/// The line that is being typed, and what of it is on the client's terminal, if it has one.
#[derive(Default, Debug)]
pub(super) struct Line {
    typing: Typing,
    shown: Option<String>,
    /// How many columns the terminal has.
    columns: Option<usize>,
}

impl Line {
    /// A line on a terminal with so many columns.
    pub(super) fn on_terminal(columns: u32) -> Self {
        let mut line = Self { shown: Some(String::new()), ..Self::default() };
        line.set_columns(columns);
        line
    }

    /// The terminal has so many columns now; 0 where it does not know.
    pub(super) fn set_columns(&mut self, columns: u32) {
        self.columns = usize::try_from(columns).ok().filter(|columns| *columns > 0);
    }

    /// How many columns there are, where there is a terminal that says so.
    pub(super) const fn columns(&self) -> Option<usize> {
        self.columns
    }

    /// Takes a byte. What is heard is returned, and what is to be shown of it is appended.
    pub(super) fn take(&mut self, byte: u8, show: &mut Vec<u8>) -> Option<Heard> {
        let typed = match byte {
            INTERRUPT if self.shown.is_some() && self.typing.line().is_empty() => Some(Typed::End),
            INTERRUPT if self.shown.is_some() => {
                self.typing.erase_line();
                None
            }
            byte => self.typing.take(byte),
        };
        if let Some(shown) = &mut self.shown {
            match &typed {
                Some(_) => {
                    shown.clear();
                    show.extend(b"\r\n");
                }
                None => update(shown, &visible(self.typing.line(), self.columns), show),
            }
        }
        Some(match typed? {
            Typed::Line(line) => Heard::Line(line),
            Typed::End => Heard::End,
        })
    }

    /// Text as it is sent: on a terminal each line ends with CR LF, and what is being typed moves below it.
    pub(super) fn around(&mut self, text: &str) -> Vec<u8> {
        let Some(shown) = &self.shown else { return text.as_bytes().to_vec() };
        let mut bytes = Vec::new();
        erase(shown.chars().count(), &mut bytes);
        bytes.extend(text.replace('\n', "\r\n").into_bytes());
        bytes.extend(shown.as_bytes());
        bytes
    }
}

/// As much of a line as fits the terminal: going back over the end of a row is not possible everywhere.
fn visible(line: &[u8], columns: Option<usize>) -> String {
    let whole = match std::str::from_utf8(line) {
        Ok(whole) => whole,
        // The rest of a character is on its way.
        Err(error) => std::str::from_utf8(&line[..error.valid_up_to()]).unwrap_or_default(),
    };
    whole.chars().take(columns.unwrap_or(80).saturating_sub(1)).collect()
}

/// Makes one text of another on the terminal, with nothing but backspaces.
fn update(shown: &mut String, wanted: &str, show: &mut Vec<u8>) {
    let same = shown.chars().zip(wanted.chars()).take_while(|(old, new)| old == new).count();
    erase(shown.chars().count() - same, show);
    let new: String = wanted.chars().skip(same).collect();
    show.extend(new.into_bytes());
    wanted.clone_into(shown);
}

fn erase(count: usize, show: &mut Vec<u8>) {
    show.extend(b"\x08 \x08".repeat(count));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(line: &mut Line, keys: &[u8]) -> (Vec<Heard>, String) {
        let mut show = Vec::new();
        let heard = keys.iter().filter_map(|byte| line.take(*byte, &mut show)).collect();
        (heard, String::from_utf8(show).unwrap())
    }

    fn said(line: &str) -> Vec<Heard> {
        vec![Heard::Line(Ok(line.to_owned()))]
    }

    #[test]
    fn a_terminal_is_shown_what_is_typed() {
        let mut line = Line::on_terminal(80);
        assert_eq!(typed(&mut line, b"cv\x7f4\r"), (said("c4"), "cv\x08 \x084\r\n".to_owned()));
        assert_eq!(typed(&mut line, "ž".as_bytes()), (vec![], "ž".to_owned()));
        assert_eq!(line.around("Hello.\n"), "\x08 \x08Hello.\r\nž".as_bytes());
        assert_eq!(typed(&mut line, b"\x15"), (vec![], "\x08 \x08".to_owned()));
        // An interrupt takes the line back, and ends the conversation where there is none.
        assert_eq!(typed(&mut line, b"ab\x03").0, []);
        assert_eq!(typed(&mut line, b"\x03").0, [Heard::End]);
        assert_eq!(typed(&mut line, b"\x04").0, [Heard::End]);
    }

    #[test]
    fn what_does_not_fit_is_heard_all_the_same() {
        let mut line = Line::on_terminal(5);
        let (heard, shown) = typed(&mut line, b"resign\r");
        assert_eq!((heard, shown.as_str()), (said("resign"), "resi\r\n"));
    }

    #[test]
    fn without_a_terminal_nothing_is_shown() {
        let mut line = Line::default();
        assert_eq!(typed(&mut line, b"c4\n"), (said("c4"), String::new()));
        assert_eq!(line.around("Hello.\n"), b"Hello.\n");
    }
}
