//! A session: one game and the commands about it.

use std::time::Duration;

use konoba_engine::Limits;
use konoba_engine::levels;
use konoba_rules::{Level, Setup};

use super::arguments::Arguments;
use super::game::Game;
use super::response::{cleaned, split_id};
use super::thinking::{MakePlayer, SessionPlayer};
use super::{Failure, Files, Response};

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
#[derive(Debug)]
pub struct Session<F> {
    /// How the next game will be set up; the one on the board may have come with a set-up of its
    /// own.
    pub(super) setup: Setup,
    pub(super) game: Game,
    pub(super) files: F,
    pub(super) player: SessionPlayer,
    pub(super) has_quit: bool,
}

/// How long the engine thinks about a move where the time is not counted.
const USUAL_TIME: Duration = Duration::from_secs(1);

impl<F: Files> Session<F> {
    /// A session that begins with the empty board and may see these files. The engine plays without a
    /// net and thinks for a second, unless it is told more about time.
    pub fn new(setup: Setup, files: F) -> Self {
        let make = |setup| levels::player(Level::STRONGEST, setup, 0);
        let player = SessionPlayer::new(Box::new(make), Limits::time(USUAL_TIME));
        Self { setup, game: Game::new(setup), files, player, has_quit: false }
    }

    /// The same with other players, who think so long where the time is not counted.
    pub fn with_players(self, make: MakePlayer, limits: Limits) -> Self {
        Self { player: SessionPlayer::new(make, limits), ..self }
    }

    /// Whether the session was told to quit, after which no command should follow.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// The answer to a line; `None` to one that is empty or a comment.
    pub fn answer(&mut self, line: &str) -> Option<Response> {
        let line = cleaned(line);
        if line.trim().is_empty() {
            return None;
        }
        let (id, command) = split_id(&line);
        Some(Response { id, result: self.obey(command.trim()) })
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
