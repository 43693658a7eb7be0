//! Undo and rematch: what is granted at once, what is asked, and what follows from the answer.
//!
//! Undo goes back to the last decision of the seat that asks, and takes with it what came after:
//! the opponent's reply, an engine's, forced passes, a swap. At a shared keyboard the last decision
//! of either person is meant, so that asking again goes back further. A swap is a decision like
//! any other, and undone it gives the sides back. A game that ended on the board can be reopened
//! in this way until a rematch is agreed; a resignation and a fallen flag are final.
//!
//! There is at most one question at a time. A move, of either seat, withdraws an undo. An undo that was
//! declined three times can be asked for again after the next move, and a rematch not at all, so that a player
//! is not asked without end.

use crate::query::OpenWish;
use crate::{Ending, Fact, Keyboard, Refused, Seat, Table, Version, Wish};

/// How many times a wish may be declined before it can be asked for no more, an undo until the next move.
const MAX_DECLINED: u8 = 3;
/// From so many events on, no move is taken back any more: otherwise a table would grow without end. The longest game has fewer
/// than a tenth of them.
const MOST_EVENTS: Version = 5_000;

impl Table {
    /// The moves that would be left if a seat took its last decision back, or why it cannot.
    pub fn undo_to(&self, seat: Seat) -> Result<u16, Refused> {
        self.check_wishes(seat)?;
        self.check_not_closed()?;
        if let Some(outcome) = self.outcome.filter(|outcome| outcome.ending != Ending::Board) {
            return Err(Refused::Final(outcome));
        }
        if self.version() >= MOST_EVENTS {
            return Err(Refused::UndoneTooOften);
        }
        let is_own = |by: Seat| match self.opened.keyboard {
            Keyboard::Shared => !self.opened.player(by).is_engine(),
            Keyboard::Apart => by == seat,
        };
        let last = self.decisions().rfind(|(_, moved)| is_own(moved.seat));
        let (ply, _) = last.ok_or(Refused::NothingToUndo)?;
        Ok(u16::try_from(ply).expect("a game is shorter than that"))
    }

    /// Whether a seat may ask for a rematch or agree to one, or why it may not.
    pub fn check_rematch(&self, seat: Seat) -> Result<(), Refused> {
        self.check_wishes(seat)?;
        if self.is_over() { Ok(()) } else { Err(Refused::GameGoesOn) }
    }

    /// The seat that has to agree before a wish of this one is granted; none if it is granted at
    /// once, because one person owns the keyboard or plays against an engine.
    pub fn must_agree(&self, seat: Seat) -> Option<Seat> {
        let other = seat.other();
        let is_asked =
            self.opened.keyboard == Keyboard::Apart && !self.opened.player(other).is_engine();
        is_asked.then_some(other)
    }

    pub(super) fn decide_ask(&self, seat: Seat, wish: Wish) -> Result<Fact, Refused> {
        let granted = self.granted(seat, wish)?;
        match self.open_wish {
            // Both want to play again, and neither has to wait for the other's answer.
            Some(OpenWish { by, wish: Wish::Rematch }) if by != seat && wish == Wish::Rematch => {
                Ok(granted)
            }
            Some(OpenWish { by, wish }) => Err(Refused::QuestionOpen { by, wish }),
            None if self.declined(seat, wish) >= MAX_DECLINED => Err(Refused::Declined(wish)),
            None if self.must_agree(seat).is_some() => Ok(Fact::Asked { seat, wish }),
            None => Ok(granted),
        }
    }

    fn declined(&self, seat: Seat, wish: Wish) -> u8 {
        match wish {
            Wish::Undo => self.undos_declined[seat.index()],
            Wish::Rematch => self.rematches_declined[seat.index()],
        }
    }

    pub(super) fn decide_accept(&self, seat: Seat, wish: Wish) -> Result<Fact, Refused> {
        self.granted(self.asker(seat, wish)?, wish)
    }

    pub(super) fn decide_decline(&self, seat: Seat, wish: Wish) -> Result<Fact, Refused> {
        self.asker(seat, wish)?;
        Ok(Fact::Declined { seat, wish })
    }

    /// Who has asked, where it is this seat that has to answer.
    fn asker(&self, seat: Seat, wish: Wish) -> Result<Seat, Refused> {
        let open = self.open_wish.filter(|open| open.wish == wish);
        match open {
            None => Err(Refused::NothingAsked(wish)),
            Some(OpenWish { by, .. }) if by == seat => Err(Refused::OwnQuestion(wish)),
            Some(OpenWish { by, .. }) => Ok(by),
        }
    }

    /// What comes of a wish that is granted.
    fn granted(&self, seat: Seat, wish: Wish) -> Result<Fact, Refused> {
        match wish {
            Wish::Undo => {
                let to = self.undo_to(seat)?;
                let from = u16::try_from(self.history.len()).expect("a game is shorter than that");
                Ok(Fact::Undone { seat, from, to, left: self.left_after(to) })
            }
            Wish::Rematch => {
                self.check_rematch(seat)?;
                Ok(Fact::Rematched { next: Box::new(self.opened.rematch()) })
            }
        }
    }

    fn check_wishes(&self, seat: Seat) -> Result<(), Refused> {
        match self.frozen {
            Some(frozen) => Err(Refused::Frozen(frozen)),
            None if self.opened.player(seat).is_engine() => Err(Refused::EngineHasNoWishes),
            None if self.next.is_some() => Err(Refused::AlreadyRematched),
            None => Ok(()),
        }
    }
}
