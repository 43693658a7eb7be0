//! The machine that makes lines of bytes. It neither reads nor writes by itself.

use konoba_line::Unreadable;
use konoba_session::{Typed, Typing};

use crate::protocol::{Protocol, Signal};

/// Something that a client has said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A line, or why it cannot be read.
    Line(Result<String, Unreadable>),
    /// The client asks whether the server is there.
    AreYouThere,
    /// How many columns the window has; 0 where the client does not know.
    Columns(u16),
    /// That it will say nothing more.
    End,
}

/// Makes lines of the bytes of a Telnet client, or of any client that sends lines. However the bytes
/// are cut into pieces, the same is heard and the same is answered.
///
/// ```
/// use konoba_telnet::{Heard, Machine};
/// let mut machine = Machine::default();
/// let (mut heard, mut answer) = (Vec::new(), Vec::new());
/// // The client would like to leave echoing to the server, and c4 is mistyped.
/// machine.take(b"\xff\xfd\x01cv\x7f4\r\n", &mut heard, &mut answer);
/// assert_eq!(heard, [Heard::Line(Ok("c4".to_owned()))]);
/// assert_eq!(answer, b"\xff\xfc\x01");
/// ```
#[derive(Clone, Default, Debug)]
pub struct Machine {
    protocol: Protocol,
    typing: Typing,
}

impl Machine {
    /// Takes bytes as they come. What is heard is appended, and so is what is to be answered to the
    /// client's program, of which there are never more bytes than came.
    pub fn take(&mut self, bytes: &[u8], heard: &mut Vec<Heard>, answer: &mut Vec<u8>) {
        for byte in bytes {
            let signal = self.protocol.take(*byte, answer);
            heard.extend(signal.and_then(|signal| self.hear(signal)));
        }
    }

    fn hear(&mut self, signal: Signal) -> Option<Heard> {
        match signal {
            Signal::Typed(byte) => match self.typing.take(byte)? {
                Typed::Line(line) => return Some(Heard::Line(line)),
                Typed::End => return Some(Heard::End),
            },
            Signal::EraseCharacter => self.typing.erase_character(),
            Signal::EraseLine => self.typing.erase_line(),
            Signal::AreYouThere => return Some(Heard::AreYouThere),
            Signal::Columns(columns) => return Some(Heard::Columns(columns)),
            Signal::End => return Some(Heard::End),
        }
        None
    }
}

