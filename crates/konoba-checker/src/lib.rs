//! Checks that a certificate proves who wins. It shares nothing with the search that wrote the
//! certificate but the rules, and is short enough to be read by those who doubt it.
//!
//! A certificate is lines of text. The first four say what is claimed, each in the one form that the
//! rules themselves write; every further line is a reply of the winner:
//!
//! ```text
//! konoba-certificate 2
//! game konobi:2,nopie
//! start ../.. black
//! winner white
//! a2
//! ...
//! ```
//!
//! Replies do not say which position they belong to. The checker plays from the start: where the loser
//! is to move, it follows every legal move, one after the other to the end of its games; where the
//! winner is to move, it takes the next line, unless it has met the same pieces before. So a position
//! can have neither two replies nor one that is never looked at, and a line too few or too many is
//! refused.
//!
//! The loser's moves are taken in the order of [`Move`]: by columns, a1, a2, ..., b1; where a side
//! chooses its piece, all moves with the first kind before those with the second.

mod lines;
mod wrong;

use std::collections::HashSet;

use konoba_rules::{AnyPosition, Grid, Move, Position, Rules, Setup, Side, Visitor, text};

use lines::Lines;
pub use wrong::Wrong;

/// What every certificate begins with. The number is that of the format.
pub const HEADING: &str = "konoba-certificate 2";

/// What was found to be true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Where the games begin. It knows its set-up, which has no pie rule.
    pub start: AnyPosition,
    /// Who wins, whatever the other side plays.
    pub winner: Side,
    /// How many positions there are in which the winner replies.
    pub replies: u64,
    /// How many moves of the loser were played.
    pub moves: u64,
    /// How many games came to their end.
    pub endings: u64,
}

/// Checks a certificate, line by line as they come. Time and memory are bounded by a multiple of the
/// number of lines.
pub fn check<L: AsRef<str>>(lines: impl IntoIterator<Item = L>) -> Result<Checked, Wrong> {
    let mut lines = Lines::new(lines.into_iter());
    lines.read_heading()?;
    let setup = lines.read_field("game ", GAME, |field| {
        let setup: Setup = field.parse().ok()?;
        // A certificate says nothing of games with a swap.
        (!setup.pie && setup.to_string() == field).then_some(setup)
    })?;
    let start = lines.read_field("start ", START, |field| {
        let start = text::read(setup, field).ok()?;
        // The rows of the text say a size too.
        (start.setup() == setup && text::write(&start) == field).then_some(start)
    })?;
    let winner = lines.read_field("winner ", WINNER, |field| {
        Side::BOTH.into_iter().find(|side| setup.spec.side(*side).id == field)
    })?;
    let checked = Checked { start, winner, replies: 0, moves: 0, endings: 0 };
    start.visit(Walk { lines, checked })
}

const GAME: &str = "a game without the pie rule, such as 'game konobi:4,nopie',";
const START: &str = "a position of that game on that board, 'start ROWS SIDE',";
const WINNER: &str = "a side of that game, 'winner SIDE',";
const REPLY: &str = "a reply, such as 'c4',";

/// The way through all games that the replies allow.
struct Walk<I> {
    lines: Lines<I>,
    checked: Checked,
}

impl<I: Iterator<Item: AsRef<str>>> Visitor for Walk<I> {
    type Output = Result<Checked, Wrong>;

    fn visit<R: Rules>(mut self, start: &Position<R>) -> Self::Output {
        // The positions in which the winner has replied: it was its turn, so the pieces say all.
        let mut replied: HashSet<[R::Grid; 2]> = HashSet::new();
        let mut waiting = vec![*start];
        while let Some(position) = waiting.pop() {
            if position.to_move() != self.checked.winner {
                let mut moves: Vec<Move> = position.moves().collect();
                moves.sort();
                self.checked.moves += moves.len() as u64;
                // What is added last is looked at first.
                for mv in moves.into_iter().rev() {
                    waiting.extend(self.play(&position, mv)?);
                }
            } else if replied.insert(position.rules().pieces()) {
                self.checked.replies += 1;
                let mv = self.lines.read_reply(R::SPEC, || written(&position))?;
                waiting.extend(self.play(&position, mv)?);
            }
        }
        self.lines.read_end()?;
        Ok(self.checked)
    }
}

impl<I> Walk<I> {
    /// The position after a move, unless the winner has won by it.
    fn play<R: Rules>(
        &mut self,
        position: &Position<R>,
        mv: Move,
    ) -> Result<Option<Position<R>>, Wrong> {
        let mut next = *position;
        if next.try_play(mv).is_none() {
            return Err(Wrong::Illegal { line: self.lines.number(), position: written(position) });
        }
        match next.winner() {
            None => Ok(Some(next)),
            Some(side) if side == self.checked.winner => {
                self.checked.endings += 1;
                Ok(None)
            }
            Some(_) => Err(Wrong::Lost(written(position))),
        }
    }
}

/// A position as text. It arose in a game that goes on, so it can stand.
fn written<R: Rules>(position: &Position<R>) -> String {
    let pieces = position.rules().pieces().map(Grid::to_points);
    let any = AnyPosition::standing(position.setup(), pieces, position.to_move());
    any.map_or_else(|_| format!("{:?}", position.rules()), |any| text::write(&any))
}
