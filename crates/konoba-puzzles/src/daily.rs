//! Which puzzle is that of a day.

use time::{Date, Month, OffsetDateTime};

/// From a day on the daily puzzles are the first so many of a game, one after the other, from one of them on, and then from the
/// beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Era {
    /// The first day.
    pub from: Date,
    /// How many puzzles take turns.
    pub count: usize,
    /// Which of them is that of the first day, from 0: what was added, so that it is met before what is known comes again.
    pub first: usize,
}

/// Which puzzle of a game is that of which day. When puzzles are added an era begins, so that the puzzles of earlier days
/// stay what they were.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Calendar {
    eras: Vec<Era>,
}

impl Calendar {
    /// A calendar for so many puzzles; `None` if an era has none or more than there are, begins before the one before it, or with a
    /// puzzle that it does not have.
    pub fn new(eras: Vec<Era>, puzzles: usize) -> Option<Self> {
        let fits = eras.iter().all(|era| era.first < era.count && era.count <= puzzles);
        let is_in_order = eras.windows(2).all(|pair| pair[0].from < pair[1].from);
        (fits && is_in_order).then_some(Self { eras })
    }

    /// The eras, the first one first.
    pub fn eras(&self) -> &[Era] {
        &self.eras
    }

    /// The number of the puzzle of a day, from 0; none before the first era.
    pub fn puzzle_of(&self, day: Date) -> Option<usize> {
        let era = self.eras.iter().rev().find(|era| era.from <= day)?;
        let days = i64::from(day.to_julian_day()) - i64::from(era.from.to_julian_day());
        usize::try_from(days).ok().map(|days| (era.first + days) % era.count)
    }
}

/// The day on which a moment is, given in milliseconds since 1970: the same for all, by universal time.
pub fn day_of(millis: u64) -> Date {
    let seconds = i64::try_from(millis / 1000).unwrap_or_default();
    OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH).date()
}

/// Reads a date such as `2026-11-17`.
pub fn parse_date(text: &str) -> Option<Date> {
    let is_plain =
        text.len() == 10 && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
    let mut parts = text.split('-').filter(|_| is_plain);
    let year = parts.next()?.parse().ok()?;
    let month = Month::try_from(parts.next()?.parse::<u8>().ok()?).ok()?;
    let date = Date::from_calendar_date(year, month, parts.next()?.parse().ok()?).ok()?;
    parts.next().is_none().then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_take_turns_and_past_days_keep_theirs() {
        let day = |text| parse_date(text).unwrap();
        let eras = vec![
            Era { from: day("2026-11-16"), count: 3, first: 0 },
            Era { from: day("2026-12-01"), count: 5, first: 3 },
        ];
        let calendar = Calendar::new(eras.clone(), 5).unwrap();
        for (date, puzzle) in [
            ("2026-11-15", None),
            ("2026-11-16", Some(0)),
            ("2026-11-18", Some(2)),
            ("2026-11-19", Some(0)),
            ("2026-11-30", Some(2)),
            ("2026-12-01", Some(3)),
            ("2026-12-02", Some(4)),
            ("2026-12-03", Some(0)),
            ("2026-12-06", Some(3)),
        ] {
            assert_eq!(calendar.puzzle_of(day(date)), puzzle, "{date}");
        }
        assert_eq!(Calendar::new(eras.clone(), 4), None, "too few puzzles");
        assert_eq!(Calendar::new(eras.iter().copied().rev().collect(), 5), None, "out of order");
        let beyond = Era { first: 5, ..eras[1] };
        assert_eq!(Calendar::new(vec![beyond], 5), None, "begins with a puzzle that is not there");
    }

    #[test]
    fn a_date_is_read_in_one_form_alone() {
        assert_eq!(parse_date("2026-11-17").unwrap().to_string(), "2026-11-17");
        for text in
            ["", "2026-1-7", "2026-13-01", "2026-02-29", "+026-02-01", "2026-11-17-", "today"]
        {
            assert_eq!(parse_date(text), None, "{text}");
        }
    }
}
