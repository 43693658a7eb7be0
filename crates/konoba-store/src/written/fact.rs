//! How a fact is written.

use std::time::Duration;

use konoba_rules::{Grid, Move, Played, Point, Points, Side, Spec, record};
use konoba_table::{Ending, Fact, Moved, Outcome, Wish};
use serde::{Deserialize, Serialize};

use super::Unreadable;
use super::opening::{WrittenOpening, millis, seat_number, seat_numbered};
use crate::Holder;

/// A fact as JSON. Clocks are milliseconds for seat one and seat two.
#[derive(Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "kebab-case")]
pub(super) enum WrittenFact {
    Opened(Box<WrittenOpening>),
    Moved(WrittenMove),
    Ended {
        outcome: WrittenOutcome,
        left: [u64; 2],
    },
    /// The result is written as in SGF: `W+Forfeit`, `Void`.
    Closed {
        result: String,
        left: [u64; 2],
    },
    Asked {
        seat: u8,
        wish: WrittenWish,
    },
    Declined {
        seat: u8,
        wish: WrittenWish,
    },
    Undone {
        seat: u8,
        from: u16,
        to: u16,
        left: [u64; 2],
    },
    Rematched {
        next: Box<WrittenOpening>,
    },
}

#[derive(Serialize, Deserialize)]
pub(super) struct WrittenMove {
    seat: u8,
    side: String,
    mv: String,
    /// What was filled with each kind of piece.
    #[serde(default, skip_serializing_if = "is_nothing")]
    fills: [Vec<String>; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<WrittenOutcome>,
    left: [u64; 2],
}

#[derive(Serialize, Deserialize)]
pub(super) struct WrittenOutcome {
    winner: String,
    seat: u8,
    by: WrittenEnding,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum WrittenEnding {
    Board,
    Resignation,
    Time,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum WrittenWish {
    Undo,
    Rematch,
}

impl WrittenFact {
    pub(super) fn of(fact: &Fact, spec: &'static Spec) -> Self {
        match fact {
            Fact::Opened(opened) => Self::Opened(Box::new(WrittenOpening::of(opened))),
            Fact::Moved(moved) => Self::Moved(WrittenMove::of(moved, spec)),
            Fact::Ended { outcome, left } => {
                Self::Ended { outcome: WrittenOutcome::of(outcome, spec), left: left.map(millis) }
            }
            Fact::Closed { result, left } => {
                Self::Closed { result: result.to_string(), left: left.map(millis) }
            }
            Fact::Asked { seat, wish } => {
                Self::Asked { seat: seat_number(*seat), wish: WrittenWish::of(*wish) }
            }
            Fact::Declined { seat, wish } => {
                Self::Declined { seat: seat_number(*seat), wish: WrittenWish::of(*wish) }
            }
            Fact::Undone { seat, from, to, left } => Self::Undone {
                seat: seat_number(*seat),
                from: *from,
                to: *to,
                left: left.map(millis),
            },
            Fact::Rematched { next } => {
                Self::Rematched { next: Box::new(WrittenOpening::of(next)) }
            }
        }
    }

    pub(super) fn fact(
        self,
        spec: Option<&'static Spec>,
        seats: &[Option<Holder>; 2],
    ) -> Result<Fact, Unreadable> {
        let spec = spec.ok_or(Unreadable);
        Ok(match self {
            Self::Opened(opening) => Fact::Opened(Box::new(opening.opened(seats)?)),
            Self::Moved(moved) => Fact::Moved(moved.moved(spec?)?),
            Self::Ended { outcome, left } => {
                Fact::Ended { outcome: outcome.outcome(spec?)?, left: left.map(span) }
            }
            Self::Closed { result, left } => Fact::Closed {
                result: record::Outcome::read(&result).ok_or(Unreadable)?,
                left: left.map(span),
            },
            Self::Asked { seat, wish } => {
                Fact::Asked { seat: seat_numbered(seat)?, wish: wish.wish() }
            }
            Self::Declined { seat, wish } => {
                Fact::Declined { seat: seat_numbered(seat)?, wish: wish.wish() }
            }
            Self::Undone { seat, from, to, left } => {
                Fact::Undone { seat: seat_numbered(seat)?, from, to, left: left.map(span) }
            }
            Self::Rematched { next } => Fact::Rematched { next: Box::new(next.opened(seats)?) },
        })
    }
}

impl WrittenMove {
    fn of(moved: &Moved, spec: &'static Spec) -> Self {
        let names = |points: Points| points.iter().map(|at| at.to_string()).collect();
        Self {
            seat: seat_number(moved.seat),
            side: spec.side(moved.played.side).id.to_owned(),
            mv: moved.played.mv.written(spec).to_string(),
            fills: moved.played.fills.map(names),
            outcome: moved.outcome.map(|outcome| WrittenOutcome::of(&outcome, spec)),
            left: moved.left.map(millis),
        }
    }

    fn moved(self, spec: &'static Spec) -> Result<Moved, Unreadable> {
        let [first, second] = self.fills;
        let played = Played {
            side: side_of(&self.side, spec)?,
            mv: Move::read(&self.mv, spec).map_err(|_| Unreadable)?,
            fills: [points(&first)?, points(&second)?],
        };
        let outcome = self.outcome.map(|outcome| outcome.outcome(spec)).transpose()?;
        Ok(Moved { seat: seat_numbered(self.seat)?, played, outcome, left: self.left.map(span) })
    }
}

impl WrittenOutcome {
    fn of(outcome: &Outcome, spec: &'static Spec) -> Self {
        let by = match outcome.ending {
            Ending::Board => WrittenEnding::Board,
            Ending::Resignation => WrittenEnding::Resignation,
            Ending::Time => WrittenEnding::Time,
        };
        let winner = spec.side(outcome.winner).id.to_owned();
        Self { winner, seat: seat_number(outcome.seat), by }
    }

    fn outcome(self, spec: &'static Spec) -> Result<Outcome, Unreadable> {
        let ending = match self.by {
            WrittenEnding::Board => Ending::Board,
            WrittenEnding::Resignation => Ending::Resignation,
            WrittenEnding::Time => Ending::Time,
        };
        Ok(Outcome {
            winner: side_of(&self.winner, spec)?,
            seat: seat_numbered(self.seat)?,
            ending,
        })
    }
}

impl WrittenWish {
    const fn of(wish: Wish) -> Self {
        match wish {
            Wish::Undo => Self::Undo,
            Wish::Rematch => Self::Rematch,
        }
    }

    const fn wish(&self) -> Wish {
        match self {
            Self::Undo => Wish::Undo,
            Self::Rematch => Wish::Rematch,
        }
    }
}

fn is_nothing(fills: &[Vec<String>; 2]) -> bool {
    fills.iter().all(Vec::is_empty)
}

fn side_of(id: &str, spec: &'static Spec) -> Result<Side, Unreadable> {
    Side::BOTH.into_iter().find(|side| spec.side(*side).id == id).ok_or(Unreadable)
}

fn points(names: &[String]) -> Result<Points, Unreadable> {
    let read = |name: &String| {
        let at = name.parse::<Point>().ok()?;
        at.is_on(Points::MAX).then_some(at)
    };
    names.iter().map(read).collect::<Option<Points>>().ok_or(Unreadable)
}

const fn span(millis: u64) -> Duration {
    Duration::from_millis(millis)
}
