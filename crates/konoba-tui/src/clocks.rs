//! The clocks that the home screen offers, and how a clock is shown.

use std::time::Duration;

use konoba_table::TimeControl;

/// What can be chosen without typing; any other clock can be typed.
pub(crate) const OFFERED: [TimeControl; 9] = [
    TimeControl::None,
    minutes_and_seconds(1, 2),
    minutes_and_seconds(3, 2),
    minutes_and_seconds(5, 3),
    minutes_and_seconds(10, 5),
    minutes_and_seconds(20, 10),
    minutes_and_seconds(45, 30),
    TimeControl::days_per_move(1),
    TimeControl::days_per_move(3),
];

const fn minutes_and_seconds(minutes: u64, seconds: u64) -> TimeControl {
    TimeControl::Fischer {
        main: Duration::from_secs(60 * minutes),
        increment: Duration::from_secs(seconds),
    }
}

/// A time left: `4:05`, with tenths when it runs out and with days when there are any.
pub(crate) fn face(left: Duration) -> String {
    let (seconds, tenths) = (left.as_secs(), left.subsec_millis() / 100);
    let [hours, minutes, rest] = [seconds / 3600, seconds / 60 % 60, seconds % 60];
    match seconds {
        0..20 => format!("0:{seconds:02}.{tenths}"),
        20..3600 => format!("{minutes}:{rest:02}"),
        3600..86_400 => format!("{hours}:{minutes:02}:{rest:02}"),
        _ => format!("{}d {:02}:{minutes:02}:{rest:02}", hours / 24, hours % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_has_as_much_as_is_needed() {
        let check = |millis, shown: &str| assert_eq!(face(Duration::from_millis(millis)), shown);
        check(0, "0:00.0");
        check(19_990, "0:19.9");
        check(20_000, "0:20");
        check(3_599_000, "59:59");
        check(3_661_000, "1:01:01");
        check(3 * 86_400_000 - 1_000, "2d 23:59:59");
    }
}
