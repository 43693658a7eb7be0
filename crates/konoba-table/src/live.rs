//! What a move changes: the position, who plays which side, and the clocks.

use konoba_rules::{AnyPosition, Move, Side};
use konoba_scene::Refusal;

use crate::clock::Clocks;
use crate::{Ending, Moment, Moved, Opened, Outcome, Seat};

/// The part of a table that moves change: a small value, so that a decision tries a move on a copy
/// by the very code that applies it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Live {
    pub(crate) position: AnyPosition,
    /// The seat that plays the first side: the whole map of seats to sides.
    pub(crate) first: Seat,
    pub(crate) clocks: Clocks,
}

impl Live {
    pub(crate) const fn new(opened: &Opened) -> Self {
        let position = *opened.start.position();
        let are_far = [opened.is_far(Seat::One), opened.is_far(Seat::Two)];
        Self { position, first: opened.first, clocks: Clocks::new(opened.time, are_far) }
    }

    pub(crate) const fn seat_of(&self, side: Side) -> Seat {
        match side {
            Side::First => self.first,
            Side::Second => self.first.other(),
        }
    }

    pub(crate) fn side_of(&self, seat: Seat) -> Side {
        if seat == self.first { Side::First } else { Side::Second }
    }

    /// Whose turn it is; after the end, whose it would have been.
    pub(crate) fn seat_to_move(&self) -> Seat {
        self.seat_of(self.position.to_move())
    }

    /// Plays a move for the seat to move and tells everything that came of it.
    pub(crate) fn play(&mut self, mv: Move, at: Moment) -> Result<Moved, Box<Refusal>> {
        let side = self.position.to_move();
        let seat = self.seat_of(side);
        let played = self.position.play(mv).map_err(|why| Box::new(Refusal { side, mv, why }))?;
        match mv {
            Move::Pass => {}
            Move::Swap | Move::Place(_) | Move::PlacePiece(..) => self.clocks.press(seat, at),
        }
        if mv == Move::Swap {
            self.first = self.first.other();
        }
        let outcome = self.position.winner().map(|winner| Outcome {
            winner,
            seat: self.seat_of(winner),
            ending: Ending::Board,
        });
        if outcome.is_some() {
            self.clocks.stop(self.clocks.left);
        }
        Ok(Moved { seat, played, outcome, left: self.clocks.left })
    }
}
