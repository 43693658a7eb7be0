//! A session: one game and whoever asks about it.

use konoba_rules::Setup;

use super::answer::{cleaned, split_id};
use super::arguments::Arguments;
use super::game::Game;
use super::{Answer, Failure, Files};

/// A session of GTP. It takes lines and gives answers, and knows nothing of where they come from.
///
/// ```
/// use konoba_line::gtp::{NoFiles, Session};
/// use konoba_rules::{GAMES, Setup};
/// let mut session = Session::new(Setup::default_of(GAMES[0]), NoFiles);
/// assert!(session.answer("play black c3").unwrap().result.is_ok());
/// let answer = session.answer("7 play black c4").unwrap();
/// assert_eq!(answer.to_string(), "?7 not-your-turn\n\n");
/// ```
#[derive(Clone, Debug)]
pub struct Session<F> {
    /// How the next game will be set up; the one on the board may have come with a set-up of its
    /// own.
    pub(super) setup: Setup,
    pub(super) game: Game,
    pub(super) files: F,
    pub(super) has_quit: bool,
}

impl<F: Files> Session<F> {
    /// A session that begins with the empty board and may see these files.
    pub fn new(setup: Setup, files: F) -> Self {
        Self { setup, game: Game::new(setup), files, has_quit: false }
    }

    /// Whether the session was told to quit, after which nobody should ask it anything.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// The answer to a line; `None` to one that is empty or a comment.
    pub fn answer(&mut self, line: &str) -> Option<Answer> {
        let line = cleaned(line);
        if line.trim().is_empty() {
            return None;
        }
        let (id, command) = split_id(&line);
        Some(Answer { id, result: self.obey(command.trim()) })
    }

    fn obey(&mut self, line: &str) -> Result<String, Failure> {
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        if name.is_empty() {
            return Err(Failure::NoCommand);
        }
        let command = Self::COMMANDS.iter().find(|command| command.name == name);
        let command = command.ok_or(Failure::UnknownCommand)?;
        (command.run)(self, Arguments::new(rest, self.setup.spec, command.usage()))
    }
}
