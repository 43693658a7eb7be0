//! Which options are on (RFC 855, 1143), and what is offered to a client that speaks Telnet at all.
//!
//! The server asks one thing of its own accord, the kind of the terminal, and that only of a client whose first line
//! ended as Telnet ends lines. Everything else is offered once the client has negotiated anything, so that a person with a
//! bare socket is not shown signs that they cannot read.

pub(super) const DONT: u8 = 254;
pub(super) const DO: u8 = 253;
pub(super) const WONT: u8 = 252;
pub(super) const WILL: u8 = 251;
/// Interpret as command.
pub(super) const IAC: u8 = 255;
/// The beginning and the end of what is told about an option that is on.
pub(super) const SB: u8 = 250;
pub(super) const SE: u8 = 240;

/// The kind of the terminal (RFC 1091), by which clients also say what they can do (MTTS).
pub(super) const TERMINAL_TYPE: u8 = 24;
/// The end of a text that a person is to answer (RFC 885).
pub(super) const END_OF_RECORD: u8 = 25;
/// The size of the window (RFC 1073).
pub(super) const WINDOW: u8 = 31;
/// Variables of the client's environment (RFC 1572).
pub(super) const ENVIRONMENT: u8 = 39;
/// The characters of the text (RFC 2066).
pub(super) const CHARSET: u8 = 42;
/// What the server is, for lists of servers (MSSP).
pub(super) const SERVER_STATUS: u8 = 70;
/// Events as data (GMCP).
pub(super) const DATA: u8 = 201;

/// What the client may do here, and what the server does where the client wants it.
const OF_CLIENT: [u8; 3] = [TERMINAL_TYPE, WINDOW, ENVIRONMENT];
const OF_SERVER: [u8; 4] = [CHARSET, END_OF_RECORD, SERVER_STATUS, DATA];

/// How far an option has come.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum State {
    #[default]
    Off,
    /// It was offered or asked for, and the client has not answered.
    Asked,
    On,
}

/// Which options are on.
#[derive(Clone, Default, Debug)]
pub(super) struct Options {
    client: [State; OF_CLIENT.len()],
    server: [State; OF_SERVER.len()],
    has_offered: bool,
}

impl Options {
    /// Whether this is on, at whichever end it belongs to.
    pub(super) fn is_on(&self, option: u8) -> bool {
        let of = |options: &[u8], states: &[State]| {
            let at = options.iter().position(|known| *known == option);
            at.is_some_and(|at| states[at] == State::On)
        };
        of(&OF_CLIENT, &self.client) || of(&OF_SERVER, &self.server)
    }

    /// Asks for the kind of the terminal, once.
    pub(super) fn ask_for_terminal(&mut self, answer: &mut Vec<u8>) {
        if self.client[0] == State::Off {
            self.client[0] = State::Asked;
            answer.extend([IAC, DO, TERMINAL_TYPE]);
        }
    }

    /// Takes what the client says of an option, answers it, and returns whether it came on just now.
    ///
    /// Only what would change something is answered, so that two programs never go on for ever: what is off is refused
    /// by saying that it stays off, and that it is off needs no answer.
    pub(super) fn negotiate(&mut self, verb: u8, option: u8, answer: &mut Vec<u8>) -> bool {
        let (known, states, agree, refuse) = match verb {
            WILL | WONT => (&OF_CLIENT[..], &mut self.client[..], DO, DONT),
            _ => (&OF_SERVER[..], &mut self.server[..], WILL, WONT),
        };
        let state = known.iter().position(|known| *known == option).map(|at| &mut states[at]);
        let is_wanted = matches!(verb, WILL | DO);
        let Some(state) = state else {
            if is_wanted {
                answer.extend([IAC, refuse, option]);
            }
            return false;
        };
        let before = *state;
        *state = if is_wanted { State::On } else { State::Off };
        match (is_wanted, before) {
            (true, State::Off) => answer.extend([IAC, agree, option]),
            (false, State::On) => answer.extend([IAC, refuse, option]),
            _ => {}
        }
        is_wanted && before != State::On
    }

    /// Offers everything, once, to a client that has negotiated something.
    pub(super) fn offer(&mut self, answer: &mut Vec<u8>) {
        if std::mem::replace(&mut self.has_offered, true) {
            return;
        }
        self.ask_for_terminal(answer);
        let ask = |verb: u8, option: u8, state: &mut State, answer: &mut Vec<u8>| {
            if *state == State::Off {
                *state = State::Asked;
                answer.extend([IAC, verb, option]);
            }
        };
        for (option, state) in OF_CLIENT.iter().zip(&mut self.client) {
            ask(DO, *option, state, answer);
        }
        for (option, state) in OF_SERVER.iter().zip(&mut self.server) {
            ask(WILL, *option, state, answer);
        }
    }
}
