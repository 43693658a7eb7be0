//! What has happened at a table. Events carry their facts, so that they tell their story even to a
//! program whose rules have changed since.

use std::time::Duration;

use konoba_rules::record;
use konoba_rules::{Played, Points, Side};

use crate::{Moment, Opened, Seat, Wish};

/// The number of an event at its table: 1 for the opening, then one more each time. The version of
/// a table is that of its last event.
pub type Version = u64;

/// Something that has happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Its number.
    pub version: Version,
    /// When it happened; never before the event that it follows.
    pub at: Moment,
    /// What happened.
    pub fact: Fact,
}

impl Event {
    /// The version of this shape of events, for the code that stores them. It grows when what is
    /// stored by an earlier program has to be read differently. Until format 1 the names of people stood
    /// in the events; since then they stand with the seats.
    pub const FORMAT: u16 = 2;
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The table was opened; always the first event and never a later one.
    Opened(Box<Opened>),
    /// A move was played, by a seat or, if it is a forced pass, by the table for it. It withdraws
    /// an undo that was asked for.
    Moved(Moved),
    /// A seat gave up or ran out of time.
    Ended {
        /// Who won and how.
        outcome: Outcome,
        /// What each seat had left on its clock.
        left: [Duration; 2],
    },
    /// The game was ended from outside, by a result that no play can lead to, such as a forfeit.
    Closed {
        /// The result, as it was given.
        result: record::Outcome,
        /// What each seat had left on its clock.
        left: [Duration; 2],
    },
    /// A seat asked the other one for something.
    Asked {
        /// Who asked.
        seat: Seat,
        /// For what.
        wish: Wish,
    },
    /// A seat said no to what the other one had asked for.
    Declined {
        /// Who said no.
        seat: Seat,
        /// To what.
        wish: Wish,
    },
    /// Moves were taken back. A game that had ended on the board goes on.
    Undone {
        /// Who wished it.
        seat: Seat,
        /// How many moves there had been.
        from: u16,
        /// How many there are now.
        to: u16,
        /// What each seat has left on its clock: what it had when there were so many moves.
        left: [Duration; 2],
    },
    /// The players will play again, at a table opened like this.
    Rematched {
        /// The next table.
        next: Box<Opened>,
    },
}

/// A move as it was played at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved {
    /// Whose move it was.
    pub seat: Seat,
    /// The side, the move and what it filled.
    pub played: Played<Points>,
    /// Who won by it on the board, which need not be who played it.
    pub outcome: Option<Outcome>,
    /// What each seat has left on its clock afterwards; nothing where there is no clock.
    pub left: [Duration; 2],
}

/// How a game ended. There is no draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The side that won.
    pub winner: Side,
    /// The seat that played this side at the end.
    pub seat: Seat,
    /// How.
    pub ending: Ending,
}

/// By what a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules of the game.
    Board,
    /// The other seat resigned.
    Resignation,
    /// The other seat's time ran out.
    Time,
}
