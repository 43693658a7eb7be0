//! The engine: a program that speaks GTP.

use std::fmt;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, bail};
use konoba_http::view::TableView;
use konoba_rules::{Point, Setup};
use konoba_scene::Letters;

use konoba_lab::program::{Program, Stopper, wrong_answer};

/// How long an engine may take for anything. At most tables its clock runs out long before.
const PATIENCE: Duration = Duration::from_secs(24 * 60 * 60);
/// How long it may take to begin a game: some load a large net first.
const BEGINNING: Duration = Duration::from_secs(120);
/// How long an answer is that can be a move. Longer ones are not worth sending, and may be longer than a server reads.
const LONGEST_MOVE: usize = 16;

/// What an engine wants to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum EngineMove {
    /// To play this move.
    Move(String),
    /// To swap.
    Swap,
    /// To give up.
    Resign,
}

/// In words that follow "it wants to".
impl fmt::Display for EngineMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(mv) => write!(f, "play {}", mv.escape_debug()),
            Self::Swap => f.write_str("swap"),
            Self::Resign => f.write_str("resign"),
        }
    }
}

pub(super) struct GtpEngine {
    program: Program,
    /// The moves that it has been told.
    told: Vec<String>,
    is_set_up: bool,
}

impl GtpEngine {
    pub(super) fn start(command: &[String]) -> anyhow::Result<Self> {
        let [program, arguments @ ..] = command else { bail!("no engine is named") };
        let started = Program::start(Command::new(program).args(arguments));
        let program = started.with_context(|| program.clone())?;
        Ok(Self { program, told: Vec::new(), is_set_up: false })
    }

    /// Has the engine begin a game, so that one that cannot is known before a person waits for it.
    pub(super) fn try_out(&mut self, setup: Setup) -> anyhow::Result<()> {
        self.program.ask(&format!("boardsize {}", setup.size), BEGINNING)?;
        self.program.ask("clear_board", BEGINNING)?;
        Ok(())
    }

    /// By what another thread ends the engine.
    pub(super) fn stopper(&self) -> Stopper {
        self.program.stopper()
    }

    /// What the engine does in a game that has come so far, with so much time left where there is a clock.
    pub(super) fn think(
        &mut self,
        view: &TableView,
        left: Option<Duration>,
    ) -> anyhow::Result<EngineMove> {
        self.follow(view)?;
        let seat = view.to_move.context("no player is to move")?;
        let seat = view.seats.iter().find(|own| own.seat == seat).context("there is no seat")?;
        let side = seat.side.as_ref().context("the seat has no side")?;
        let colour = colour(&side.class);
        if let Some(left) = left {
            let told = format!("time_left {colour} {} 0", left.as_secs());
            self.program.suggest(&told, PATIENCE)?;
        }
        let answer = self.ask(&format!("genmove {colour}"))?;
        if answer.len() > LONGEST_MOVE {
            return Err(wrong_answer("genmove", &answer).into());
        }
        let mv = answer.to_lowercase();
        self.told.push(mv.clone());
        match mv.as_str() {
            "resign" => Ok(EngineMove::Resign),
            "swap" => Ok(EngineMove::Swap),
            _ => Ok(EngineMove::Move(from_gtp(&mv))),
        }
    }

    /// Tells the engine the moves that it does not know, from the start where some were taken back.
    fn follow(&mut self, view: &TableView) -> anyhow::Result<()> {
        let moves = &view.moves.then;
        let written = moves_of(view);
        let known = self.told.iter().zip(&written).take_while(|(own, new)| own == new).count();
        if !self.is_set_up || known < self.told.len() {
            let setup: Setup = view.setup.parse()?;
            self.ask(&format!("boardsize {}", setup.size))?;
            self.ask("clear_board")?;
            self.told.clear();
            self.is_set_up = true;
        }
        for number in self.told.len()..written.len() {
            let colour = colour(&moves[number].side);
            self.ask(&format!("play {colour} {}", written[number]))?;
            self.told.push(written[number].clone());
        }
        Ok(())
    }

    /// Sends a command and gives back what is answered.
    fn ask(&mut self, command: &str) -> anyhow::Result<String> {
        Ok(self.program.ask(command, PATIENCE)?)
    }
}

/// The moves of a game as the engine is told them.
pub(super) fn moves_of(view: &TableView) -> Vec<String> {
    view.moves.then.iter().map(|mv| to_gtp(&mv.mv)).collect()
}

/// The colours by which GTP calls the first and the second side.
fn colour(class: &str) -> &'static str {
    if class == "first" { "black" } else { "white" }
}

/// A move as GTP writes it, where the letter I is skipped.
fn to_gtp(mv: &str) -> String {
    let (piece, point) = split(mv);
    match point.parse::<Point>() {
        Ok(at) => format!("{piece}{}", Letters::SkippingI.name(at)).to_lowercase(),
        Err(_) => mv.to_lowercase(),
    }
}

/// A move that GTP has written.
fn from_gtp(mv: &str) -> String {
    let (piece, point) = split(mv);
    let mut letters = point.chars();
    match letters.next().filter(|_| is_placement(mv)) {
        Some(letter @ 'j'..='z') => {
            format!("{piece}{}{}", char::from(letter as u8 - 1), letters.as_str())
        }
        _ => mv.to_owned(),
    }
}

/// Swap and pass end with a letter.
fn is_placement(mv: &str) -> bool {
    mv.ends_with(|c: char| c.is_ascii_digit())
}

/// The letter of a piece, if there is one before the point, and the point.
fn split(mv: &str) -> (&str, &str) {
    match mv.char_indices().nth(1) {
        Some((at, letter)) if letter.is_ascii_alphabetic() && is_placement(mv) => mv.split_at(at),
        _ => ("", mv),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_of_each_protocol() {
        for (own, gtp) in [
            ("c4", "c4"),
            ("h8", "h8"),
            ("i9", "j9"),
            ("s19", "t19"),
            ("xc4", "xc4"),
            ("oi5", "oj5"),
            ("swap", "swap"),
            ("pass", "pass"),
        ] {
            assert_eq!(to_gtp(own), gtp);
            assert_eq!(from_gtp(gtp), own);
        }
        assert_eq!(to_gtp("Xc4"), "xc4");
        // What is no move is for the server to refuse.
        assert_eq!(from_gtp("čc4"), "čc4");
    }
}
