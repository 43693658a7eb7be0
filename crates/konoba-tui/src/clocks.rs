//! The clocks that the home screen offers, and how a clock is shown.

use std::time::Duration;

use konoba_table::TimeControl;

/// Minutes for the game and seconds for each move; the first is no clock at all.
const OFFERED: [Option<(u64, u64)>; 7] =
    [None, Some((1, 2)), Some((3, 2)), Some((5, 3)), Some((10, 5)), Some((20, 10)), Some((45, 30))];

/// How many there are.
pub(crate) const COUNT: usize = OFFERED.len();

/// The clock with this number.
pub(crate) fn control(number: usize) -> TimeControl {
    match OFFERED[number % COUNT] {
        None => TimeControl::None,
        Some((minutes, seconds)) => TimeControl::Fischer {
            main: Duration::from_secs(60 * minutes),
            increment: Duration::from_secs(seconds),
        },
    }
}

/// What it is called: `5 min + 3 s`.
pub(crate) fn name(number: usize) -> String {
    match OFFERED[number % COUNT] {
        None => "none".to_owned(),
        Some((minutes, seconds)) => format!("{minutes} min + {seconds} s"),
    }
}

/// The number of the clock that is called so.
pub(crate) fn named(text: &str) -> Option<usize> {
    (0..COUNT).find(|number| name(*number) == text)
}

/// A time left: `4:05`, and with tenths when it runs out.
pub(crate) fn shown(left: Duration) -> String {
    let (seconds, tenths) = (left.as_secs(), left.subsec_millis() / 100);
    match seconds {
        0..20 => format!("0:{seconds:02}.{tenths}"),
        _ if seconds < 3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}
