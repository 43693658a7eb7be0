//! The machine that makes lines of bytes. It neither reads nor writes by itself.

use konoba_line::Unreadable;
use konoba_session::{Typed, Typing};

use crate::options::DATA;
use crate::protocol::{Protocol, Signal};
use crate::subnegotiation::Told;

/// Something that a client has said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A line, or why it cannot be read.
    Line(Result<String, Unreadable>),
    /// The client asks whether the server is there.
    AreYouThere,
    /// How many columns the window has; 0 where the client does not know.
    Columns(u16),
    /// The client reads the text aloud to a person who does not see it.
    ScreenReader,
    /// Whether the client shows more characters than ASCII has.
    ShowsUnicode(bool),
    /// The client wants to know what the server is.
    StatusWanted,
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
/// assert!(answer.starts_with(b"\xff\xfc\x01"));
/// ```
#[derive(Clone, Default, Debug)]
pub struct Machine {
    protocol: Protocol,
    typing: Typing,
}

impl Machine {
    /// The most bytes that the client's program is told without having sent as many: what is asked and offered once.
    pub const MOST_UNASKED: usize = 256;

    /// Takes bytes as they come. What is heard is appended, and so is what is to be answered to the
    /// client's program, of which there are never more bytes than came, but for [`Machine::MOST_UNASKED`].
    pub fn take(&mut self, bytes: &[u8], heard: &mut Vec<Heard>, answer: &mut Vec<u8>) {
        let mut signals = Vec::new();
        for byte in bytes {
            self.protocol.take(*byte, &mut signals, answer);
            for signal in signals.drain(..) {
                // Bare sockets end their lines with a line feed alone, and are asked nothing.
                if signal == Signal::Typed(b'\r') {
                    self.protocol.ask_for_terminal(answer);
                }
                heard.extend(self.hear(signal));
            }
        }
    }

