//! The lines that say what is so in a position.

use super::word_and_points;
use crate::Point;

/// What is so in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// What becomes of a move.
    Tried {
        /// The side that tries it; `None` for the side to move.
        side: Option<&'static str>,
        /// The move, as it is typed.
        mv: &'static str,
        /// What becomes of it.
        verdict: Verdict,
    },
    /// So many lines are open.
    OpenLines(usize),
    /// These lines, each named by its two ends, are open or are not.
    Lines {
        /// Whether they are open.
        are_open: bool,
        /// The lines: `a1-f6`.
        names: Vec<&'static str>,
    },
    /// No game goes on from this position, for this reason.
    CannotStand(&'static str),
    /// There is no such set-up, for this reason.
    Refused(&'static str),
}

/// A side of the game, and points.
pub type Colour = (&'static str, Vec<Point>);

/// What becomes of a move. Where all three are empty it is legal and does nothing else.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// The id of the rule that it breaks and the cells to blame.
    pub illegal: Option<Colour>,
    /// The side that wins, and the cells by which it does.
    pub wins: Option<Colour>,
    /// What is filled, or would be if it were legal.
    pub fills: Vec<Colour>,
}

impl Statement {
    /// Reads a line, or says what is wanted instead.
    pub(super) fn read(line: &'static str) -> Result<Self, &'static str> {
        let (subject, said) = line.split_once(": ").ok_or("a subject and a statement")?;
        Ok(match subject {
            "open lines" => Self::OpenLines(said.parse().map_err(|_| "a number of lines")?),
            "open" | "closed" => {
                Self::Lines { are_open: subject == "open", names: said.split(' ').collect() }
            }
            "cannot stand" => Self::CannotStand(said),
            "refused" => Self::Refused(said),
            _ => {
                let by_side = subject.split_once(' ');
                let (side, mv) = by_side.map_or((None, subject), |(side, mv)| (Some(side), mv));
                let verdict = Verdict::read(said).ok_or("a verdict on a move")?;
                Self::Tried { side, mv, verdict }
            }
        })
    }
}

impl Verdict {
    /// Reads `legal`, or other parts joined by `; `.
    fn read(text: &'static str) -> Option<Self> {
        let mut verdict = Self::default();
        for part in text.split("; ").filter(|part| *part != "legal") {
            let (verb, rest) = part.split_once(' ')?;
            match (verb, rest.strip_prefix("fill ")) {
                ("illegal", _) => verdict.illegal = Some(word_and_points(rest)?),
                ("wins", _) => verdict.wins = Some(word_and_points(rest)?),
                ("fills", _) => verdict.fills = fills(rest)?,
                ("would", Some(rest)) => verdict.fills = fills(rest)?,
                _ => return None,
            }
        }
        Some(verdict)
    }
}

fn fills(text: &'static str) -> Option<Vec<Colour>> {
    text.split(", ").map(word_and_points).collect()
}
