//! What reaches the application and what it wants done. Between the two it is pure.

use std::path::PathBuf;

use crossterm::event::{KeyEvent, MouseEvent};
use konoba_advice::MissedWin;
use konoba_rules::{AnyPosition, Record};
use konoba_scene::Advice;
use konoba_table::Table;

use crate::house::{HouseNews, HouseRequest};
use crate::thinking::ChosenAction;

/// Something that has happened outside.
#[derive(Clone, Debug)]
pub enum Input {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The terminal has this many columns and rows now.
    Resize(u16, u16),
    /// Time has gone by.
    Tick,
    /// What was kept; the answer to [`Effect::List`].
    Kept {
        /// The games, the newest first.
        games: Vec<Kept>,
        /// What is to be said of files that are no records any more, if there are any.
        damaged: Option<String>,
    },
    /// A record was read, or could not be; the answer to [`Effect::Open`].
    Opened(Result<Box<Loaded>, String>),
    /// There is a file already where a record was to be written, and it was left alone.
    Exists(PathBuf),
    /// A record was written where the person wanted it, or could not be.
    Written(Result<PathBuf, String>),
    /// What a person should know of a game that was kept, or could not be: a sentence.
    Keeping(Result<String, String>),
    /// The engine of a seat has chosen; the answer to
    /// [`Effect::Think`].
    Chosen(ChosenAction),
    /// Something at the house, where the tables are those of one.
    House(HouseNews),
    /// What an engine thinks of a position; the answer to [`Effect::Advise`].
    Advice(Box<AnyPosition>, Advice),
    /// How the search for missed wins goes; the answer to [`Effect::SeekMissed`].
    Missed(MissedNews),
}

/// What a search for missed wins tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MissedNews {
    /// It looks at the move of this number, from the end of the game on back.
    LookingAt(usize),
    /// It is done, and this is what was missed, in the order of the game.
    Found(Vec<MissedWin>),
}

/// Something that the application wants done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Keep a game in the state folder under this name, in place of what is there.
    Keep {
        /// The name of the file.
        file: String,
        /// What is to be in it.
        sgf: String,
    },
    /// Have the engine think that plays for the seat to move.
    Think(Box<Table>),
    /// Have the engine think about a position, for a person who wants to know.
    Advise(Box<AnyPosition>),
    /// Look for missed wins in a game that is over.
    SeekMissed(Box<Record>),
    /// Keep the settings.
    KeepSettings(String),
    /// Keep which puzzles were solved.
    KeepSolved(String),
    /// Tell which games were kept.
    List,
    /// Read a record.
    Open(PathBuf),
    /// Delete a game that was kept, and tell which are left.
    Delete(PathBuf),
    /// Write a record where the person wants it.
    Write {
        /// Where.
        path: PathBuf,
        /// What is to be in the file.
        sgf: String,
        /// Whether a file that is there is replaced.
        overwrites: bool,
    },
    /// Draw everything anew, because something else has written on the terminal.
    Repaint,
    /// Stop the program until the shell has it go on.
    Suspend,
    /// Ask the house for something.
    House(HouseRequest),
    /// Put text on the clipboard.
    Copy(String),
    /// Leave the terminal.
    Quit,
}

/// A game that was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Where it is.
    pub path: PathBuf,
    /// What to call it in a list.
    pub title: String,
    /// The day on which it began, if that is known.
    pub day: Option<String>,
    /// Whether it can go on.
    pub is_unfinished: bool,
}

/// A record that was read, and the file to keep it in if it goes on.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The record.
    pub record: Record,
    /// The name of its file in the state folder, where it came from there.
    pub file: Option<String>,
}
