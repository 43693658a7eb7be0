//! What is told of an engine's thoughts.

use konoba_rules::{Move, Side};

use super::{Sentences, capitalised};
use crate::advice::{Advice, Candidate, Certain};

/// More moves of the play that is expected, or beside the best one, are not named.
const MOST_MOVES: usize = 6;
const MOST_OTHERS: usize = 3;

impl Sentences {
    /// A hint: what an engine would play, how sure it is, what it expects then and what else it looked
    /// at.
    pub fn advice(&self, advice: &Advice) -> String {
        let mv = self.mv(advice.best);
        let how = match (advice.certain, advice.chances) {
            (Some(certain), _) => format!(". {}", capitalised(&self.certain(advice, certain))),
            (None, Some(chances)) => format!(", {chances} %"),
            (None, None) => String::new(),
        };
        let mut words = format!("Hint: {mv}{how}.");
        if let Some(idea) = &advice.idea {
            words.push_str(&format!(" {idea}"));
        }
        if advice.line.len() > 1 {
            words.push_str(&format!(" Expected: {}.", self.line(advice)));
        }
        // A move that seems better but was looked at too little to be sure of is not named: it would contradict the hint.
        let others = advice.candidates.iter().filter(|other| {
            other.mv != advice.best && advice.chances.is_none_or(|best| other.chances <= Some(best))
        });
        let others: Vec<_> = others.take(MOST_OTHERS).map(|other| self.candidate(other)).collect();
        if !others.is_empty() && advice.certain.is_none() {
            words.push_str(&format!(" Other moves: {}.", others.join(", ")));
        }
        words
    }

    /// The same in as few words as possible: `Black 57 %: c4 d5 e3`.
    pub fn advice_in_short(&self, to_move: Side, advice: &Advice) -> String {
        let line = self.line(advice);
        match (advice.certain, advice.chances) {
            (Some(certain), _) => {
                format!("{}: {line}", capitalised(&self.certain(advice, certain)))
            }
            // The player who swaps goes on with the other side, so that neither name would be clear.
            (None, Some(chances)) if advice.best == Move::Swap => {
                format!("Swap {chances} %: {line}")
            }
            (None, Some(chances)) => format!("{} {chances} %: {line}", self.side(to_move)),
            (None, None) => line,
        }
    }

    /// The play that an engine expects: `c4 d5 e3`.
    fn line(&self, advice: &Advice) -> String {
        let moves = advice.line.iter().take(MOST_MOVES).map(|mv| self.mv(*mv));
        moves.collect::<Vec<_>>().join(" ")
    }

    /// A move that was looked at, with its chances.
    fn candidate(&self, candidate: &Candidate) -> String {
        let mv = self.mv(candidate.mv);
        match candidate.chances {
            Some(chances) => format!("{mv} ({chances} %)"),
            None => mv,
        }
    }

    /// What is certain, said of the side that wins, or of the swap where the second side wins by it. After a swap the
    /// winner plays the other side, so that the name of neither would be clear.
    fn certain(&self, advice: &Advice, Certain { winner, within }: Certain) -> String {
        let is_by_swap = advice.best == Move::Swap || advice.line.contains(&Move::Swap);
        let side =
            if is_by_swap && winner == Side::Second { "swapping" } else { self.side(winner) };
        match within {
            Some(1) => format!("{side} wins at once"),
            Some(moves) => format!("{side} wins in at most {moves} moves"),
            None => format!("{side} wins with best play"),
        }
    }

    /// A move as it is typed.
    fn mv(&self, mv: Move) -> String {
        match mv {
            Move::Place(at) => self.point(at),
            Move::PlacePiece(piece, at) => {
                format!("{}{}", self.spec().piece(piece).letter, self.point(at))
            }
            Move::Swap | Move::Pass => mv.written(self.spec()).to_string(),
        }
    }
}
