//! How time controls are written: `5 min + 3 s`, `3 days a move`, `none`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use konoba_rules::record::MAX_CLOCK;

use super::TimeControl;

/// The units, the largest first: how many milliseconds, and the words for it, of which the last one
/// is written.
const UNITS: [(u64, &[&str]); 4] = [
    (24 * 60 * 60 * 1000, &["d", "day", "days"]),
    (60 * 60 * 1000, &["hour", "hours", "h"]),
    (60 * 1000, &["m", "minute", "minutes", "min"]),
    (1000, &["sec", "second", "seconds", "s"]),
];
const DAYS: usize = 0;
const MINUTES: usize = 2;
const SECONDS: usize = 3;
/// No time control needs more characters.
const MAX_CHARS: usize = 60;

/// Why a text is not taken as a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControlError {
    /// It is not written like one.
    NotOne,
    /// There is no time on the clock.
    NoTime,
    /// There is more time than a record can note.
    TooLong,
}

/// The reason in a sentence.
impl fmt::Display for TimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotOne => {
                "A clock is minutes for the game + seconds for each move, as in 5+3, or days for \
                 each move, as in 3d, or none."
            }
            Self::NoTime => "A clock begins with some time on it.",
            Self::TooLong => "A clock holds at most 115 days.",
        })
    }
}

impl std::error::Error for TimeControlError {}

/// The time control as people read it, which can be read back.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::None => f.write_str("none"),
            Self::Fischer { main, increment } => {
                write!(f, "{} + {}", written(main), written(increment))
            }
            Self::PerMove { allowed } => write!(f, "{} a move", written(allowed)),
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Reads what is written, and what is quicker to type: `5+3`, `1h30m+30s`, `3d`.
    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let plain = |c: char| c.to_ascii_lowercase();
        let text: String =
            text.chars().take(MAX_CHARS).filter(|c| !c.is_whitespace()).map(plain).collect();
        let control = read(&text).ok_or(TimeControlError::NotOne)?;
        let increment = match control {
            Self::Fischer { increment, .. } => increment,
            Self::None | Self::PerMove { .. } => Duration::ZERO,
        };
        match control.at_start() {
            start if start.max(increment) > MAX_CLOCK => Err(TimeControlError::TooLong),
            Duration::ZERO if control != Self::None => Err(TimeControlError::NoTime),
            _ => Ok(control),
        }
    }
}

fn read(text: &str) -> Option<TimeControl> {
    if text == "none" {
        return Some(TimeControl::None);
    }
    if let Some((main, increment)) = text.split_once('+') {
        let (main, increment) = (span(main, MINUTES)?, span(increment, SECONDS)?);
        return Some(TimeControl::Fischer { main, increment });
    }
    let of_a_move = ["amove", "/move"].iter().find_map(|end| text.strip_suffix(end));
    // Whole days are meant for a move without a word about it; anything shorter could be either.
    let is_of_days = UNITS[DAYS].1.iter().any(|unit| text.ends_with(unit));
    let allowed = of_a_move.or(is_of_days.then_some(text))?;
    Some(TimeControl::PerMove { allowed: span(allowed, DAYS)? })
}

/// Numbers with their units, `1h30m`; a number alone is of the unit with this place.
fn span(text: &str, unit: usize) -> Option<Duration> {
    let (mut rest, mut millis) = (text, 0_u64);
    let is_of_number = |c: char| c.is_ascii_digit() || c == '.';
    loop {
        let (number, after) = split_where(rest, |c| !is_of_number(c));
        let (word, after) = split_where(after, is_of_number);
        let named = UNITS.iter().position(|(_, words)| words.contains(&word));
        let (scale, _) = UNITS[if word.is_empty() { unit } else { named? }];
        millis = millis.checked_add(thousandths(number)?.checked_mul(scale)? / 1000)?;
        rest = after;
        if rest.is_empty() {
            return Some(Duration::from_millis(millis));
        }
    }
}

/// The text before and from the first character of a kind.
fn split_where(text: &str, is: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(is).unwrap_or(text.len()))
}

/// A number with at most three decimals, in thousandths.
fn thousandths(number: &str) -> Option<u64> {
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let is_short = whole.len() <= 10 && (1..=3).contains(&part.len());
    let whole: u64 = whole.parse().ok().filter(|_| is_short)?;
    Some(whole * 1000 + format!("{part:0<3}").parse::<u64>().ok()?)
}

/// A span in the largest unit of which it is so many, or in seconds with decimals.
fn written(span: Duration) -> String {
    let millis = u64::try_from(span.as_millis()).unwrap_or(u64::MAX);
    let whole = UNITS.iter().find(|(scale, _)| millis > 0 && millis.is_multiple_of(*scale));
    match whole {
        Some((scale, ["d", ..])) if millis == *scale => "1 day".to_owned(),
        Some((scale, words)) => format!("{} {}", millis / scale, words[words.len() - 1]),
        None if millis == 0 => "0 s".to_owned(),
        None => {
            let seconds = format!("{}.{:03}", millis / 1000, millis % 1000);
            format!("{} s", seconds.trim_end_matches('0'))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn fischer(main: u64, increment: u64) -> TimeControl {
        TimeControl::Fischer {
            main: Duration::from_millis(main),
            increment: Duration::from_millis(increment),
        }
    }

    #[test]
    fn what_people_type_is_understood() {
        let check = |text: &str, control: TimeControl, shown: &str| {
            assert_eq!(text.parse(), Ok(control), "{text}");
            assert_eq!(control.to_string(), shown, "{text}");
            assert_eq!(shown.parse(), Ok(control), "{text}");
        };
        check("none", TimeControl::None, "none");
        check("5+3", fischer(300_000, 3_000), "5 min + 3 s");
        check(" 10 + 0 ", fischer(600_000, 0), "10 min + 0 s");
        check("0.5+1.5", fischer(30_000, 1_500), "30 s + 1.5 s");
        check("1h30m+30s", fischer(5_400_000, 30_000), "90 min + 30 s");
        check("90s+2", fischer(90_000, 2_000), "90 s + 2 s");
        check("2H+1Min", fischer(7_200_000, 60_000), "2 h + 1 min");
        check("3d", TimeControl::days_per_move(3), "3 days a move");
        check("1 day", TimeControl::days_per_move(1), "1 day a move");
        check("2 days a move", TimeControl::days_per_move(2), "2 days a move");
        check("2/move", TimeControl::days_per_move(2), "2 days a move");
        let short = TimeControl::PerMove { allowed: Duration::from_secs(90) };
        check("90s/move", short, "90 s a move");
    }

    #[test]
    fn what_is_no_clock_is_refused() {
        let check = |text: &str, error| {
            assert_eq!(text.parse::<TimeControl>(), Err(error), "{text}");
        };
        let nonsense =
            ["", "5", "5m", "+", "5+", "+3", "5+3+1", "-5+3", "5+3x", "d", "5..+1", "1.+2"];
        for text in nonsense.into_iter().chain(["99999999999+1", "1.2345+1", "٣+٣", "a move"]) {
            check(text, TimeControlError::NotOne);
        }
        check(&"9".repeat(100), TimeControlError::NotOne);
        check("0+5", TimeControlError::NoTime);
        check("0d", TimeControlError::NoTime);
        check("116d", TimeControlError::TooLong);
        check("1+9999999999", TimeControlError::TooLong);
    }
}
