//! The database loses what it had kept, and its keepers go back to what it holds.

use konoba_live::HouseError;
use konoba_live::keeper::{Keeper, Order, Seen};
use konoba_store::StoreError;
use konoba_table::{Refused, Seat, TimeControl};

use crate::store::{Came, TestStore, ask, at, named, play, settle};

/// Two players take turns at one keeper.
fn play_all(keeper: &mut Keeper, store: &mut TestStore, moves: &[&str]) {
    for (number, text) in moves.iter().enumerate() {
        let seat = keeper.table().unwrap().seat_to_move().unwrap();
        let order = named(play(text), &format!("{text}-{number}"));
        let outputs = keeper.ask(ask(number as u64, seat, 5 + number as u64, order));
        settle(keeper, outputs, store, &[]).only().unwrap();
    }
}

fn order(keeper: &mut Keeper, store: &mut TestStore, seat: Seat, order: Order) -> Came {
    let outputs = keeper.ask(ask(90, seat, 90, order));
    settle(keeper, outputs, store, &[])
}

/// The store has lost two moves, and holds none or others in their place. The player who moves is told,
/// and so are all clients; then the game goes on from what the store holds.
#[test]
fn a_keeper_that_knows_more_goes_back_to_what_the_store_holds() {
    for others in [&[][..], &["e5"], &["e5", "c5"], &["e5", "c5", "a5"]] {
        let mut store = TestStore::new(TimeControl::None);
        let mut keeper = store.keeper();
        play_all(&mut keeper, &mut store, &["a1", "c1", "e1", "a3"]);
        store.lose(3);
        play_all(&mut store.keeper(), &mut store, others);
        let seat = keeper.table().unwrap().seat_to_move().unwrap();
        let came = order(&mut keeper, &mut store, seat, Order::new(play("c3")));
        assert_eq!(came.lost, [(5, 3)], "{others:?}");
        let refused = came.only().unwrap_err();
        assert!(matches!(refused, HouseError::Store(StoreError::Lost)), "{refused:?}");
        assert_eq!(
            refused.to_string(),
            "The server lost what happened last. The board shows how the game stands now."
        );
        assert_eq!(keeper.table().unwrap().as_ref(), &store.table(), "{others:?}");
        assert_eq!((keeper.rewinds(), keeper.version()), (1, 3 + others.len() as u64));
        play_all(&mut keeper, &mut store, &["e3"]);
        assert_eq!(keeper.rewinds(), 1);
        assert_eq!(keeper.table().unwrap().as_ref(), &store.table());
        assert_eq!(store.table().frozen(), None);
    }
}

/// A keeper that gets no moves learns of the loss when it looks, whether it is told that notices were
/// missed or of a version that the store holds now.
#[test]
fn a_keeper_that_looks_learns_of_the_loss() {
    for (others, heard) in [(&["e5"][..], 0), (&["e5", "c5", "a5"], 6), (&[], 0)] {
        let mut store = TestStore::new(TimeControl::None);
        let mut keeper = store.keeper();
        play_all(&mut keeper, &mut store, &["a1", "c1", "e1", "a3"]);
        store.lose(3);
        play_all(&mut store.keeper(), &mut store, others);
        let outputs = keeper.heard(heard);
        let came = settle(&mut keeper, outputs, &mut store, &[]);
        assert_eq!(came.lost, [(5, 3)]);
        assert_eq!(keeper.table().unwrap().as_ref(), &store.table());
        // What was heard of before the loss is not looked for any longer.
        let outputs = keeper.heard(5);
        let came = settle(&mut keeper, outputs, &mut store, &[]);
        assert_eq!(came.lost, []);
    }
}

/// An order that was acknowledged and lost is carried out when it is sent again under its name; one that
/// has seen what is lost is refused.
#[test]
fn what_is_lost_can_be_done_again() {
    let mut store = TestStore::new(TimeControl::None);
    let mut keeper = store.keeper();
    play_all(&mut keeper, &mut store, &["a1", "c1"]);
    let again = Order { seen: Some(3), ..named(play("e1"), "again") };
    order(&mut keeper, &mut store, Seat::One, again.clone()).only().unwrap();
    store.lose(3);
    let ahead = Order { seen: Some(4), ..Order::new(play("a3")) };
    let came = order(&mut keeper, &mut store, Seat::Two, ahead.clone());
    assert_eq!(came.lost, [(4, 3)]);
    assert!(matches!(came.only(), Err(HouseError::Store(StoreError::Lost))));
    let HouseError::Table(refusal) =
        order(&mut keeper, &mut store, Seat::Two, ahead).only().unwrap_err()
    else {
        panic!()
    };
    assert!(matches!(refusal.refused, Refused::Ahead { seen: 4, current: 3 }));
    assert_eq!(order(&mut keeper, &mut store, Seat::One, again).only().unwrap().version, 4);
    assert_eq!(store.events().len(), 4);
}

/// A client that has seen a version that is gone, or is another one now, gets the whole table.
#[test]
fn what_a_client_has_seen_is_compared_and_not_only_counted() {
    let mut store = TestStore::new(TimeControl::None);
    let mut keeper = store.keeper();
    play_all(&mut keeper, &mut store, &["a1", "c1"]);
    let seen = Seen::of(keeper.table().unwrap());
    assert_eq!(keeper.events_after(seen), Some(Vec::new()));
    store.lose(2);
    let mut other = store.keeper();
    assert_eq!(other.events_after(seen), None);
    let mv = Order { seen: Some(2), ..Order::new(play("e5")) };
    let outputs = other.ask(ask(1, Seat::Two, 77, mv));
    settle(&mut other, outputs, &mut store, &[]).only().unwrap();
    assert_eq!(other.version(), seen.version);
    assert_eq!(other.events_after(seen), None);
    assert_eq!(other.events_after(seen.version.into()), Some(Vec::new()), "it says no more");
    let same = Order { seen: Some(3), latest: seen.at, ..Order::new(play("a5")) };
    let refused = order(&mut other, &mut store, Seat::One, same.clone()).only().unwrap_err();
    assert!(matches!(refused, HouseError::Store(StoreError::Lost)), "{refused:?}");
    let same = Order { latest: Some(at(77)), ..same };
    order(&mut other, &mut store, Seat::One, same).only().unwrap();
}

/// The table itself is lost: those who wait are told, and the keeper ends.
#[test]
fn a_table_that_is_lost_is_no_table() {
    let store = TestStore::new(TimeControl::None);
    let mut keeper = store.keeper();
    keeper.ask(ask(1, Seat::One, 5, Order::new(play("c3"))));
    keeper.appended(Err(StoreError::Conflict));
    let outputs = keeper.read(Ok(None));
    let said = format!("{outputs:?}");
    assert!(said.contains("NoTable") && said.contains("Gone"), "{said}");
}
