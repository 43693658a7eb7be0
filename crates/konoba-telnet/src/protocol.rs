//! The Telnet protocol (RFC 854, 855, 1073, 1143): which bytes a person typed, and which the two
//! programs say to each other.
//!
//! The server asks for nothing. A client that is asked for nothing stays in line mode, edits and
//! echoes by itself, and a person with a bare socket is not greeted with signs that they
//! cannot read. What a client offers or asks for is declined, but for the size of its window.

/// Interpret as command.
const IAC: u8 = 255;
const DONT: u8 = 254;
const DO: u8 = 253;
const WONT: u8 = 252;
const WILL: u8 = 251;
const SB: u8 = 250;
const ERASE_LINE: u8 = 248;
const ERASE_CHARACTER: u8 = 247;
const ARE_YOU_THERE: u8 = 246;
const INTERRUPT: u8 = 244;
const BREAK: u8 = 243;
const SE: u8 = 240;
const ABORT: u8 = 238;
const END_OF_FILE: u8 = 236;

/// The option "negotiate about window size".
const NAWS: u8 = 31;

/// The most bytes of a subnegotiation that are kept: one more than the only one that is understood,
/// so that a longer one is not taken for it.
const MOST_KEPT: usize = 6;

/// Something that came from the client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Signal {
    /// A byte that was typed.
    Typed(u8),
    /// The last character is to be taken back.
    EraseCharacter,
    /// The whole line is to be taken back.
    EraseLine,
    /// The client asks whether the server is there.
    AreYouThere,
    /// The client's window has this many columns; 0 where it does not know.
    Columns(u16),
    /// Nothing more will be typed.
    End,
}

/// How much of a command has come.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Expecting {
    #[default]
    Text,
    /// After an IAC.
    Command,
    /// After one of the four commands that are followed by an option.
    Subject(u8),
    /// In a subnegotiation.
    Parameter,
    /// After an IAC in a subnegotiation.
    ParameterCommand,
}

/// Tells what was typed from what the programs say to each other.
#[derive(Clone, Default, Debug)]
pub(super) struct Protocol {
    expecting: Expecting,
    /// What was sent in a subnegotiation so far, as far as it matters.
    parameters: Vec<u8>,
    /// Whether the client tells the size of its window.
    tells_window: bool,
}

impl Protocol {
    /// Takes the next byte, and appends what is to be answered.
    pub(super) fn take(&mut self, byte: u8, answer: &mut Vec<u8>) -> Option<Signal> {
        use Expecting::{Command, Parameter, ParameterCommand, Subject, Text};
        match (self.expecting, byte) {
            (Text, IAC) => self.expect(Command),
            (Text, _) => Some(Signal::Typed(byte)),
            (Command, IAC) => {
                self.expecting = Text;
                Some(Signal::Typed(byte))
            }
            (Command, WILL | WONT | DO | DONT) => self.expect(Subject(byte)),
            (Command, SB) => {
                self.parameters.clear();
                self.expect(Parameter)
            }
            (Command, _) => {
                self.expecting = Text;
                command(byte)
            }
            (Subject(verb), option) => {
                self.expecting = Text;
                let reply = self.negotiate(verb, option);
                answer.extend(reply.into_iter().flat_map(|reply| [IAC, reply, option]));
                None
            }
            (Parameter, IAC) => self.expect(ParameterCommand),
            (Parameter, _) => self.keep(byte),
            (ParameterCommand, IAC) => self.keep(byte),
            (ParameterCommand, SE) => {
                self.expecting = Text;
                self.window()
            }
            // No other command belongs here. It ends the subnegotiation, so that a client that has
            // forgotten the end is not mute for ever.
            (ParameterCommand, _) => {
                self.expecting = Command;
                self.take(byte, answer)
            }
        }
    }

    fn expect(&mut self, expecting: Expecting) -> Option<Signal> {
        self.expecting = expecting;
        None
    }

    fn keep(&mut self, byte: u8) -> Option<Signal> {
        if self.parameters.len() < MOST_KEPT {
            self.parameters.push(byte);
        }
        self.expect(Expecting::Parameter)
    }

    /// What is answered to an offer or a request. Only what would change something is answered, so
    /// that two programs never go on for ever: what is off is refused by saying that it stays off,
    /// and that it is off needs no answer.
    fn negotiate(&mut self, verb: u8, option: u8) -> Option<u8> {
        match (verb, option) {
            (WILL, NAWS) => (!std::mem::replace(&mut self.tells_window, true)).then_some(DO),
            (WONT, NAWS) => std::mem::replace(&mut self.tells_window, false).then_some(DONT),
            (WILL, _) => Some(DONT),
            (DO, _) => Some(WONT),
            _ => None,
        }
    }

    fn window(&self) -> Option<Signal> {
        match self.parameters[..] {
            [NAWS, high, low, _, _] if self.tells_window => {
                Some(Signal::Columns(u16::from_be_bytes([high, low])))
            }
            _ => None,
        }
    }
}

/// What a command means that stands alone; the others mean nothing here.
const fn command(byte: u8) -> Option<Signal> {
    match byte {
        ERASE_CHARACTER => Some(Signal::EraseCharacter),
        ERASE_LINE | INTERRUPT | BREAK | ABORT => Some(Signal::EraseLine),
        ARE_YOU_THERE => Some(Signal::AreYouThere),
        END_OF_FILE => Some(Signal::End),
        _ => None,
    }
}
