//! What a page can ask, and what it is answered.

use serde::{Deserialize, Serialize};

use crate::failed::Failed;

/// What is read of a question: one or several of the types below and of those that the house is asked with. Each is read by
/// itself, and looks only at its own fields. Reading all of them as one tagged type would be shorter here, but serde then
/// collects the fields first, and the code for that is a tenth of the module that every visitor loads.
pub(crate) fn part<'a, T: Deserialize<'a>>(question: &'a [u8]) -> Result<T, Failed> {
    serde_json::from_slice(question).map_err(|_| Failed::new("body", "That is not understood."))
}

/// What a page can ask.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Ask {
    /// To be told where chance begins ([`Seed`]), so that the computer plays another game on another day.
    Seed,
    /// To be told for which game the net is that the page has loaded ([`LoadedNet`]).
    Net,
    /// Looks at a record and changes it, as the server does. The engine thinks so long, if it is asked ([`Time`]).
    Study,
    /// A move in a lesson, as the server is asked.
    Lesson,
    /// A move in a puzzle that comes along, as the server is asked.
    Puzzle,
    /// A picture of a position, as the server is asked.
    Draw,
    /// The empty board of a set-up ([`Board`]), as it stands in a page.
    Board,
    /// What a move ([`Tried`]) of the side to move in a [`crate::game::Game`] would do, or why it may not be played.
    Why,
    /// The lines that are still open in a [`crate::game::Game`].
    Lines,
    /// Begins a game in the page ([`crate::table::Beginning`]).
    Begin,
    /// Goes on with a game in the page ([`Kept`]).
    Resume,
    /// Has something done in the game in the page ([`crate::table::TableOrder`]).
    Order,
    /// A move of the computer in the game in the page, which thinks so long ([`Time`]).
    Reply,
    /// What the computer would play in the game in the page, which thinks so long ([`Time`]).
    Hint,
    /// What a move ([`Tried`]) in the game in the page would do, or why it may not be played.
    TableWhy,
    /// The lines that are still open in the game in the page.
    TableLines,
    /// A question about the board of the game in the page, in words ([`Wondered`]).
    TableRead,
    /// A move of the computer in a [`crate::game::Game`], chosen like this ([`How`]).
    Think,
}

/// What every question says.
#[derive(Deserialize)]
pub(crate) struct Asked {
    pub(crate) ask: Ask,
}

/// Where chance begins.
#[derive(Deserialize)]
pub(crate) struct Seed {
    pub(crate) seed: u64,
}

/// The game whose net the page has loaded; empty if it has none.
#[derive(Deserialize)]
pub(crate) struct LoadedNet {
    pub(crate) game: String,
}

/// How long the engine thinks, in milliseconds, and whether it has to move then.
#[derive(Deserialize)]
pub(crate) struct Time {
    #[serde(default)]
    pub(crate) millis: u64,
    #[serde(default)]
    pub(crate) is_last: bool,
}

/// The set-up whose board is wanted.
#[derive(Deserialize)]
pub(crate) struct Board {
    pub(crate) setup: String,
}

/// A move that is not played yet.
#[derive(Deserialize)]
pub(crate) struct Tried {
    #[serde(rename = "move")]
    pub(crate) mv: String,
}

/// A game that was kept.
#[derive(Deserialize)]
pub(crate) struct Kept {
    pub(crate) record: String,
    /// The side that the visitor began with, by its id; the first unless given.
    pub(crate) side: Option<String>,
}

/// A question about the board, in words.
#[derive(Deserialize)]
pub(crate) struct Wondered {
    pub(crate) question: String,
}

/// How to choose a move.
#[derive(Deserialize)]
pub(crate) struct How {
    /// The level as people write it; the strongest unless given.
    pub(crate) level: Option<String>,
    /// Where chance begins.
    #[serde(default)]
    pub(crate) seed: u64,
    /// The most positions to visit.
    pub(crate) visits: Option<u64>,
    /// The most time.
    pub(crate) millis: Option<u64>,
}

/// A picture.
#[derive(Serialize)]
pub(crate) struct Drawn {
    pub(crate) svg: String,
}

/// The answer to a question in words.
#[derive(Serialize)]
pub(crate) struct Said {
    pub(crate) says: String,
}

/// A move of the computer.
#[derive(Serialize)]
pub(crate) struct Thoughts {
    /// The move as it is written.
    pub(crate) best: String,
    /// How many positions it has visited.
    pub(crate) visits: u64,
    /// How likely the side to move is to win, from 0 to 1.
    pub(crate) win_rate: Option<f32>,
    /// Each move that was thought about, with its visits and how likely it wins.
    pub(crate) candidates: Vec<(String, u64, Option<f32>)>,
}
