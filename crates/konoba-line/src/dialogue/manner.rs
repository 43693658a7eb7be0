//! How a conversation is held.

use konoba_scene::TextStyle;

/// How a conversation is held.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Manner {
    /// Whether boards are drawn at all.
    pub showing: Showing,
    /// In which characters boards are drawn.
    pub style: TextStyle,
    /// Whether people are asked, after the end, to play again.
    pub asks_again: bool,
}

/// How a game is shown.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Showing {
    /// By a drawn board after each move, beside the words.
    #[default]
    Drawn,
    /// By words alone: no board is drawn, and each change is said once.
    Words,
}

impl Showing {
    /// What is meant by "board on" and "board off", of which this is the second word.
    pub fn named(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "on" => Some(Self::Drawn),
            "off" => Some(Self::Words),
            _ => None,
        }
    }
}
