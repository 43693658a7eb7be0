//! What is told of a position when somebody asks or considers: what a move would do, which lines
//! are open, by which points a game was won, how a record says that it ended.

use konoba_rules::record::{How, Outcome};
use konoba_rules::{Grid, Move, Played, Points};

use super::Sentences;

/// More points than this are counted and not named, where a sentence has to be short.
const MOST_NAMED: u32 = 4;

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
        let fills = self.fills_by(played.fills, |points| match points.count() {
            ..=MOST_NAMED => self.points(points.iter()),
            count => format!("{count} points"),
        });
        match fills {
            Some(fills) => format!("{piece} on {at} would fill {fills}."),
            None => format!("{piece} may go on {at}."),
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
        let Outcome::Won { winner, how } = outcome else {
            return format!("The game ended without a winner; its record says: {outcome}.");
        };
        let (side, other) = (self.side(*winner), self.side(winner.other()));
        match how {
            How::Board => self.outcome(*winner),
            How::Resignation => format!("{side} wins because {other} resigned."),
            How::Time => format!("{side} wins because {other} ran out of time."),
            How::Other(words) => format!("{side} wins; the record says: {words}."),
        }
    }
}
