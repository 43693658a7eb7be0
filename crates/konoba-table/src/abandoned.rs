//! Games that end because the players no longer move.
//!
//! A game in which no clock runs, because it has none or has not begun, ends without a winner when nothing has
//! happened in it for [`ABANDONED_AFTER`]. Where a clock runs, it decides.

use std::time::Duration;

use konoba_rules::record;

use crate::{Event, Fact, Moment, Refused, Table};

/// After how long a game in which no clock runs and nothing happens is abandoned.
pub const ABANDONED_AFTER: Duration = Duration::from_secs(14 * 24 * 60 * 60);

/// An hour in milliseconds.
const HOUR: u64 = 60 * 60 * 1000;

/// The result of an abandoned game, as records have it.
const ABANDONED: &str = "Abandoned";

impl Table {
    /// When the house has to look at the table again even if no command comes: when the clock of the seat to
    /// move runs out, or when the game is abandoned.
    pub fn due(&self) -> Option<Moment> {
        self.seat_to_move()?;
        Some(self.deadline().unwrap_or_else(|| self.latest + ABANDONED_AFTER))
    }

    /// The same as it is stored. The end of an abandoned game is put off to the full hour: so most moves leave
    /// it where it is, and a store need not sort the table anew.
    pub fn stored_due(&self) -> Option<Moment> {
        let due = self.due()?;
        let hours = due.as_millis().div_ceil(HOUR);
        Some(self.deadline().unwrap_or_else(|| Moment::from_millis(hours * HOUR)))
    }

    /// What has happened at the table by itself: a clock has run out, or the game is abandoned.
    pub fn lapsed(&self, now: Moment) -> Result<Vec<Event>, Refused> {
        let flag = self.flag(now);
        let is_abandoned = self.deadline().is_none() && self.due().is_some_and(|due| due <= now);
        if flag.is_ok() || !is_abandoned {
            return flag;
        }
        let left = self.live.clocks.left;
        let result = record::Outcome::Other(ABANDONED.to_owned());
        Ok(self.following([Fact::Closed { result, left }], now))
    }

    /// Whether the game has ended because the players no longer moved.
    pub fn is_abandoned(&self) -> bool {
        self.closed().is_some_and(is_abandonment)
    }
}

/// Whether a result is that of an abandoned game.
pub(crate) fn is_abandonment(result: &record::Outcome) -> bool {
    matches!(result, record::Outcome::Other(words) if words == ABANDONED)
}
