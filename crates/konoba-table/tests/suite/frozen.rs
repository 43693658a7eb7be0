//! Events that disagree with the rules freeze a table, readable, and nothing panics.

use konoba_rules::{Grid, Move, Points};
use konoba_table::{
    Action, Disagreement, Event, Fact, Moved, Opened, Seat, Table, TimeControl, Wish,
};

use crate::support::Company::Apart;
use crate::support::{Log, opened};

fn log() -> Log {
    let time = TimeControl::days_per_move(1);
    let mut log = Log::new(&Opened { time, ..opened("konobi:5", Apart) });
    log.run("1:c3 2:d4 1:a3 1:undo 2:yes 1:b3 2:resign 1:again 2:again");
    log
}

/// Changes the second move, which is event 3.
fn check(change: impl Fn(&mut Moved), why: Disagreement) {
    let mut events = log().events;
    let Fact::Moved(moved) = &mut events[2].fact else { panic!("a move") };
    change(moved);
    let table = Table::replay(&events).unwrap();
    let frozen = table.frozen().expect("it disagrees");
    assert_eq!((frozen.at, frozen.why), (3, why));

    // It can be read: the position as far as the rules agree, the rest as the events tell it.
    assert_eq!(table.version(), events.len() as u64);
    assert_eq!(table.position().ply(), 1);
    assert_eq!(table.history().len(), 3);
    assert_eq!(table.outcome().unwrap().seat, Seat::One);
    assert!(table.next().is_some());
    assert_eq!(table.record().moves().next(), Some(Move::Place("c3".parse().unwrap())));
    assert!(
        table.words().status().starts_with("This game can be viewed but not continued: event 3 ")
    );
    assert!(events.iter().all(|event| table.words().event(event).ends_with('.')));
    table.scene();

    // It cannot be played at.
    let now = table.latest();
    for seat in Seat::BOTH {
        let wishes = [Wish::Undo, Wish::Rematch];
        let asks = wishes
            .iter()
            .flat_map(|wish| [Action::Ask(*wish), Action::Accept(*wish), Action::Decline(*wish)]);
        let play = Action::Play(Move::Place("a1".parse().unwrap()));
        for action in asks.chain([play, Action::Resign, Action::Flag]) {
            assert_eq!(table.decide(seat, action, now).unwrap_err().id(), "frozen");
        }
        assert_eq!(table.undo_to(seat).unwrap_err().id(), "frozen");
    }
    assert_eq!(table.flag(now).unwrap_err().id(), "frozen");
    // Nor does it wait for a move, though the game had not ended by then.
    let unfinished = Table::replay(&events[..4]).unwrap();
    assert_eq!((unfinished.outcome(), unfinished.frozen()), (None, Some(frozen)));
    assert_eq!((unfinished.seat_to_move(), unfinished.deadline()), (None, None));
}

#[test]
fn a_move_that_the_rules_do_not_bear_out_freezes_the_table() {
    let place = |text: &str| Move::Place(text.parse().unwrap());
    check(|moved| moved.played.mv = place("c3"), Disagreement::Illegal("occupied"));
    check(|moved| moved.played.mv = Move::Pass, Disagreement::Illegal("no-pass"));
    check(
        |moved| moved.played.fills[0] = Points::single("a1".parse().unwrap()),
        Disagreement::OtherFacts,
    );
    check(|moved| moved.seat = Seat::One, Disagreement::OtherFacts);
    check(|moved| moved.played.side = moved.played.side.other(), Disagreement::OtherFacts);
}

#[test]
fn what_a_clock_showed_is_taken_as_it_is_told() {
    let mut events = log().events;
    let Fact::Moved(moved) = &mut events[2].fact else { panic!("a move") };
    moved.left = [std::time::Duration::from_secs(1); 2];
    let table = Table::replay(&events[..3]).unwrap();
    assert_eq!(table.frozen(), None);
    assert_eq!(table.left(Seat::Two, table.latest()), Some(moved_left(&events[2])));
}

fn moved_left(event: &Event) -> std::time::Duration {
    let Fact::Moved(moved) = &event.fact else { panic!("a move") };
    moved.left[1]
}

#[test]
fn an_event_that_is_known_changes_nothing_and_a_missing_one_freezes() {
    let log = log();
    let mut table = log.table.clone();
    log.events.iter().for_each(|event| table.apply(event));
    assert_eq!(table, log.table);

    let events = log.events.iter().enumerate().filter(|(place, _)| *place != 2);
    let table = Table::replay(events.map(|(_, event)| event)).unwrap();
    assert_eq!(table.frozen().map(|frozen| (frozen.at, frozen.why)), Some((4, Disagreement::Gap)));
}

#[test]
fn what_cannot_follow_freezes() {
    let log = log();
    let check = |fact: Fact| {
        let version = log.table.version() + 1;
        let mut table = log.table.clone();
        table.apply(&Event { version, at: table.latest(), fact });
        let frozen = table.frozen().expect("it cannot follow");
        assert_eq!((frozen.at, frozen.why), (version, Disagreement::OutOfPlace));
    };
    let left = [std::time::Duration::ZERO; 2];
    check(log.events[0].fact.clone());
    check(log.events[1].fact.clone());
    check(Fact::Ended { outcome: log.table.outcome().unwrap(), left });
    check(Fact::Undone { seat: Seat::One, from: 9, to: 8, left });
}
