//! What is told of a position on request: what a move would do, which lines are open, by which points a
//! game was won, how a record says that it ended.

use konoba_rules::record::{How, Outcome};
use konoba_rules::{Grid, Move, Played, Points, Side};

use super::{Sentences, Subject};

impl Sentences {
    /// What a move that is being considered would do.
    pub fn considered(&self, played: &Played<Points>) -> String {
        let side = self.side(played.side);
        let (piece, at) = match played.mv {
            Move::Place(at) => (side, at),
            Move::PlacePiece(piece, at) => (self.spec().piece(piece).name, at),
            Move::Swap => return format!("{side} would swap."),
            Move::Pass => return format!("{side} would pass."),
        };
        let at = self.point(at);
        match self.fills_in_short(played.fills) {
            Some(fills) => format!("{piece} on {at} would fill {fills}."),
            None => format!("{piece} on {at} is legal."),
        }
    }

    /// Whether a move is really meant.
    pub fn confirmation(&self, mv: Move) -> String {
        match mv {
            Move::Place(at) => format!("Play {}?", self.point(at)),
            Move::PlacePiece(piece, at) => {
                format!("Play {} on {}?", self.spec().piece(piece).name, self.point(at))
            }
            Move::Swap => "Swap?".to_owned(),
            Move::Pass => "Pass?".to_owned(),
        }
    }

    /// The lines that are still open, each by its ends.
    pub fn open_lines(&self, lines: &[Points]) -> String {
        let ends = lines.iter().filter_map(|line| {
            // Points come row by row, so the first and the last of a straight line are its ends.
            let [first, last] = [line.iter().next()?, line.iter().last()?];
            Some(format!("{} to {}", self.point(first), self.point(last)))
        });
        let ends: Vec<_> = ends.collect();
        match ends.is_empty() {
            true if self.spec().has_edges => format!("There are no lines in {}.", self.spec().name),
            true => "There are no open lines.".to_owned(),
            false => format!("Open lines: {}.", ends.join(", ")),
        }
    }

    /// The chain or line by which the game was won; nothing where there is none to show.
    pub fn winning(&self, witness: Points) -> Option<String> {
        (!witness.is_empty()).then(|| format!("Winning: {}.", self.points(witness.iter())))
    }

    /// How a record says that its game ended.
    pub fn recorded(&self, outcome: &Outcome) -> String {
        self.recorded_of(outcome, |side| self.subject(side))
    }

    /// The same, said of those who played the sides.
    pub fn recorded_of(&self, outcome: &Outcome, who: impl Fn(Side) -> Subject) -> String {
        let Outcome::Won { winner, how } = outcome else {
            return format!("No winner. The result in the record is {outcome}.");
        };
        let won = who(*winner).does("wins", "won");
        let loser = who(winner.other());
        match how {
            How::Board => format!("{won} by {}.", self.spec().side(*winner).won_by),
            How::Resignation => {
                format!("{won} because {}.", loser.within("resigned", "resigned"))
            }
            How::Time => {
                format!("{won} because {}.", loser.within("ran out of time", "ran out of time"))
            }
            How::Other(words) => format!("{won}. The result in the record is {words}."),
        }
    }
}
