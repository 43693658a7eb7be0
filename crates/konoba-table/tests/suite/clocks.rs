//! Clocks and flags, case by case.

use std::time::Duration;

use konoba_table::{Moment, Refused, Seat, TimeControl};

use crate::support::Company::{Apart, Shared};
use crate::support::{Company, Log, opened};

const MINUTE: TimeControl =
    TimeControl::Fischer { main: Duration::from_secs(60), increment: Duration::from_secs(2) };
const DAY: TimeControl = TimeControl::days_per_move(1);
const DAY_MILLIS: u64 = 24 * 60 * 60 * 1000;

fn played(time: TimeControl, company: Company, script: &str) -> Log {
    let mut log = Log::new(&konoba_table::Opened { time, ..opened("konobi:5", company) });
    log.run(script);
    log
}

/// What the two clocks show at a moment, in milliseconds.
fn check(time: TimeControl, script: &str, now: u64, expected: [u64; 2]) {
    check_in(Apart, time, script, now, expected);
}

fn check_in(company: Company, time: TimeControl, script: &str, now: u64, expected: [u64; 2]) {
    let log = played(time, company, script);
    let left = Seat::BOTH.map(|seat| log.table.left(seat, Moment::from_millis(now)));
    assert_eq!(left, expected.map(|ms| Some(Duration::from_millis(ms))), "{script} at {now}");
}

#[test]
fn only_the_seat_to_move_loses_time() {
    check(MINUTE, "", 0, [60_000, 60_000]);
    // Before the first move no clock runs, and that move earns nothing.
    check(MINUTE, "", 999_000, [60_000, 60_000]);
    check(MINUTE, "1:c3@500000", 500_000, [60_000, 60_000]);
    check(MINUTE, "1:c3@1000", 6_000, [60_000, 55_300]);
    check(MINUTE, "1:c3@1000 2:d4@6000", 6_000, [60_000, 57_300]);
    check(MINUTE, "1:c3@1000 2:d4@6000", 16_000, [50_300, 57_300]);
    check(MINUTE, "1:c3@1000 2:d4@6000 1:b3@16000", 16_000, [52_300, 57_300]);
    // A clock shows no negative time, even before it is claimed that it ran out.
    check(MINUTE, "1:c3@1000", 99_000, [60_000, 0]);
    check(DAY, "1:c3@1000 2:d4@6000", 6_000, [DAY_MILLIS, DAY_MILLIS]);
    check(DAY, "1:c3@1000 2:d4@6000", 7_000, [DAY_MILLIS - 1_000, DAY_MILLIS]);
    // A question stops no clock.
    check(MINUTE, "1:c3 1:undo@1000", 5_000, [60_000, 55_300]);
}

#[test]
fn clocks_stay_with_their_people_through_a_swap() {
    // Luka took five seconds to swap; then Ana's clock runs, for the side that still is to move.
    check(MINUTE, "1:c3@0 2:swap@5000", 8_000, [57_300, 57_300]);
    check(MINUTE, "1:c3@0 2:swap@5000 1:d4@8000", 8_000, [59_300, 57_300]);
}

/// A move over a network costs nothing for the first 0.3 s, and there are 30 s of that in a game.
#[test]
fn a_little_of_each_move_is_not_counted() {
    check(MINUTE, "1:c3@0", 300, [60_000, 60_000]);
    check(MINUTE, "1:c3@0", 301, [60_000, 59_999]);
    check(MINUTE, "1:c3@0 2:d4@300", 300, [60_000, 62_000]);
    // It does not add up: a quick move leaves nothing over for a slow one.
    check(MINUTE, "1:c3@0 2:d4@100 1:b3@200 2:d3@1200", 1_200, [62_000, 63_300]);
    // There is no allowance at one keyboard, nor where there are days for a move.
    check_in(Shared, MINUTE, "1:c3@0", 300, [60_000, 59_700]);
    check(DAY, "1:c3@0", 300, [DAY_MILLIS, DAY_MILLIS - 300]);
    // A hundred turns of 0.3 s, taken back each time; taking back does not give them back.
    let turns = |count: u64| {
        let turn = |number: u64| {
            let end = 300 * number;
            format!(" 2:d4@{end} 2:undo@{end} 1:yes@{end}")
        };
        (1..=count).map(turn).collect::<String>()
    };
    check(MINUTE, &format!("1:c3@0{}", turns(99)), 30_000, [60_000, 60_000]);
    check(MINUTE, &format!("1:c3@0{}", turns(100)), 30_300, [60_000, 59_700]);
}

#[test]
fn an_engine_of_the_house_is_near() {
    let mut opened = konoba_table::Opened { time: MINUTE, ..opened("konobi:5", Apart) };
    opened.players[1].kind = konoba_table::Kind::Engine { level: konoba_rules::Level::WEAKEST };
    let mut log = Log::new(&opened);
    log.run("1:c3@0");
    let left = log.table.left(Seat::Two, Moment::from_millis(300));
    assert_eq!(left, Some(Duration::from_millis(59_700)));
}

#[test]
fn time_does_not_go_back() {
    check(MINUTE, "1:c3@5000 2:d4@3000", 0, [60_000, 62_000]);
    check(MINUTE, "1:c3@5000 2:d4@3000", 5_000, [60_000, 62_000]);
    let log = played(MINUTE, Apart, "1:c3@5000 2:d4@3000");
    assert_eq!(log.events.iter().map(|event| event.at.as_millis()).max(), Some(5_000));
    assert!(log.events.is_sorted_by_key(|event| event.at));
}

