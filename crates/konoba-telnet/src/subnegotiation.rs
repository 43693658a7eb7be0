//! What the two programs tell each other about an option that is on.

use crate::options::{CHARSET, DATA, ENVIRONMENT, IAC, SB, SE, SERVER_STATUS, TERMINAL_TYPE};

/// The sign before a value that is told, and the one that asks for it (RFC 1091, 1572).
const IS: u8 = 0;
const SEND: u8 = 1;
/// What comes next in the variables of an environment (RFC 1572).
const VAR: u8 = 0;
const VALUE: u8 = 1;
const USERVAR: u8 = 3;
/// Which characters are proposed, and which are accepted (RFC 2066).
const REQUEST: u8 = 1;
const ACCEPTED: u8 = 2;
const REJECTED: u8 = 3;

/// The kind of the terminal is asked for at most so often: name, terminal and abilities come one after the other (MTTS).
const MOST_KINDS: u8 = 3;

/// The abilities of a client as numbers (MTTS).
const UTF_8: u32 = 4;
const SCREEN_READER: u32 = 64;

/// What is known of a client by what it has told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Told {
    /// It reads the text aloud to a person who does not see it.
    ScreenReader,
    /// It shows every character, or ASCII alone.
    ShowsUnicode(bool),
    /// It is a client for games, which wants to know where a question ends.
    GameClient,
}

/// What is told about terminals, characters and variables.
#[derive(Clone, Default, Debug)]
pub(super) struct Subnegotiation {
    kinds_asked: u8,
}

impl Subnegotiation {
    /// An option has come on: asks for what belongs to it.
    pub(super) fn begin(&mut self, option: u8, answer: &mut Vec<u8>) {
        match option {
            TERMINAL_TYPE => self.ask_for_kind(answer),
            ENVIRONMENT => {
                let mut asked = vec![SEND];
                for name in ["MTTS", "CHARSET"] {
                    asked.push(VAR);
                    asked.extend(name.bytes());
                }
                asked.push(USERVAR);
                asked.extend(b"KONOBA_WORDS");
                answer.extend(framed(ENVIRONMENT, &asked));
            }
            CHARSET => answer.extend(framed(CHARSET, b"\x01;UTF-8;US-ASCII")),
            _ => {}
        }
    }

    /// Takes what the client tells about an option that is on.
    pub(super) fn take(&mut self, option: u8, said: &[u8], answer: &mut Vec<u8>) -> Vec<Told> {
        match (option, said) {
            (TERMINAL_TYPE, [IS, kind @ ..]) => match abilities(kind) {
                Some(abilities) => told_by(abilities),
                None => {
                    self.ask_for_kind(answer);
                    Vec::new()
                }
            },
            (CHARSET, [ACCEPTED, name @ ..]) => vec![Told::ShowsUnicode(is_utf_8(name))],
            (CHARSET, [REJECTED, ..]) => vec![Told::ShowsUnicode(false)],
            // The client may propose characters too; ours are accepted or none are.
            (CHARSET, [REQUEST, ..]) => {
                answer.extend(framed(CHARSET, &[REJECTED]));
                Vec::new()
            }
            (ENVIRONMENT, [_, variables @ ..]) => told_by_variables(variables),
            _ => Vec::new(),
        }
    }

    fn ask_for_kind(&mut self, answer: &mut Vec<u8>) {
        if self.kinds_asked < MOST_KINDS {
            self.kinds_asked += 1;
            answer.extend(framed(TERMINAL_TYPE, &[SEND]));
        }
    }
}

/// Something about an option as it is sent; a 255 in it is doubled.
fn framed(option: u8, said: &[u8]) -> Vec<u8> {
    let mut framed = vec![IAC, SB, option];
    for byte in said {
        framed.extend(std::iter::repeat_n(*byte, if *byte == IAC { 2 } else { 1 }));
    }
    framed.extend([IAC, SE]);
    framed
}

/// An event as data (GMCP): a name and JSON.
pub(super) fn data(name: &str, json: &str) -> Vec<u8> {
    framed(DATA, format!("{name} {json}").as_bytes())
}

/// What the server is (MSSP): names and values.
pub(super) fn server_status(status: &[(&str, String)]) -> Vec<u8> {
    let mut said = Vec::new();
    for (name, value) in status {
        said.push(1);
        said.extend(name.bytes());
        said.push(2);
        said.extend(value.bytes());
    }
    framed(SERVER_STATUS, &said)
}

/// `MTTS 271`
fn abilities(kind: &[u8]) -> Option<u32> {
    str::from_utf8(kind).ok()?.strip_prefix("MTTS ")?.trim().parse().ok()
}

fn told_by(abilities: u32) -> Vec<Told> {
    let mut told = vec![Told::GameClient, Told::ShowsUnicode(abilities & UTF_8 != 0)];
    if abilities & SCREEN_READER != 0 {
        told.push(Told::ScreenReader);
    }
    told
}

/// What the variables of an environment tell, each a name and a value.
fn told_by_variables(variables: &[u8]) -> Vec<Told> {
    let mut told = Vec::new();
    for variable in variables.split(|byte| matches!(*byte, VAR | USERVAR)) {
        let Some(at) = variable.iter().position(|byte| *byte == VALUE) else { continue };
        let (name, value) = (&variable[..at], &variable[at + 1..]);
        match (name, str::from_utf8(value).ok()) {
            (b"MTTS", Some(value)) => {
                told.extend(value.parse().into_iter().flat_map(told_by));
            }
            (b"CHARSET", Some(_)) => told.push(Told::ShowsUnicode(is_utf_8(value))),
            (b"KONOBA_WORDS", Some(value)) if !value.is_empty() && value != "0" => {
                told.push(Told::ScreenReader);
            }
            _ => {}
        }
    }
    told
}

fn is_utf_8(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"utf-8") || name.eq_ignore_ascii_case(b"utf8")
}
