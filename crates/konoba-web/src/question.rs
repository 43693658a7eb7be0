//! What a page can ask, and what it is answered.

use konoba_view::Drawing;
use konoba_view::lesson::LessonBody;
use konoba_view::study::StudyBody;
use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::table::{Beginning, TableOrder};

/// What a page can ask.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub(crate) enum Question {
    /// To be told where chance begins, so that the computer plays another game on another day.
    Seed { seed: u64 },
    /// To be told for which game the net is that the page has loaded; empty if it has none.
    Net { game: String },
    /// Looks at a record and changes it, as the server does. The engine thinks so long, if it is asked.
    Study {
        #[serde(flatten)]
        study: StudyBody,
        #[serde(default)]
        millis: u64,
    },
    /// A move in a lesson, as the server is asked.
    Lesson(LessonBody),
    /// A picture of a position, as the server is asked.
    Draw(Drawing),
    /// The empty board of a set-up, as it stands in a page.
    Board { setup: String },
    /// What a move of the side to move would do, or why it may not be played.
    Why {
        #[serde(flatten)]
        game: Game,
        #[serde(rename = "move")]
        mv: String,
    },
    /// The lines that are still open.
    Lines(Game),
    /// Begins a game in the page.
    Begin(Beginning),
    /// Goes on with a game in the page.
    Resume { record: String },
    /// Has something done in the game in the page.
    Order(TableOrder),
    /// A move of the computer in the game in the page, which thinks so long.
    Reply { millis: u64, is_last: bool },
    /// What the computer would play in the game in the page.
    Hint { millis: u64 },
    /// What a move in the game in the page would do, or why it may not be played.
    TableWhy {
        #[serde(rename = "move")]
        mv: String,
    },
    /// The lines that are still open in the game in the page.
    TableLines,
    /// A question about the board of the game in the page, in words.
    TableRead { question: String },
    /// A move of the computer.
    Think {
        #[serde(flatten)]
        game: Game,
        #[serde(flatten)]
        how: How,
    },
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