#[test]
fn undo_gives_the_time_back() {
    check_in(Shared, MINUTE, "1:c3@0 2:d4@5000 1:undo@9000", 9_000, [60_000, 60_000]);
    check_in(Shared, MINUTE, "1:c3@0 2:d4@5000 1:undo@9000", 10_000, [60_000, 59_000]);
    // At the start nothing runs again.
    check_in(Shared, MINUTE, "1:c3@0 2:undo@9000", 19_000, [60_000, 60_000]);
    check(MINUTE, "1:c3@0 2:d4@5000 1:b3@6000 1:undo@7000 2:yes@8000", 9_000, [59_300, 57_300]);
    check(MINUTE, "1:c3@0 2:swap@5000 2:undo@7000 1:yes@8000", 9_000, [60_000, 59_300]);
    check(DAY, "1:c3@0 2:d4@5000 2:undo@7000 1:yes@8000", 9_000, [DAY_MILLIS, DAY_MILLIS - 1_000]);
}

#[test]
fn clocks_stand_still_after_the_end() {
    check(MINUTE, "1:c3@0 1:resign@4000", 9_000, [60_000, 56_300]);
    check(MINUTE, "1:c3@0 2:resign@4000", 9_000, [60_000, 56_300]);
    check(MINUTE, "1:c3@0 1:flag@60300", 99_000, [60_000, 0]);
}

fn check_end(time: TimeControl, script: &str, expected: &str) {
    assert_eq!(played(time, Apart, script).summary(), expected, "{script}");
}

#[test]
fn the_flag_falls_at_the_deadline() {
    let on = "1:c3 2:d4 | first 1, to move 1";
    let fallen = "1:c3 | first 1, won by 1 (time)";
    check_end(MINUTE, "1:c3@0 2:d4@60299", on);
    check_end(MINUTE, "1:c3@0 2:d4@60300", fallen);
    check_end(MINUTE, "1:c3@0 1:flag@60299!time-left 2:d4@60299", on);
    // Either seat may claim it, the one who ran out of time included, and by whatever command.
    check_end(MINUTE, "1:c3@0 1:flag@60300", fallen);
    check_end(MINUTE, "1:c3@0 2:flag@60300", fallen);
    check_end(MINUTE, "1:c3@0 1:resign@60300", fallen);
    check_end(MINUTE, "1:c3@0 1:undo@1000 2:yes@60300", fallen);
    check_end(MINUTE, "1:c3@0 1:flag@60300 2:flag@60301!game-over", fallen);
    check_end(MINUTE, "1:c3@0 1:flag@60300 2:undo@60301!final", fallen);
    // Never before the first move, and never without clocks.
    check_end(MINUTE, "1:flag@90000!time-left 1:c3@90000", "1:c3 | first 1, to move 2");
    check_end(TimeControl::None, "1:c3@0 1:flag@9000000!time-left", "1:c3 | first 1, to move 2");
    // Against Ana, who after the swap has to move as the second side.
    check_end(MINUTE, "1:c3@0 2:swap@1000 2:flag@61300", "1:c3 2:swap | first 2, won by 2 (time)");
    check_end(DAY, "1:c3@0 2:d4@86399999 1:b3@172799998", "1:c3 2:d4 1:b3 | first 1, to move 2");
    check_end(DAY, "1:c3@0 2:d4@86399999 1:b3@172799999", "1:c3 2:d4 | first 1, won by 2 (time)");
}

#[test]
fn the_house_knows_when_to_look_and_needs_no_seat() {
    let check = |script: &str, deadline: Option<u64>| {
        let log = played(MINUTE, Apart, script);
        assert_eq!(log.table.deadline(), deadline.map(Moment::from_millis), "{script}");
        let flag = |at| log.table.flag(Moment::from_millis(at));
        match deadline {
            Some(at) => {
                let early = flag(at - 1).unwrap_err();
                assert!(
                    matches!(early, Refused::TimeLeft { deadline } if deadline == log.table.deadline())
                );
                assert_eq!(flag(at).unwrap().len(), 1);
            }
            None => assert_eq!(flag(u64::MAX).unwrap_err().id(), "time-left"),
        }
    };
    check("", None);
    check("1:c3@1000", Some(61_300));
    check("1:c3@1000 2:d4@2000", Some(62_300));
    check("1:c3@1000 2:d4@2000 1:b3@3000", Some(64_600));
    check("1:c3@1000 1:resign@2000", None);
    check("1:c3@1000 1:undo@1000 2:yes@2000", None);
}

#[test]
fn hostile_times_do_no_harm() {
    let forever = TimeControl::Fischer { main: Duration::MAX, increment: Duration::MAX };
    let log = played(forever, Apart, "1:c3@18446744073709551615 2:d4@0");
    assert_eq!(log.table.history().len(), 1, "the last moment of all is every deadline");
    let none = TimeControl::Fischer { main: Duration::ZERO, increment: Duration::ZERO };
    check_end(none, "1:c3@0 2:d4@300", "1:c3 | first 1, won by 1 (time)");
}
