//! Where a command begins: at the start of a game, after some moves, or at a drawn position.

use std::str::FromStr;

use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use konoba_rules::record::Outcome;
use konoba_rules::{AnyPosition, Move, Played, Points, Record, Setup, SetupError, text};
use konoba_scene::{Refusal, Sentences};
use konoba_table::Recorded;

/// A game and perhaps what has happened in it.
#[derive(Args, Debug)]
pub struct Start {
    /// The game and how it is set up
    #[arg(value_name = "GAME[:SETUP]")]
    setup: TypedSetup,
    #[command(flatten)]
    since: Since,
}

/// A set-up as a person types it.
#[derive(Clone, Copy, Debug)]
pub struct TypedSetup {
    setup: Setup,
    /// Whether the size was typed too. Otherwise it is the usual one, and a position may have another.
    has_size: bool,
}

impl FromStr for TypedSetup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        let setup = text.parse()?;
        let options = text.split_once(':').map_or("", |(_, options)| options);
        // Of all that can be said of a game, the size alone begins with a digit.
        let mut options = options.split(',');
        let has_size = options.any(|option| option.starts_with(|c: char| c.is_ascii_digit()));
        Ok(Self { setup, has_size })
    }
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
    pub fn reached(&self, typed: TypedSetup, at: Option<usize>) -> anyhow::Result<Reached> {
        let setup = typed.setup;
        match &self.position {
            Some(rows) => {
                let reached = Reached::in_text(text::read(setup, rows))?;
                let (size, rows) = (setup.size, reached.position.setup().size);
                let is_same = size == rows || !typed.has_size;
                ensure!(
                    is_same,
                    "--position: the board has {rows} rows, and {size} were asked for"
                );
                Ok(reached)
            }
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
