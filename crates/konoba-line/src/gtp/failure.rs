//! Why a command was not done.

use std::fmt;

use konoba_rules::Spec;

/// Why a command was not done. Whatever the reason, nothing has changed.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The line has an id and nothing else.
    NoCommand,
    /// There is no such command.
    UnknownCommand,
    /// The arguments are not those that the command takes.
    Syntax {
        /// The command with its arguments.
        usage: String,
    },
    /// An argument names neither side.
    NotASide(&'static Spec),
    /// An argument is not a move in any form that is understood.
    NotAMove,
    /// The game is not played on that size.
    UnacceptableSize,
    /// It is the opponent's turn.
    NotYourTurn,
    /// The game is over.
    GameOver,
    /// The move breaks a rule, which is told in the words of `konoba-why`.
    IllegalMove(String),
    /// There is no move to take back.
    CannotUndo,
    /// The game is not won yet.
    NotFinished,
    /// A position was refused, for this reason.
    NoSuchPosition(String),
    /// A record could not be read, for this reason.
    CannotLoad(String),
    /// A record could not be written, for this reason.
    CannotSave(String),
    /// The line is longer than any command needs.
    LineTooLong,
    /// The line is not UTF-8.
    NotText,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCommand => f.write_str("syntax error: there is no command after the id"),
            Self::UnknownCommand => f.write_str("unknown command"),
            Self::Syntax { usage } => write!(f, "syntax error: {usage}"),
            Self::NotASide(spec) => {
                let [first, second] = &spec.sides;
                write!(f, "syntax error: a side is b ({}) or w ({})", first.id, second.id)
            }
            Self::NotAMove => {
                f.write_str("syntax error: that is not a move; columns have no letter I here")
            }
            Self::UnacceptableSize => f.write_str("unacceptable size"),
            Self::NotYourTurn => f.write_str("not-your-turn"),
            Self::GameOver => f.write_str("game-over"),
            Self::IllegalMove(reason) => write!(f, "illegal move: {reason}"),
            Self::CannotUndo => f.write_str("cannot undo"),
            Self::NotFinished => f.write_str("not finished"),
            Self::NoSuchPosition(reason) => write!(f, "no such position: {reason}"),
            Self::CannotLoad(reason) => write!(f, "cannot load file: {reason}"),
            Self::CannotSave(reason) => write!(f, "cannot save file: {reason}"),
            Self::LineTooLong => f.write_str("line too long"),
            Self::NotText => f.write_str("line is not UTF-8"),
        }
    }
}

impl std::error::Error for Failure {}
