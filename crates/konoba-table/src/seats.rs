//! Sets of seats: those for which a client may act.

use crate::Seat;

/// The seats for which a client may act: none for a watcher, both for two people on one device.
///
/// ```
/// use konoba_table::{Seat, Seats};
/// let seats = Seats::of([false, true]);
/// assert!(seats.contains(Seat::Two) && !seats.contains(Seat::One));
/// assert_eq!(seats.only(), Some(Seat::Two));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Seats([bool; 2]);

impl Seats {
    /// How many sets of seats there are.
    pub const COUNT: usize = 4;

    /// The number of this set, from 0 for none to 3 for both.
    pub const fn index(self) -> usize {
        self.0[0] as usize + 2 * self.0[1] as usize
    }

    /// Seat one, if the first is true, and seat two, if the second is.
    pub const fn of(seats: [bool; 2]) -> Self {
        Self(seats)
    }

    /// Whether the seat is among them.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0[seat.index()]
    }

    /// Whether there is none, as with those who only watch.
    pub const fn is_empty(self) -> bool {
        !self.0[0] && !self.0[1]
    }

    /// The one seat, where there is just one.
    pub const fn only(self) -> Option<Seat> {
        match self.0 {
            [true, false] => Some(Seat::One),
            [false, true] => Some(Seat::Two),
            _ => None,
        }
    }

    /// The seats, seat one first.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::BOTH.into_iter().filter(move |seat| self.contains(*seat))
    }
}
