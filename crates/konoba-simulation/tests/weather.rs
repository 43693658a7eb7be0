//! The promises hold in bad weather, and mistakes do not go unnoticed.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

use konoba_simulation::{Bug, Plan, Promise, Report, Weather, hours, simulate};

/// Each with some 28 games, 650 orders kept, 1,000 refused, 60 disasters and 35,000 steps. All of them take
/// a minute or two on two cores.
const HOURS: u64 = 3000;
/// A mistake that is not found in so many hours is not found.
const SEEDS: u64 = 100;

#[test]
fn the_promises_hold_in_bad_weather() {
    let mut sum = Report::default();
    for report in hours(0..HOURS) {
        match report {
            Ok(report) => sum = sum.and(&report),
            Err(failure) => panic!("{failure}"),
        }
    }
    println!("{sum:?}");
    let Report { acknowledged, refused, repeated, games, flags, races, disasters, .. } = sum;
    let happened =
        [acknowledged, refused, repeated, games, flags, races, disasters, sum.lost, sum.cheats];
    assert!(happened.iter().all(|count| *count > HOURS / 4), "the world is idle: {sum:?}");
}

#[test]
fn a_seed_is_a_world() {
    for seed in [7, 8] {
        assert_eq!(simulate(&Plan::of_seed(seed)), simulate(&Plan::of_seed(seed)));
    }
    let [one, other] = [7, 8].map(|seed| simulate(&Plan::of_seed(seed)).unwrap().digest);
    assert_ne!(one, other);
}

#[test]
fn in_fair_weather_nothing_fails() {
    let second = std::time::Duration::from_secs(1);
    let weather = Weather {
        lost: 0,
        doubled: 0,
        late: 0,
        disaster_every: 1_000_000 * second,
        ..Weather::default()
    };
    let report = simulate(&Plan { weather, ..Plan::of_seed(3) }).unwrap();
    assert_eq!(report.disasters, 0);
    assert!(report.acknowledged > 300, "{report:?}");
}

/// Each planted mistake is found, by the promise that it breaks, and again by the same seed.
#[test]
fn every_planted_mistake_is_found() {
    let mut missed = Vec::new();
    for bug in Bug::ALL {
        // At other nodes a flag falls on time, and hides what happens at the slow one.
        let nodes = if bug == Bug::FlagRace { 1 } else { 3 };
        let plans = (0..SEEDS).map(|seed| Plan { bug: Some(bug), nodes, ..Plan::of_seed(seed) });
        let found = plans.clone().find_map(|plan| Some((plan.clone(), simulate(&plan).err()?)));
        let Some((plan, failure)) = found else {
            missed.push(bug);
            continue;
        };
        println!("{bug:?}: {failure}");
        assert_eq!(simulate(&plan), Err(failure.clone()), "{bug:?}");
        let expected: &[Promise] = match bug {
            Bug::AckBeforeAppend | Bug::AckBeforeFsync => {
                &[Promise::Acknowledged, Promise::SameTable]
            }
            Bug::NoVersionCheck | Bug::NoPredecessorCheck | Bug::WithdrawnUnderPlay => {
                &[Promise::Log]
            }
            Bug::LossDenied => &[Promise::CatchesUp],
            Bug::NoticeAppliedTwice => &[Promise::ToldOnce],
            Bug::FlagRace | Bug::FlagTooEarly => &[Promise::Flags, Promise::Clocks],
            Bug::StaleCache | Bug::WatcherForgotten => &[Promise::CatchesUp],
            Bug::SeatNotProved => &[Promise::Seats],
            Bug::RepeatForgotten => &[Promise::Acknowledged],
        };
        assert!(expected.contains(&failure.violation.promise), "{bug:?}: {failure}");
    }
    assert_eq!(missed, []);
}
