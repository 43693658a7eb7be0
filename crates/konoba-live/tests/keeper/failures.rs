//! The store fails, and nothing in memory runs ahead of it.

use std::time::Duration;

use konoba_live::keeper::Output;
use konoba_live::{HouseError, Order};
use konoba_store::StoreError;
use konoba_table::{Ending, Refused, Seat, TimeControl, Version};

use crate::store::{Fate, TestStore, ask, at, named, play, settle};

#[test]
fn nothing_is_applied_or_answered_before_it_is_kept() {
    let mut store = TestStore::new(TimeControl::None);
    let mut keeper = store.keeper();
    let outputs = keeper.ask(ask(1, Seat::One, 5, Order::new(play("c3"))));
    assert!(matches!(outputs[..], [Output::Append(_)]), "{outputs:?}");
    assert_eq!(keeper.version(), 1, "only the store has been asked");
    let waiting = keeper.ask(ask(2, Seat::Two, 6, Order::new(play("b2"))));
    assert!(waiting.is_empty(), "what comes meanwhile waits");
    let came = settle(&mut keeper, outputs, &mut store, &[]);
    assert_eq!(came.answers.iter().map(|(ticket, _)| *ticket).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(keeper.version(), 3);
}

#[test]
fn a_store_that_fails_refuses_the_move_and_play_resumes() {
    let mut store = TestStore::new(TimeControl::None);
    let mut keeper = store.keeper();
    let order = || named(play("c3"), "a-1");
    for fates in [&[Fate::Fails][..], &[Fate::Fails, Fate::Fails], &[Fate::Busy]] {
        let outputs = keeper.ask(ask(1, Seat::One, 5, order()));
        let refused = settle(&mut keeper, outputs, &mut store, fates).only().unwrap_err();
        assert!(matches!(refused, HouseError::Store(_)), "{refused:?}");
        assert_eq!((keeper.version(), store.events().len()), (1, 1));
    }
    let outputs = keeper.ask(ask(2, Seat::One, 6, order()));
    assert_eq!(settle(&mut keeper, outputs, &mut store, &[]).only().unwrap().version, 2);
}

#[test]
fn a_store_that_lies_is_asked_again_before_clients_are_told() {
    let mut store = TestStore::new(TimeControl::None);
    let mut keeper = store.keeper();
    let outputs = keeper.ask(ask(1, Seat::One, 5, Order::new(play("c3"))));
    let came = settle(&mut keeper, outputs, &mut store, &[Fate::Lies]);
    assert_eq!(came.news.len(), 1);
    assert_eq!(came.only().unwrap().version, 2);
    // It cannot even be read: the move is refused, but it may have happened.
    let order = || named(play("b2"), "l-1");
    let outputs = keeper.ask(ask(2, Seat::Two, 6, order()));
    let came = settle(&mut keeper, outputs, &mut store, &[Fate::Lies, Fate::Fails]);
    came.only().unwrap_err();
    assert_eq!((keeper.version(), store.events().len()), (2, 3));
    // Sent again, it is found to be done, and done once.
    let outputs = keeper.ask(ask(3, Seat::Two, 7, order()));
    let came = settle(&mut keeper, outputs, &mut store, &[]);
    assert_eq!((came.news.len(), keeper.version(), store.events().len()), (1, 3, 3));
    assert_eq!(came.only().unwrap().version, 3);
}

#[test]
fn the_keeper_says_what_it_has_written_also_where_that_was_unknown() {
    let mut store = TestStore::new(TimeControl::None);
    let mut keeper = store.keeper();
    let nothing: [Version; 0] = [];
    let mut play = |seat, cell: &str, fates: &[Fate]| {
        let outputs = keeper.ask(ask(1, seat, 5, named(play(cell), cell)));
        settle(&mut keeper, outputs, &mut store, fates).written
    };
    assert_eq!(play(Seat::One, "c3", &[]), [2]);
    assert_eq!(play(Seat::Two, "b2", &[Fate::Fails]), nothing);
    assert_eq!(play(Seat::Two, "b2", &[Fate::Lies]), [3], "it was found by a read");
    // It cannot be read at first.
    assert_eq!(play(Seat::One, "c4", &[Fate::Lies, Fate::Fails]), nothing);
    assert_eq!(play(Seat::One, "c4", &[Fate::Fails]), nothing);
    assert_eq!(play(Seat::One, "c4", &[]), [4]);
    assert_eq!(play(Seat::Two, "b1", &[]), [5], "and each is told once");
}

#[test]
fn a_notice_that_comes_during_a_read_makes_the_keeper_read_again() {
    let store = TestStore::new(TimeControl::None);
    let mut keeper = store.keeper();
    let outputs = keeper.heard(0);
    assert!(matches!(outputs[..], [Output::Read(_)]), "{outputs:?}");
    // The read may have looked at the store before what the second notice tells of.
    assert!(keeper.heard(0).is_empty());
    assert!(keeper.is_unsure());
    let outputs = keeper.read(store.read(0, Fate::Works));
    assert!(matches!(outputs[..], [Output::Read(_)]), "{outputs:?}");
    assert!(keeper.read(store.read(0, Fate::Works)).is_empty());
    assert!(!keeper.is_unsure());
}

#[test]
fn while_the_store_is_gone_all_requests_are_refused_and_none_waits() {
    let mut store = TestStore::new(TimeControl::None);
    let mut keeper = store.keeper();
    let mut outputs = keeper.ask(ask(1, Seat::One, 5, Order::new(play("c3"))));
    for ticket in 2..6 {
        outputs.extend(keeper.ask(ask(ticket, Seat::Two, 5, Order::new(play("b2")))));
    }
    let came = settle(&mut keeper, outputs, &mut store, &[Fate::Fails, Fate::Fails]);
    assert_eq!(came.answers.len(), 5);
    assert!(came.answers.iter().all(|(_, answer)| answer.is_err()));
}

#[test]
fn a_move_in_time_beats_the_flag_and_a_late_one_does_not() {
    let allowed = Duration::from_millis(100);
    let mut store = TestStore::new(TimeControl::PerMove { allowed });
    let mut keeper = store.keeper();
    let outputs = keeper.ask(ask(1, Seat::One, 1000, Order::new(play("c3"))));
    settle(&mut keeper, outputs, &mut store, &[]);
    assert_eq!(keeper.deadline(), Some(at(1100)));
    // Received in time, though the store answers after the deadline, at which the clock is looked at.
    let outputs = keeper.ask(ask(2, Seat::Two, 1099, Order::new(play("b2"))));
    assert!(keeper.tick(at(1100)).is_empty());
    settle(&mut keeper, outputs, &mut store, &[]).only().unwrap();
    // Received too late: the flag comes first, and the move is refused because of it.
    let outputs = keeper.ask(ask(3, Seat::One, 1199, Order::new(play("c4"))));
    let came = settle(&mut keeper, outputs, &mut store, &[]);
    assert_eq!(came.news.len(), 1);
    let HouseError::Table(refusal) = came.only().unwrap_err() else { panic!() };
    assert!(matches!(refusal.refused, Refused::GameOver(o) if o.ending == Ending::Time));
}

#[test]
fn a_flag_that_cannot_be_written_falls_later() {
    let allowed = Duration::from_millis(100);
    let mut store = TestStore::new(TimeControl::PerMove { allowed });
    let mut keeper = store.keeper();
    let outputs = keeper.ask(ask(1, Seat::One, 1000, Order::new(play("c3"))));
    settle(&mut keeper, outputs, &mut store, &[]);
    assert!(keeper.tick(at(1099)).is_empty());
    let outputs = keeper.tick(at(1100));
    settle(&mut keeper, outputs, &mut store, &[Fate::Fails, Fate::Fails]);
    assert_eq!(store.events().len(), 2);
    // The first look reads what is there, the second writes the flag.
    for _ in 0..2 {
        let outputs = keeper.tick(at(1600));
        settle(&mut keeper, outputs, &mut store, &[]);
    }
    assert_eq!(store.table().outcome().unwrap().ending, Ending::Time);
}

#[test]
fn an_order_behind_a_flag_that_cannot_be_written_is_refused_at_once() {
    let allowed = Duration::from_millis(100);
    let mut store = TestStore::new(TimeControl::PerMove { allowed });
    let mut keeper = store.keeper();
    let outputs = keeper.ask(ask(1, Seat::One, 1000, Order::new(play("c3"))));
    settle(&mut keeper, outputs, &mut store, &[]);
    let late = |ticket| ask(ticket, Seat::Two, 1200, Order::new(play("b2")));
    // The store can be read all the while. If the flag were tried again, it would fall.
    let full = &[Fate::Fails, Fate::Works][..];
    for (fates, error) in [(full, StoreError::Full), (&[Fate::Busy], StoreError::Busy)] {
        let outputs = keeper.ask(late(2));
        let refused = settle(&mut keeper, outputs, &mut store, fates).only().unwrap_err();
        assert!(matches!(refused, HouseError::Store(own) if own == error), "{refused:?}");
        assert_eq!((keeper.version(), store.events().len()), (2, 2));
    }
    // Each of those that wait is answered after one round.
    let mut outputs = keeper.ask(late(3));
    outputs.extend(keeper.ask(late(4)));
    let came = settle(&mut keeper, outputs, &mut store, &[full, full].concat());
    assert_eq!(came.answers.iter().map(|(ticket, _)| *ticket).collect::<Vec<_>>(), [3, 4]);
    assert!(came.answers.iter().all(|(_, answer)| matches!(answer, Err(HouseError::Store(_)))));
    // Once the store works, the flag falls and the order is refused because of it.
    let outputs = keeper.ask(late(5));
    let refused = settle(&mut keeper, outputs, &mut store, &[]).only().unwrap_err();
    assert!(matches!(refused, HouseError::Table(_)), "{refused:?}");
    assert_eq!(store.table().outcome().unwrap().ending, Ending::Time);
}