    /// What is sent behind a text that a person may answer.
    pub fn end_of_text(&self) -> &'static [u8] {
        self.protocol.end_of_text()
    }

    /// Whether the client wants events as data.
    pub fn wants_data(&self) -> bool {
        self.protocol.is_on(DATA)
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
            Signal::StatusWanted => return Some(Heard::StatusWanted),
            Signal::Told(Told::ScreenReader) => return Some(Heard::ScreenReader),
            Signal::Told(Told::ShowsUnicode(shows)) => return Some(Heard::ShowsUnicode(shows)),
            Signal::Told(Told::GameClient) => {}
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
            let (heard, answer) = heard(typed);
            assert_eq!(heard, lines, "{}", typed.escape_ascii());
            // A client that ends its lines as Telnet does is asked one thing.
            let asked: &[u8] = if typed.contains(&b'\r') { b"\xff\xfd\x18" } else { b"" };
            assert_eq!(answer, asked, "{}", typed.escape_ascii());
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
        check(b"c\x07\0\x0e4\n", &["c4"]);
        check(b"why\tc4\n", &["why c4"]);
    }

    #[test]
    fn a_line_that_cannot_be_read_says_why() {
        let check = |typed: &[u8], why| assert_eq!(heard(typed).0, [Heard::Line(Err(why))]);
        check(b"\xc5\n", Unreadable::NotText);
        check(b"\xff\xff\n", Unreadable::NotText);
        // Enter alone means something, Enter after an arrow key does not.
        check(b"\x1b[A\n", Unreadable::OnlyKeys);
        check(b"\x1b\r\n", Unreadable::OnlyKeys);
        let line = |length| [vec![b'x'; length], b"\n".to_vec()].concat();
        check(&line(MAX_LINE + 1), Unreadable::TooLong);
        // It stays too long, whatever is taken back of it, until it ends.
        let killed = [vec![b'x'; MAX_LINE + 9], b"\x7f\x7f\nc4\n".to_vec()].concat();
        let next = Heard::Line(Ok("c4".to_owned()));
        assert_eq!(heard(&killed).0, [Heard::Line(Err(Unreadable::TooLong)), next]);
        assert!(matches!(&heard(&line(MAX_LINE)).0[..], [Heard::Line(Ok(_))]));
    }

    /// What is offered to a client that has negotiated anything, beside what it has named itself.
    fn offers(but: &[u8]) -> Vec<u8> {
        let offers =
            [[0xfd, 24], [0xfd, 31], [0xfd, 39], [0xfb, 42], [0xfb, 25], [0xfb, 70], [0xfb, 201]];
        let left = offers.into_iter().filter(|[_, option]| !but.contains(option));
        left.flat_map(|[verb, option]| [0xff, verb, option]).collect()
    }

    #[test]
    fn what_programs_say_is_answered_without_end() {
        let check = |said: &[u8], answer: &[u8], offered: Vec<u8>| {
            let (heard, answered) = heard(said);
            assert_eq!(heard, [], "{}", said.escape_ascii());
            let (first, rest) = answer.split_at(answer.len().min(3));
            let expected = [first, &offered, rest].concat();
            assert_eq!(
                answered.escape_ascii().to_string(),
                expected.escape_ascii().to_string(),
                "{}",
                said.escape_ascii()
            );
        };
        // Offers and requests are declined, each time; that something is off needs no answer.
        check(b"\xff\xfb\x01", b"\xff\xfe\x01", offers(&[]));
        check(b"\xff\xfd\x01", b"\xff\xfc\x01", offers(&[]));
        check(b"\xff\xfd\x06\xff\xfd\x06", b"\xff\xfc\x06\xff\xfc\x06", offers(&[]));
        check(b"\xff\xfe\x01\xff\xfc\x01", b"", offers(&[]));
        // The window's size is welcome, once.
        check(b"\xff\xfb\x1f\xff\xfb\x1f", b"\xff\xfd\x1f", offers(&[31]));
        check(b"\xff\xfb\x1f\xff\xfc\x1f\xff\xfc\x1f", b"\xff\xfd\x1f\xff\xfe\x1f", offers(&[31]));
        // Commands and subnegotiations that mean nothing here.
        check(b"\xff\xf1\xff\xf2\xff\xf5\xff\xf9\xff\xef\xff\x00", b"", Vec::new());
        check(b"\xff\xfa\x18\x00xterm\xff\xf0", b"", Vec::new());
        check(b"\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0", b"", Vec::new());
    }

    /// Says things one after the other, and returns what is heard and what the last one is answered.
    fn conversed(said: &[&[u8]]) -> (Vec<Heard>, Vec<u8>, Machine) {
        let (mut machine, mut heard, mut answer) = (Machine::default(), Vec::new(), Vec::new());
        for said in said {
            answer.clear();
            machine.take(said, &mut heard, &mut answer);
        }
        (heard, answer, machine)
    }

    const TERMINAL: &[u8] = b"\xff\xfb\x18";
    const KIND_WANTED: &[u8] = b"\xff\xfa\x18\x01\xff\xf0";

    #[test]
    fn clients_say_what_they_can_do() {
        // As TinTin++ does: its name, its terminal, its abilities.
        let (name, terminal) =
            (b"\xff\xfa\x18\x00TINTIN++\xff\xf0", b"\xff\xfa\x18\x00xterm\xff\xf0");
        let (_, answer, _) = conversed(&[TERMINAL]);
        assert!(answer.ends_with(KIND_WANTED), "{}", answer.escape_ascii());
        let (_, answer, machine) = conversed(&[TERMINAL, name]);
        assert_eq!((&answer[..], machine.end_of_text()), (KIND_WANTED, &b""[..]));
        let check = |abilities: &str, told: &[Heard]| {
            let abilities = format!("\0MTTS {abilities}");
            let abilities = [b"\xff\xfa\x18", abilities.as_bytes(), b"\xff\xf0"].concat();
            let (heard, answer, machine) = conversed(&[TERMINAL, name, terminal, &abilities]);
            assert_eq!((&heard[..], &answer[..]), (told, &b""[..]));
            assert_eq!(machine.end_of_text(), b"\xff\xf9");
        };
        check("271", &[Heard::ShowsUnicode(true)]);
        check("65", &[Heard::ShowsUnicode(false), Heard::ScreenReader]);
        // A program that names nothing but its terminal is asked three times and no more.
        let (_, answer, _) = conversed(&[TERMINAL, terminal, terminal, terminal, terminal]);
        assert_eq!(answer, b"");
    }

    #[test]
    fn characters_variables_and_ends_of_texts_are_agreed_on() {
        let (_, answer, _) = conversed(&[TERMINAL, b"\xff\xfd\x2a"]);
        assert_eq!(answer, b"\xff\xfa\x2a\x01;UTF-8;US-ASCII\xff\xf0");
        let check = |said: &[&[u8]], told: &[Heard]| assert_eq!(conversed(said).0, told);
        check(&[b"\xff\xfd\x2a", b"\xff\xfa\x2a\x02UTF-8\xff\xf0"], &[Heard::ShowsUnicode(true)]);
        check(&[b"\xff\xfd\x2a", b"\xff\xfa\x2a\x03\xff\xf0"], &[Heard::ShowsUnicode(false)]);
        let environment =
            b"\xff\xfa\x27\x00\x00CHARSET\x01ASCII\x00MTTS\x0169\x03KONOBA_WORDS\x011\xff\xf0";
        check(
            &[b"\xff\xfb\x27", environment],
            &[
                Heard::ShowsUnicode(false),
                Heard::ShowsUnicode(true),
                Heard::ScreenReader,
                Heard::ScreenReader,
            ],
        );
        // What was not agreed on is not believed.
        check(&[environment, b"\xff\xfa\x2a\x03\xff\xf0"], &[]);
        let (_, _, machine) = conversed(&[b"\xff\xfd\x19"]);
        assert_eq!(machine.end_of_text(), b"\xff\xef");
        let (heard, _, machine) = conversed(&[b"\xff\xfd\x46\xff\xfe\x46\xff\xfd\x46\xff\xfd\xc9"]);
        assert_eq!((&heard[..], machine.wants_data()), (&[Heard::StatusWanted][..], true));
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
