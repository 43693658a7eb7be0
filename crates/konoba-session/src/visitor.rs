//! The visitor of a session.

use std::net::IpAddr;

use konoba_live::KeyId;
use konoba_scene::TextStyle;

/// The visitor of a session, as far as the door knows.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// From where.
    pub from: IpAddr,
    /// The key by which the person is known again, where the door has proof of one.
    pub key: Option<KeyId>,
    /// What the person says first, before being asked for a name.
    pub command: Option<String>,
    /// What the door tells the person before anything else, where there is something to tell: a sentence.
    pub notice: Option<&'static str>,
    /// In which characters boards are drawn, where the client has told of it.
    pub style: TextStyle,
    /// Whether the person has asked for words alone, without drawn boards.
    pub hears_words: bool,
}

impl Visitor {
    /// A visitor of whom only the address is known.
    pub fn from(from: IpAddr) -> Self {
        let style = TextStyle::default();
        Self { from, key: None, command: None, notice: None, style, hears_words: false }
    }
}
