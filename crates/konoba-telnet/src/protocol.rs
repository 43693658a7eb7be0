//! The Telnet protocol (RFC 854): which bytes a person typed, and which the two programs say to each other.
//!
//! A client that is not asked to leave line mode stays in it, edits and echoes by itself. What a client offers or asks
//! for is declined, but for the options that [`Options`] knows.

use crate::options::{
    DO, DONT, END_OF_RECORD, IAC, Options, SB, SE, SERVER_STATUS, WILL, WINDOW, WONT,
};
use crate::subnegotiation::{Subnegotiation, Told};

const ERASE_LINE: u8 = 248;
const ERASE_CHARACTER: u8 = 247;
const ARE_YOU_THERE: u8 = 246;
const INTERRUPT: u8 = 244;
const BREAK: u8 = 243;
const GO_AHEAD: u8 = 249;
/// A text ends here that a person is to answer (RFC 885).
const MARK_OF_RECORD: u8 = 239;
const ABORT: u8 = 238;
const END_OF_FILE: u8 = 236;

/// The most bytes of a subnegotiation that are kept. What is longer is of no use here and is not taken for what it begins
/// with.
const MOST_KEPT: usize = 512;

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
    /// What the client has told of itself.
    Told(Told),
    /// The client wants to know what the server is.
    StatusWanted,
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
    /// Whether more was sent than is kept.
    is_too_long: bool,
    options: Options,
    /// The options about which something was asked or told because they came on.
    begun: Vec<u8>,
    subnegotiation: Subnegotiation,
    /// Whether it is a client for games.
    is_game_client: bool,
}

impl Protocol {
    /// Asks what kind of terminal it is, once.
    pub(super) fn ask_for_terminal(&mut self, answer: &mut Vec<u8>) {
        self.options.ask_for_terminal(answer);
    }

    /// Whether an option is on.
    pub(super) fn is_on(&self, option: u8) -> bool {
        self.options.is_on(option)
    }

    /// What is sent behind a text that a person may answer, so that a client knows where it ends.
    pub(super) fn end_of_text(&self) -> &'static [u8] {
        if self.options.is_on(END_OF_RECORD) {
            &[IAC, MARK_OF_RECORD]
        } else if self.is_game_client {
            &[IAC, GO_AHEAD]
        } else {
            &[]
        }
    }

    /// Takes the next byte, and appends what it means and what is to be answered.
    pub(super) fn take(&mut self, byte: u8, signals: &mut Vec<Signal>, answer: &mut Vec<u8>) {
        let signal = self.take_one(byte, signals, answer);
        signals.extend(signal);
    }

    fn take_one(
        &mut self,
        byte: u8,
        signals: &mut Vec<Signal>,
        answer: &mut Vec<u8>,
    ) -> Option<Signal> {
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
                self.is_too_long = false;
                self.expect(Parameter)
            }
            (Command, _) => {
                self.expecting = Text;
                command(byte)
            }
            (Subject(verb), option) => {
                self.expecting = Text;
                let came_on = self.options.negotiate(verb, option, answer);
                self.options.offer(answer);
                // Once, however often the client turns it off and on: what is asked is longer than that.
                if !came_on || self.begun.contains(&option) {
                    return None;
                }
                self.begun.push(option);
                self.subnegotiation.begin(option, answer);
                (option == SERVER_STATUS).then_some(Signal::StatusWanted)
            }
            (Parameter, IAC) => self.expect(ParameterCommand),
            (Parameter, _) => self.keep(byte),
            (ParameterCommand, IAC) => self.keep(byte),
            (ParameterCommand, SE) => {
                self.expecting = Text;
                self.told(signals, answer);
                None
            }
            // No other command belongs here. It ends the subnegotiation, so that a client that has
            // forgotten the end is not mute for ever.
            (ParameterCommand, _) => {
                self.expecting = Command;
                self.take_one(byte, signals, answer)
            }
        }
    }

    fn expect(&mut self, expecting: Expecting) -> Option<Signal> {
        self.expecting = expecting;
        None
    }

    fn keep(&mut self, byte: u8) -> Option<Signal> {
        match self.parameters.len() < MOST_KEPT {
            true => self.parameters.push(byte),
            false => self.is_too_long = true,
        }
        self.expect(Expecting::Parameter)
    }

    /// A subnegotiation is whole.
    fn told(&mut self, signals: &mut Vec<Signal>, answer: &mut Vec<u8>) {
        let said = std::mem::take(&mut self.parameters);
        let Some((&option, said)) = said.split_first() else { return };
        if self.is_too_long || !self.options.is_on(option) {
            return;
        }
        if let (WINDOW, [high, low, _, _]) = (option, said) {
            signals.push(Signal::Columns(u16::from_be_bytes([*high, *low])));
        }
        for told in self.subnegotiation.take(option, said, answer) {
            match told {
                Told::GameClient => self.is_game_client = true,
                told => signals.push(Signal::Told(told)),
            }
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
