//! What players may say to each other: ready-made remarks, the same at every door. They are no events: a
//! remark is told to those who are at the table, and kept nowhere.

use std::collections::VecDeque;
use std::time::Duration;

use konoba_table::Seat;
use tokio::time::Instant;

/// The id of each remark and its words. Nodes tell one another its place in this list, so that new ones
/// are added at the end.
const REMARKS: [(&str, &str); 12] = [
    ("hello", "Hello"),
    ("good-luck", "Good luck"),
    ("have-fun", "Have fun"),
    ("nice-move", "Nice move"),
    ("one-moment", "I need a moment"),
    ("take-your-time", "Take your time"),
    ("oops", "Oops"),
    ("back-soon", "Back in a minute"),
    ("good-game", "Good game"),
    ("well-played", "Well played"),
    ("thanks", "Thanks"),
    ("must-go", "Sorry, I must go"),
];

/// So many remarks may a seat make within [`WITHIN`].
const MOST: usize = 3;
const WITHIN: Duration = Duration::from_secs(20);

/// A ready-made remark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Remark(u8);

impl Remark {
    /// All of them, in the order in which they are shown.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..).take(REMARKS.len()).map(Self)
    }

    /// Its number in that order, from 1.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The remark with this number.
    pub fn numbered(number: u8) -> Option<Self> {
        let index = number.checked_sub(1)?;
        (usize::from(index) < REMARKS.len()).then_some(Self(index))
    }

    /// The stable id that scripts rely on.
    pub const fn id(self) -> &'static str {
        REMARKS[self.0 as usize].0
    }

    /// Its words.
    pub const fn words(self) -> &'static str {
        REMARKS[self.0 as usize].1
    }

    /// The remark with this id.
    pub fn with_id(id: &str) -> Option<Self> {
        Self::all().find(|remark| remark.id() == id)
    }

    /// The remark that a person means who types its number or its words, in any case and without commas.
    ///
    /// ```
    /// use konoba_live::Remark;
    /// let check = |typed: &str, expected: Option<&str>| {
    ///     assert_eq!(Remark::read(typed).map(Remark::id), expected, "{typed}");
    /// };
    /// check("9", Some("good-game"));
    /// check("good GAME", Some("good-game"));
    /// check("sorry i must go", Some("must-go"));
    /// check("must-go", Some("must-go"));
    /// check("0", None);
    /// check("13", None);
    /// check("you cheat", None);
    /// check("", None);
    /// ```
    pub fn read(typed: &str) -> Option<Self> {
        let plain = |text: &str| text.replace(',', "").to_lowercase();
        let typed = plain(typed.trim());
        let named = || Self::all().find(|own| plain(own.words()) == typed || own.id() == typed);
        typed.parse().ok().and_then(Self::numbered).or_else(named)
    }
}

/// When the seats of a table have made their last remarks, so that neither floods the other.
#[derive(Default, Debug)]
pub(crate) struct Made([VecDeque<Instant>; 2]);

impl Made {
    /// Counts a remark of a seat, unless it has made too many just now.
    pub(crate) fn count(&mut self, seat: Seat) -> bool {
        let (made, now) = (&mut self.0[seat.index()], Instant::now());
        made.retain(|at| now.duration_since(*at) < WITHIN);
        let is_allowed = made.len() < MOST;
        if is_allowed {
            made.push_back(now);
        }
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_known_by_number_and_by_id() {
        for remark in Remark::all() {
            assert_eq!(Remark::numbered(remark.number()), Some(remark));
            assert_eq!(Remark::with_id(remark.id()), Some(remark));
            assert_eq!(Remark::read(remark.words()), Some(remark));
        }
        assert_eq!(Remark::all().count(), 12);
        assert_eq!((Remark::numbered(0), Remark::numbered(13)), (None, None));
    }

    #[tokio::test(start_paused = true)]
    async fn a_seat_makes_few_remarks_at_a_time() {
        let mut made = Made::default();
        assert_eq!([(); 4].map(|()| made.count(Seat::One)), [true, true, true, false]);
        assert!(made.count(Seat::Two));
        tokio::time::advance(WITHIN).await;
        assert!(made.count(Seat::One));
    }
}