/// Text as it is sent: each line ends with CR LF. Text has no byte that Telnet takes for a command,
/// because UTF-8 has no byte 255.
pub fn to_wire(text: &str) -> Vec<u8> {
    text.replace('\n', "\r\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use konoba_line::MAX_LINE;

    use super::*;

    fn heard(bytes: &[u8]) -> (Vec<Heard>, Vec<u8>) {
        let (mut heard, mut answer) = (Vec::new(), Vec::new());
        Machine::default().take(bytes, &mut heard, &mut answer);
        (heard, answer)
    }

    #[test]
    fn lines_are_typed_in_many_ways() {
        let check = |typed: &[u8], lines: &[&str]| {
            let lines: Vec<_> = lines.iter().map(|line| Heard::Line(Ok((*line).into()))).collect();
            assert_eq!(heard(typed), (lines, Vec::new()), "{}", typed.escape_ascii());
        };
        // The ends of lines, by Telnet, by Telnet in its old way, by netcat, by an old Mac.
        check(b"a1\r\nb2\r\n", &["a1", "b2"]);
        check(b"a1\r\0b2\r\0", &["a1", "b2"]);
        check(b"a1\nb2\n", &["a1", "b2"]);
        check(b"a1\rb2\r", &["a1", "b2"]);
        check(b"\r\n\r\n\n\r\r\0", &["", "", "", "", ""]);
        check(b"\n\n\0\n", &["", "", ""]);
        check(b"half", &[]);
        // What was mistyped is taken back, by whole characters.
        check(b"cv\x084\n", &["c4"]);
        check(b"cv\x7f4\n", &["c4"]);
        check(b"\x7f\x7fc4\n", &["c4"]);
        check("Žža\x7f\x7f\n".as_bytes(), &["Ž"]);
        check(b"resign\x15c4\n", &["c4"]);
        check(b"seek konobi  \x17\x17c4\n", &["c4"]);
        check(b"resign\xff\xf8cv\xff\xf74\n", &["c4"]);
        check(b"resign\xff\xf4c4\n", &["c4"]);
        // Keys that type no character leave no trace, nor do other control characters.
        check(b"\x1b[Ac\x1b[1;5D4\x1bOP\x1b[3~\n", &["c4"]);
        check(b"\x1b\r\n\x1b[\n", &["", ""]);
        check(b"c\x07\0\x0e4\n", &["c4"]);
        check(b"why\tc4\n", &["why c4"]);
    }

    #[test]
    fn a_line_that_cannot_be_read_says_why() {
        let check = |typed: &[u8], why| assert_eq!(heard(typed).0, [Heard::Line(Err(why))]);
        check(b"\xc5\n", Unreadable::NotText);
        check(b"\xff\xff\n", Unreadable::NotText);
        let line = |length| [vec![b'x'; length], b"\n".to_vec()].concat();
        check(&line(MAX_LINE + 1), Unreadable::TooLong);
        // It stays too long, whatever is taken back of it, until it ends.
        let killed = [vec![b'x'; MAX_LINE + 9], b"\x7f\x7f\nc4\n".to_vec()].concat();
        let next = Heard::Line(Ok("c4".to_owned()));
        assert_eq!(heard(&killed).0, [Heard::Line(Err(Unreadable::TooLong)), next]);
        assert!(matches!(&heard(&line(MAX_LINE)).0[..], [Heard::Line(Ok(_))]));
    }

    #[test]
    fn what_programs_say_is_answered_without_end() {
        let check = |said: &[u8], answer: &[u8]| {
            assert_eq!(heard(said), (Vec::new(), answer.to_vec()), "{}", said.escape_ascii());
        };
        // Offers and requests are declined, each time; that something is off needs no answer.
        check(b"\xff\xfb\x01", b"\xff\xfe\x01");
        check(b"\xff\xfd\x01", b"\xff\xfc\x01");
        check(b"\xff\xfd\x06\xff\xfd\x06", b"\xff\xfc\x06\xff\xfc\x06");
        check(b"\xff\xfe\x01\xff\xfc\x01", b"");
        // The window's size is welcome, once.
        check(b"\xff\xfb\x1f\xff\xfb\x1f", b"\xff\xfd\x1f");
        check(b"\xff\xfb\x1f\xff\xfc\x1f\xff\xfc\x1f", b"\xff\xfd\x1f\xff\xfe\x1f");
        // Commands and subnegotiations that mean nothing here.
        check(b"\xff\xf1\xff\xf2\xff\xf5\xff\xf9\xff\xef\xff\x00", b"");
        check(b"\xff\xfa\x18\x00xterm\xff\xf0", b"");
        check(b"\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0", b"");
    }

    #[test]
    fn a_window_has_columns() {
        let check = |said: &[u8], told: &[Heard]| {
            let said = [b"\xff\xfb\x1f", said].concat();
            assert_eq!(heard(&said).0, told, "{}", said.escape_ascii());
        };
        check(b"\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0", &[Heard::Columns(80)]);
        // A 255 among the numbers is doubled.
        check(b"\xff\xfa\x1f\x01\xff\xff\x00\x18\xff\xf0", &[Heard::Columns(511)]);
        check(b"\xff\xfa\x1f\x00\x50\x00\xff\xf0", &[]);
        check(b"\xff\xfa\x1f\x00\x50\x00\x18\x00\xff\xf0", &[]);
        // One that is never ended is ended by the next command, and is not taken for anything.
        check(b"\xff\xfa\x1f\x00\x50\x00\x18\xff\xf6", &[Heard::AreYouThere]);
        let endless = [b"\xff\xfa\x1f".to_vec(), vec![7; 1 << 16]].concat();
        check(&endless, &[]);
    }

    #[test]
    fn an_end_is_heard() {
        assert_eq!(heard(b"\xff\xec").0, [Heard::End]);
        assert_eq!(heard(b"\x04").0, [Heard::End]);
        assert_eq!(heard(b"c\x044\n").0, [Heard::Line(Ok("c4".to_owned()))]);
    }
}
