//! Time: moments that the caller names, and the two clocks of a table.
//!
//! Clocks belong to seats and stay with their people through a swap. A clock runs for the seat to
//! move and no other. None runs before the first move of the game has been played, however long it
//! takes to sit down, and that move earns no increment. A forced pass takes no time and earns
//! none. While a question waits for its answer the clock goes on.
//!
//! Where people play over a network, a little of each move's time is not counted: [`LAG_PER_MOVE`], and
//! no more than [`LAG_PER_GAME`] in all. It is the same for all players, whatever door they came
//! through, because a player could make a measured delay longer to gain time. Engines of the house and
//! people at one keyboard have no network delay, and with days for a move it does not matter.

mod notation;

use std::ops::Add;
use std::time::Duration;

use crate::Seat;

pub use notation::TimeControlError;

/// How much of each move's time is not counted where it goes over a network.
pub const LAG_PER_MOVE: Duration = Duration::from_millis(300);
/// The most that is not counted for one player in a whole game.
pub const LAG_PER_GAME: Duration = Duration::from_secs(30);

/// A moment: milliseconds since a beginning that the owner of the table has chosen and keeps to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Moment(u64);

impl Moment {
    /// The moment this many milliseconds after the beginning.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis)
    }

    /// The milliseconds since the beginning.
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// The day in UTC as `2026-12-31`, where moments count from the beginning of 1970. None in the first year after the
    /// beginning: such an owner counts from a beginning of its own, and knows no day.
    ///
    /// ```
    /// use konoba_table::Moment;
    /// assert_eq!(Moment::from_millis(1_709_164_800_000).day().as_deref(), Some("2024-02-29"));
    /// assert_eq!(Moment::from_millis(60_000).day(), None);
    /// ```
    pub fn day(self) -> Option<String> {
        const DAY: u64 = 24 * 60 * 60 * 1000;
        let days = self.0 / DAY;
        if !(365..2_932_897).contains(&days) {
            return None;
        }
        // Years are counted from March on, so that the day that some years have more is their last
        // (Howard Hinnant, "chrono-compatible low-level date algorithms", civil_from_days).
        let days = days + 719_468;
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        let year = era * 400 + year_of_era + u64::from(month <= 2);
        Some(format!("{year:04}-{month:02}-{day:02}"))
    }

    /// The time that has passed since an earlier moment; none if it was not earlier.
    pub const fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}

impl Add<Duration> for Moment {
    type Output = Self;

    /// The moment so much later, or the last one there is.
    fn add(self, span: Duration) -> Self {
        let millis = u64::try_from(span.as_millis()).unwrap_or(u64::MAX);
        Self(self.0.saturating_add(millis))
    }
}

/// How much time the players have.
///
/// ```
/// use konoba_table::TimeControl;
/// let time: TimeControl = "5+3".parse().unwrap();
/// assert_eq!(time.to_string(), "5 min + 3 s");
/// assert_eq!("3d".parse(), Ok(TimeControl::days_per_move(3)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeControl {
    /// As much as they like.
    #[default]
    None,
    /// A main time for the whole game, to which every move adds.
    Fischer {
        /// The time for the whole game.
        main: Duration,
        /// What a move adds once it is played.
        increment: Duration,
    },
    /// So much for each move, as in games by post.
    PerMove {
        /// The time for one move.
        allowed: Duration,
    },
}

impl TimeControl {
    /// So many days for each move.
    pub const fn days_per_move(days: u16) -> Self {
        Self::PerMove { allowed: Duration::from_secs(days as u64 * 24 * 60 * 60) }
    }

    /// What a clock shows before the game.
    pub const fn at_start(self) -> Duration {
        match self {
            Self::None => Duration::ZERO,
            Self::Fischer { main, .. } => main,
            Self::PerMove { allowed } => allowed,
        }
    }

    /// How much of a player's time is not counted in a game, if it goes over a network.
    const fn lag(self, is_far: bool) -> Duration {
        match self {
            Self::Fischer { .. } if is_far => LAG_PER_GAME,
            Self::None | Self::Fischer { .. } | Self::PerMove { .. } => Duration::ZERO,
        }
    }

    /// What a clock shows after a move, given what it showed at its end.
    fn after_move(self, left: Duration) -> Duration {
        match self {
            Self::None => Duration::ZERO,
            Self::Fischer { increment, .. } => left.saturating_add(increment),
            Self::PerMove { allowed } => allowed,
        }
    }
}

/// The two clocks of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    control: TimeControl,
    /// What each seat had left when the turn began.
    pub(crate) left: [Duration; 2],
    /// When the turn began; none while the clocks stand still.
    since: Option<Moment>,
    /// How much more of each seat's time is not counted in this game.
    lag: [Duration; 2],
}

impl Clocks {
    /// The clocks of two seats, of which some play over a network.
    pub(crate) const fn new(control: TimeControl, are_far: [bool; 2]) -> Self {
        let [one, two] = are_far;
        let lag = [control.lag(one), control.lag(two)];
        Self { control, left: [control.at_start(); 2], since: None, lag }
    }

    /// What each seat has left at a moment, one of them being to move.
    pub(crate) fn left_at(&self, to_move: Seat, now: Moment) -> [Duration; 2] {
        let mut left = self.left;
        if let (Some(since), false) = (self.since, self.control == TimeControl::None) {
            let own = &mut left[to_move.index()];
            let counted = now.since(since).saturating_sub(self.not_counted(to_move));
            *own = own.saturating_sub(counted);
        }
        left
    }

    /// When the clock of the seat to move runs out.
    pub(crate) fn deadline(&self, to_move: Seat) -> Option<Moment> {
        let since = self.since.filter(|_| self.control != TimeControl::None)?;
        Some(since + self.left[to_move.index()].saturating_add(self.not_counted(to_move)))
    }

    /// The seat to move has played, and the other clock begins to run.
    pub(crate) fn press(&mut self, by: Seat, at: Moment) {
        if let Some(since) = self.since {
            self.left = self.left_at(by, at);
            let own = &mut self.left[by.index()];
            *own = self.control.after_move(*own);
            let not_counted = self.not_counted(by).min(at.since(since));
            self.lag[by.index()] -= not_counted;
        }
        self.since = Some(at);
    }

    /// The clocks stand still and show this.
    pub(crate) const fn stop(&mut self, left: [Duration; 2]) {
        self.left = left;
        self.since = None;
    }

    /// The clocks show what they showed once before, and the turn begins anew.
    pub(crate) const fn restart(&mut self, left: [Duration; 2], at: Moment) {
        self.left = left;
        self.since = Some(at);
    }

    /// The clocks as they were before the first move. What was not counted until now is not given twice.
    pub(crate) const fn rewound(&self) -> Self {
        Self { lag: self.lag, ..Self::new(self.control, [false; 2]) }
    }

    /// How much of this turn's time is not counted.
    fn not_counted(&self, to_move: Seat) -> Duration {
        LAG_PER_MOVE.min(self.lag[to_move.index()])
    }
}
