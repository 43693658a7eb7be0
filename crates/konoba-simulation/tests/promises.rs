//! The promises hold whatever goes wrong, and planted mistakes are found.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use konoba_simulation::{Conditions, Failure, Mistake, Plan, Promise, Report, hours, simulate};

/// Each with some 28 games, 370 orders kept, 800 refused, 60 disasters and 200,000 steps.
const HOURS: u64 = 100;
/// A mistake that is not found in so many hours is not found.
const SEEDS: u64 = 60;

#[test]
fn the_promises_hold() {
    let mut sum = Report::default();
    for report in hours(0..HOURS) {
        match report {
            Ok(report) => sum += report,
            Err(failure) => panic!("{failure}"),
        }
    }
    println!("{sum:?}");
    for (what, count) in sum.counts() {
        assert!(count > HOURS / 10, "hardly any {what}: {sum:?}");
    }
}

/// Everything that happens, each run of each task included, is the same in every run of a seed.
#[test]
fn a_seed_decides_everything() {
    let digests: Vec<u64> = (7..11)
        .map(|seed| {
            let [one, other] = [(); 2].map(|()| simulate(&Plan::of_seed(seed)).unwrap());
            assert_eq!(one, other);
            one.digest
        })
        .collect();
    for (place, digest) in digests.iter().enumerate() {
        assert!(!digests[..place].contains(digest), "{digests:?}");
    }
}

#[test]
fn nothing_fails_where_nothing_goes_wrong() {
    let plan = Plan { conditions: Conditions::good(), ..Plan::of_seed(3) };
    let report = simulate(&plan).unwrap();
    assert_eq!([report.disasters, report.lost], [0; 2], "{report:?}");
    assert!(report.acknowledged > 300, "{report:?}");
}

/// Each planted mistake is found, by a promise that it breaks, and again by the same seed.
#[test]
fn every_planted_mistake_is_found() {
    let next = AtomicUsize::new(0);
    let look = || {
        let mut missed = Vec::new();
        while let Some(mistake) = Mistake::ALL.get(next.fetch_add(1, Ordering::Relaxed)) {
            match find(*mistake) {
                Some(failure) => {
                    println!("{mistake:?}: {failure}");
                    let promise = failure.violation.promise;
                    assert!(broken_by(*mistake).contains(&promise), "{mistake:?}: {failure}");
                }
                None => missed.push(*mistake),
            }
        }
        missed
    };
    let missed: Vec<Mistake> = thread::scope(|scope| {
        let threads = [scope.spawn(look), scope.spawn(look)];
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(missed, []);
}

fn find(mistake: Mistake) -> Option<Failure> {
    // At other nodes a flag falls on time, and hides what happens at the slow one.
    let nodes = if mistake == Mistake::FlagRace { 1 } else { 3 };
    let plan = |seed| Plan { mistake: Some(mistake), nodes, ..Plan::of_seed(seed) };
    let failure = (0..SEEDS).find_map(|seed| simulate(&plan(seed)).err())?;
    assert_eq!(simulate(&plan(failure.seed)), Err(failure.clone()), "{mistake:?}");
    Some(failure)
}

/// The promises that a mistake may break, whichever is noticed first.
const fn broken_by(mistake: Mistake) -> &'static [Promise] {
    match mistake {
        Mistake::AckBeforeAppend | Mistake::AckBeforeFsync => {
            &[Promise::Acknowledged, Promise::SameTable]
        }
        Mistake::NoVersionCheck | Mistake::NoPredecessorCheck | Mistake::WithdrawnUnderPlay => {
            &[Promise::Log]
        }
        Mistake::NoTimeout => &[Promise::Answered, Promise::Closes],
        Mistake::NoticeAppliedTwice | Mistake::SlowVisitorForgotten => &[Promise::ToldOnce],
        Mistake::FlagRace | Mistake::FlagTooEarly => &[Promise::Flags, Promise::Clocks],
        Mistake::LossDenied | Mistake::StaleCache | Mistake::WokenFromMemory => {
            &[Promise::CatchesUp]
        }
        // A watcher who is told nothing more does not hear of who comes and goes either.
        Mistake::WatcherForgotten => &[Promise::CatchesUp, Promise::Presence],
        Mistake::SeatNotProved => &[Promise::Seats],
        Mistake::RepeatForgotten => &[Promise::Acknowledged, Promise::Seats],
        Mistake::PresenceUntold | Mistake::PresenceNotRenewed | Mistake::PresenceLeaseNeverEnds => {
            &[Promise::Presence]
        }
        Mistake::VisitNeverEnds => &[Promise::Sleeps, Promise::Presence],
        Mistake::JobForgotten | Mistake::JobLeaseNeverEnds => &[Promise::Jobs],
        // The job is taken again and again, and its table is woken for it.
        Mistake::LogOutMissed => &[Promise::LogsOut],
        Mistake::JobNeverFinished => &[Promise::Jobs, Promise::Sleeps],
    }
}
