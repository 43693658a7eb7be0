//! What is settled before the players are asked.

use konoba_rules::{Level, Record, Setup, Side};
use konoba_scene::TextStyle;
use konoba_table::{Name, TimeControl};

use super::manner::Showing;

/// What is settled before the players are asked. What is settled here is not asked.
#[derive(Clone, Debug)]
pub struct Config {
    /// The game and how it is set up.
    pub setup: Setup,
    /// Whether the size was chosen, rather than the default.
    pub size_is_chosen: bool,
    /// The names of those who play the first and the second side.
    pub names: Option<[Name; 2]>,
    /// The side that an engine of the house plays, and its level. Its name is not asked, and what it
    /// does is told by [`Dialogue::reply`](super::Dialogue::reply).
    pub engine: Option<(Side, Level)>,
    /// Whether an engine is there to give hints, by [`Dialogue::advise`](super::Dialogue::advise).
    pub gives_hints: bool,
    /// How much time the players have.
    pub time: TimeControl,
    /// A game to go on with. Its set-up, its clocks and its engines count, and its names where none
    /// are given.
    pub record: Option<Record>,
    /// The file in which the record is kept while the game is played.
    pub save: Option<String>,
    /// Whether people are asked, after the end, to play again.
    pub asks_again: bool,
    /// Whether boards are drawn at all.
    pub showing: Showing,
    /// In which characters boards are drawn.
    pub style: TextStyle,
}

impl Config {
    /// Everything is asked but the game, and nothing is saved.
    pub const fn new(setup: Setup) -> Self {
        Self {
            setup,
            size_is_chosen: false,
            names: None,
            engine: None,
            gives_hints: false,
            time: TimeControl::None,
            record: None,
            save: None,
            asks_again: false,
            showing: Showing::Drawn,
            style: TextStyle::Unicode,
        }
    }
}
