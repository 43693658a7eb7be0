//! Where a command begins: at the start of a game, after some moves, or at a drawn position.

use anyhow::{Context, anyhow, bail};
use clap::Args;
use konoba_rules::record::Outcome;
use konoba_rules::{AnyPosition, Move, Played, Points, Record, Setup, text};
use konoba_scene::{Refusal, Sentences};
use konoba_table::Recorded;

/// A game and perhaps what has happened in it.
#[derive(Args, Debug)]
pub struct Start {
    /// The game and how it is set up
    #[arg(value_name = "GAME[:SETUP]")]
    setup: Setup,
    #[command(flatten)]
    since: Since,
}

/// What has happened in a game.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct Since {
    /// Moves from the empty board, a forced pass among them: "c3 b2 pass"
    #[arg(long)]
    pub moves: Option<String>,
    /// A position instead, rows from the top and the side to move: "W.B/W.B/... black"
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
}

/// A position, and the move that led to it if one is known.
pub struct Reached {
    /// The position.
    pub position: AnyPosition,
    /// The move that led there, if one did.
    pub last: Option<Played<Points>>,
    /// How the game ended there, if it did.
    pub outcome: Option<Outcome>,
}

impl Start {
    /// The position to begin with.
    pub fn position(&self) -> anyhow::Result<AnyPosition> {
        Ok(self.since.reached(self.setup, None)?.position)
    }
}

impl Since {
    /// Whether nothing has happened.
    pub fn is_empty(&self) -> bool {
        self.moves.is_none() && self.position.is_none()
    }

    /// Where a game stands after it, or after so many of its moves.
    pub fn reached(&self, setup: Setup, at: Option<usize>) -> anyhow::Result<Reached> {
        match &self.position {
            Some(rows) => Reached::in_text(text::read(setup, rows)),
            None => Reached::by_moves(setup, self.moves.as_deref().unwrap_or_default(), at),
        }
    }
}

impl Reached {
    /// What a position text describes.
    pub fn in_text(read: Result<AnyPosition, text::TextError>) -> anyhow::Result<Self> {
        Ok(Self { position: read.context("--position")?, last: None, outcome: None })
    }

    /// Where the game in a record ends, or where the main line is after so many moves. Variations may go on from the end.
    pub fn in_record(record: &Record, at: Option<usize>) -> anyhow::Result<Self> {
        check_number(at, record.moves().count())?;
        let game = Recorded::of(record);
        let end = game.nodes().len();
        let at = at.unwrap_or(end);
        let outcome = game.outcome().filter(|_| at == end).cloned();
        let mut reached = Self { position: *record.start(), last: None, outcome };
        for mv in record.moves().take(at) {
            let played = reached.position.play(mv).expect("a record holds legal moves only");
            reached.last = Some(played);
        }
        Ok(reached)
    }

    fn by_moves(setup: Setup, moves: &str, at: Option<usize>) -> anyhow::Result<Self> {
        check_number(at, moves.split_whitespace().count())?;
        let mut reached = Self { position: AnyPosition::start(setup), last: None, outcome: None };
        let moves = (1..).zip(moves.split_whitespace());
        for (number, word) in moves.take(at.unwrap_or(usize::MAX)) {
            let played = reached.play(word);
            played.with_context(|| format!("--moves: move {number}, '{word}'"))?;
        }
        Ok(reached)
    }

    fn play(&mut self, word: &str) -> anyhow::Result<()> {
        let Self { position, last, .. } = self;
        let setup = position.setup();
        let mv = Move::read(word, setup.spec).map_err(|_| anyhow!("That is not a move."))?;
        let side = position.to_move();
        match position.play(mv) {
            Ok(played) => *last = Some(played),
            Err(why) => {
                let refusal = Refusal { side, mv, why };
                return Err(anyhow!(Sentences::of(setup).refusal(position, &refusal)));
            }
        }
        Ok(())
    }
}

/// Whether there are as many moves as are wanted.
fn check_number(at: Option<usize>, moves: usize) -> anyhow::Result<()> {
    if at.is_some_and(|at| at > moves) {
        let many = if moves == 1 { "move" } else { "moves" };
        bail!("--at: the game has only {moves} {many}");
    }
    Ok(())
}
