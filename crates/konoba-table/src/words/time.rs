//! What is said of time.

use std::time::Duration;

use super::Words;
use crate::{Moment, Seat, TimeControl};

impl Words<'_> {
    /// How much time the players have; nothing where there are no clocks.
    pub fn time(&self) -> Option<String> {
        match self.table.opening().time {
            TimeControl::None => None,
            TimeControl::Fischer { main, increment } => {
                let main = format!("Each player has {} for the game", spoken(main));
                Some(match increment {
                    Duration::ZERO => format!("{main}."),
                    _ => format!("{main} and {} more for each move.", spoken(increment)),
                })
            }
            TimeControl::PerMove { allowed } => {
                Some(format!("Each move may take {}.", spoken(allowed)))
            }
        }
    }

    /// What the clocks show at a moment, that of the player to move first; nothing where there are
    /// none.
    pub fn clocks(&self, now: Moment) -> Option<String> {
        let first = self.table.seat_to_move().unwrap_or(Seat::One);
        let shown = |seat: Seat| Some(self.has_left(seat, self.table.left(seat, now)?));
        Some(format!("{} {}", shown(first)?, shown(first.other())?))
    }

    /// What the clock of one player shows, a second that has begun being whole; nothing where there are none.
    pub fn time_left(&self, seat: Seat, now: Moment) -> Option<String> {
        let left = self.table.left(seat, now)?;
        let begun = Duration::from_millis(999);
        Some(self.has_left(seat, Duration::from_secs(left.saturating_add(begun).as_secs())))
    }

    fn has_left(&self, seat: Seat, left: Duration) -> String {
        let has = self.who_plays(self.table.side_of(seat)).does("has", "have");
        format!("{has} {} left.", spoken(left))
    }
}

/// A span in its largest unit and the next smaller one, as it is said: `4 minutes and 5 seconds`.
fn spoken(span: Duration) -> String {
    let seconds = span.as_secs();
    let parts = [
        (seconds / 86_400, "day"),
        (seconds / 3600 % 24, "hour"),
        (seconds / 60 % 60, "minute"),
        (seconds % 60, "second"),
    ];
    let parts = parts.into_iter().skip_while(|(count, _)| *count == 0).take(2);
    let parts = parts.filter(|(count, _)| *count > 0).map(|(count, unit)| match count {
        1 => format!("1 {unit}"),
        _ => format!("{count} {unit}s"),
    });
    let parts: Vec<_> = parts.collect();
    match &parts[..] {
        [] if span.is_zero() => "no time".to_owned(),
        [] => "less than a second".to_owned(),
        parts => parts.join(" and "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_said_in_two_units() {
        let check = |millis: u64, said: &str| {
            assert_eq!(spoken(Duration::from_millis(millis)), said);
        };
        check(0, "no time");
        check(900, "less than a second");
        check(1_000, "1 second");
        check(61_999, "1 minute and 1 second");
        check(245_000, "4 minutes and 5 seconds");
        check(3_600_000, "1 hour");
        check(3_605_000, "1 hour");
        check(259_199_000, "2 days and 23 hours");
    }
}
