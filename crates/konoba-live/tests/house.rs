//! What the house promises to every door.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod common;

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Wake, Waker};
use std::time::Duration;

use common::{Game, TestClock, guest, named, offering, open, open_with, play, setup};
use konoba_live::{Config, Credentials, House, KeyId, Offering, Order, SeatCode, UpdateKind, With};
use konoba_rules::Level;
use konoba_store::Standing;
use konoba_table::{Action, Ending, Name, Seat, TimeControl, Wish};

/// Whatever door a name comes through, the house keeps none that deceives.
#[tokio::test]
async fn no_guest_is_called_like_the_computer() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let key = KeyId::of(&[7; 32]);
    let ana = guest(&house, "Ana").await;
    for (name, reason) in [
        ("Engine 10", "name-reserved"),
        ("Guest", "name-reserved"),
        ("q\u{301}\u{302}\u{303}\u{304}", "name-marks"),
    ] {
        let name: Name = name.parse().unwrap();
        let refused = [
            house.welcome(name.clone()).await.map(drop),
            house.rename(&ana, name.clone()).await.map(drop),
            house.welcome_with_key(key, name.clone()).await.map(drop),
        ];
        for refused in refused {
            assert_eq!(refused.unwrap_err().id(), reason, "{name}");
        }
    }
    house.welcome_with_key(key, "Guest 7".parse().unwrap()).await.unwrap();
}

#[tokio::test]
async fn a_repeat_is_answered_like_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let game = Game::begin(&house, TimeControl::None).await;
    let table = game.laid.table;
    let order = named(Order { seen: Some(1), ..play("c3") }, "my-move");
    let first = house.order(table, game.who(Seat::One), order.clone()).await.unwrap();
    house.order(table, game.who(Seat::Two), play("b2")).await.unwrap();
    let again = house.order(table, game.who(Seat::One), order.clone()).await.unwrap();
    assert_eq!(first, again);
    let other = house.order(table, game.who(Seat::Two), order.clone()).await.unwrap_err();
    assert_eq!(other.id(), "move-id-taken");
    let different = [play("d4"), Order::new(Action::Resign), Order::new(Action::Ask(Wish::Undo))];
    for order in different.clone() {
        let order = named(order, "my-move");
        let refused = house.order(table, game.who(Seat::One), order).await.unwrap_err();
        assert_eq!(refused.id(), "move-id-taken");
    }
    // The same after a restart, from what is kept.
    house.close().await;
    let house = open(folder.path());
    let again = house.order(table, game.who(Seat::One), order).await.unwrap();
    assert_eq!(first, again);
    for order in different {
        let order = named(order, "my-move");
        let refused = house.order(table, game.who(Seat::One), order).await.unwrap_err();
        assert_eq!(refused.id(), "move-id-taken");
    }
    let visit = house.visit(table, Credentials::default(), None).await.unwrap();
    assert_eq!(visit.first.table.as_ref().unwrap().version(), 3);
}

/// Whatever an order does, its repeat is known by what came of it.
#[tokio::test]
async fn every_kind_of_order_can_be_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let game = Game::begin(&house, TimeControl::None).await;
    let table = game.laid.table;
    let orders = [
        (Seat::One, play("c3")),
        (Seat::Two, play("b2")),
        (Seat::One, Order::new(Action::Ask(Wish::Undo))),
        (Seat::Two, Order::new(Action::Decline(Wish::Undo))),
        (Seat::One, play("e5")),
        (Seat::One, Order::new(Action::Ask(Wish::Undo))),
        (Seat::Two, Order::new(Action::Accept(Wish::Undo))),
        (Seat::One, Order::new(Action::Resign)),
        (Seat::One, Order::new(Action::Ask(Wish::Rematch))),
        (Seat::Two, Order::new(Action::Accept(Wish::Rematch))),
    ];
    let orders = (0..).zip(orders);
    let orders: Vec<_> =
        orders.map(|(id, (seat, order))| (seat, named(order, &format!("order-{id}")))).collect();
    let mut done = Vec::new();
    for (seat, order) in orders.clone() {
        done.push(house.order(table, game.who(seat), order).await.unwrap());
    }
    house.close().await;
    let house = open(folder.path());
    for ((seat, order), done) in orders.clone().into_iter().zip(done) {
        let again = house.order(table, game.who(seat), order.clone()).await.unwrap();
        assert_eq!(again, done, "{order:?}");
    }
    for ((seat, order), (_, other)) in orders.iter().zip(&orders[1..]) {
        let mixed = Order { action: other.action, ..order.clone() };
        if mixed.action != order.action {
            let refused = house.order(table, game.who(*seat), mixed).await.unwrap_err();
            assert_eq!(refused.id(), "move-id-taken", "{order:?} {other:?}");
        }
    }
}

#[tokio::test]
async fn all_clients_see_the_same_and_come_back_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let game = Game::begin(&house, TimeControl::None).await;
    let table = game.laid.table;
    let mut visits = Vec::new();
    for who in [game.who(Seat::One), game.who(Seat::Two), Credentials::default()] {
        visits.push(house.visit(table, who, None).await.unwrap());
    }
    assert_eq!(visits[0].seats.only(), Some(Seat::One));
    assert!(visits[2].seats.is_empty());
    house.order(table, game.who(Seat::One), play("c3")).await.unwrap();
    for visit in &mut visits {
        loop {
            let update = visit.next().await.unwrap();
            if !update.events.is_empty() {
                assert_eq!(
                    (update.events[0].version, update.table.as_ref().unwrap().version()),
                    (2, 2)
                );
                break;
            }
        }
    }
    house.order(table, game.who(Seat::Two), play("b2")).await.unwrap();
    let back = house.visit(table, Credentials::default(), Some(2.into())).await.unwrap();
    let versions = back.missed.unwrap().iter().map(|event| event.version).collect::<Vec<_>>();
    assert_eq!(versions, [3]);
    let lost = house.visit(table, Credentials::default(), Some(77.into())).await.unwrap();
    assert!(lost.missed.is_none());
}

/// What is said of a change is made once for each set of seats, however many are told.
#[tokio::test]
async fn an_update_is_shared_and_its_text_is_made_once() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let game = Game::begin(&house, TimeControl::None).await;
    let table = game.laid.table;
    let mut visits = Vec::new();
    for who in [game.who(Seat::One), game.who(Seat::Two), Credentials::default()] {
        visits.push(house.visit(table, who, None).await.unwrap());
    }
    visits.push(house.visit(table, Credentials::default(), None).await.unwrap());
    house.order(table, game.who(Seat::One), play("c3")).await.unwrap();
    let (mut made, mut updates) = (0, Vec::new());
    for visit in &mut visits {
        let update = loop {
            let update = visit.next().await.unwrap();
            match &update.kind {
                UpdateKind::Presence | UpdateKind::Remark(..) => assert!(update.events.is_empty()),
                UpdateKind::Events(before) => {
                    assert_eq!((before.version(), update.version()), (1, 2));
                    break update;
                }
                UpdateKind::Whole => panic!("a move follows from the table before it"),
            }
        };
        let text = update.text(visit.seats, || {
            made += 1;
            format!("for {:?}", visit.seats).into()
        });
        assert_eq!(text, format!("for {:?}", visit.seats));
        updates.push(update);
    }
    assert_eq!(made, 3, "the two who watch are told the same");
    assert!(updates.windows(2).all(|two| Arc::ptr_eq(&two[0], &two[1])));
}

#[tokio::test]
async fn presence_counts_who_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let game = Game::begin(&house, TimeControl::None).await;
    let table = game.laid.table;
    let mut ana = house.visit(table, game.who(Seat::One), None).await.unwrap();
    let watcher = house.visit(table, Credentials::default(), None).await.unwrap();
    assert_eq!((watcher.first.presence.seats, watcher.first.presence.watchers), ([true, false], 1));
    drop(watcher);
    loop {
        let presence = ana.next().await.unwrap().presence;
        if presence.watchers == 0 {
            assert_eq!(presence.seats, [true, false]);
            break;
        }
    }
}

#[tokio::test]
async fn a_slow_visitor_is_dropped_and_holds_up_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let game = Game::begin(&house, TimeControl::None).await;
    let table = game.laid.table;
    let mut slow = house.visit(table, Credentials::default(), None).await.unwrap();
    for _ in 0..40 {
        house.order(table, game.who(Seat::One), play("c3")).await.unwrap();
        house.order(table, game.who(Seat::One), Order::new(Action::Ask(Wish::Undo))).await.unwrap();
        house
            .order(table, game.who(Seat::Two), Order::new(Action::Accept(Wish::Undo)))
            .await
            .unwrap();
    }
    let mut seen = 0;
    while let Some(update) = slow.next().await {
        seen = update.table.as_ref().unwrap().version();
    }
    assert!(seen < 121, "it was let go at {seen}");
    let back = house.visit(table, Credentials::default(), Some(seen.into())).await.unwrap();
    assert_eq!(back.first.table.as_ref().unwrap().version(), 121);
}

#[tokio::test]
async fn a_clock_runs_out_while_no_client_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let test_clock = TestClock::default();
    let config = Config { clock: test_clock.clock(), ..Config::default() };
    let house = open_with(folder.path(), config.clone());
    let time = TimeControl::days_per_move(3);
    let game = Game::begin(&house, time).await;
    let table = game.laid.table;
    test_clock.set(1_000);
    house.order(table, game.who(Seat::One), play("c3")).await.unwrap();
    house.close().await;
    // The house is closed for three days. The table is found without a visitor.
    test_clock.set(1_000 + 3 * 24 * 60 * 60 * 1000);
    let house = open_with(folder.path(), config);
    let mut lobby = house.lobby_watch();
    lobby.changed().await.unwrap();
    let listed = house.tables_of(&game.ana).await.unwrap();
    assert_eq!(listed[0].entry.standing, Standing::Over);
    let visit = house.visit(table, Credentials::default(), None).await.unwrap();
    let outcome = visit.first.table.as_ref().unwrap().outcome().unwrap();
    assert_eq!((outcome.seat, outcome.ending), (Seat::One, Ending::Time));
}

/// It leaves "being played", and what was played is kept.
#[tokio::test]
async fn a_game_without_moves_ends_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let test_clock = TestClock::default();
    let config = Config { clock: test_clock.clock(), ..Config::default() };
    let house = open_with(folder.path(), config.clone());
    let game = Game::begin(&house, TimeControl::None).await;
    let table = game.laid.table;
    house.order(table, game.who(Seat::One), play("c3")).await.unwrap();
    // There is no first move here, and so no clock runs.
    let unbegun = Game::begin(&house, TimeControl::days_per_move(3)).await.laid.table;
    house.close().await;
    let long = 14 * 24 * 60 * 60 * 1000;
    test_clock.set(long - 1);
    let house = open_with(folder.path(), config.clone());
    let standings = async |house: &House| {
        let looks = [house.look(table).await.unwrap(), house.look(unbegun).await.unwrap()];
        looks.map(|update| update.entry.standing)
    };
    assert_eq!(standings(&house).await, [Standing::Playing; 2]);
    house.close().await;
    test_clock.set(long);
    let house = open_with(folder.path(), config);
    let mut lobby = house.lobby_watch();
    while standings(&house).await != [Standing::Over; 2] {
        lobby.changed().await.unwrap();
    }
    assert!(house.lobby().await.unwrap().live.is_empty());
    for (table, moves) in [(table, 1), (unbegun, 0)] {
        let update = house.look(table).await.unwrap();
        assert_eq!(update.entry.standing, Standing::Over);
        let table = update.table.unwrap();
        assert!(table.is_abandoned() && table.history().len() == moves);
    }
    let late = house.order(table, game.who(Seat::Two), play("b2")).await.unwrap_err();
    assert_eq!(late.id(), "game-closed");
}

#[tokio::test]
async fn a_flag_falls_by_the_clock_of_a_table_that_is_awake() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let (main, increment) = (Duration::from_millis(150), Duration::ZERO);
    let game = Game::begin(&house, TimeControl::Fischer { main, increment }).await;
    let table = game.laid.table;
    let mut watcher = house.visit(table, Credentials::default(), None).await.unwrap();
    house.order(table, game.who(Seat::One), play("c3")).await.unwrap();
    let ended = loop {
        let update = watcher.next().await.unwrap();
        let table = update.table.clone().unwrap();
        if table.outcome().is_some() {
            break table;
        }
    };
    let outcome = ended.outcome().unwrap();
    assert_eq!((outcome.seat, outcome.ending), (Seat::One, Ending::Time));
    // What was shown is what was judged: the flag is not earlier than the deadline.
    let late = house.order(table, game.who(Seat::Two), play("b2")).await.unwrap_err();
    assert_eq!(late.id(), "game-over");
}

#[tokio::test]
async fn players_who_agree_play_again_at_a_new_table() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let game = Game::begin(&house, TimeControl::None).await;
    let table = game.laid.table;
    let mut watcher = house.visit(table, Credentials::default(), None).await.unwrap();
    let rematch = || Order::new(Action::Ask(Wish::Rematch));
    house.order(table, game.who(Seat::One), Order::new(Action::Resign)).await.unwrap();
    house.order(table, game.who(Seat::One), rematch()).await.unwrap();
    house.order(table, game.who(Seat::Two), rematch()).await.unwrap();
    let next = loop {
        if let Some(next) = watcher.next().await.unwrap().entry.next {
            break next;
        }
    };
    // The one who moved second moves first, and both codes lead to the new table.
    house.order(next, game.who(Seat::Two), play("c3")).await.unwrap();
    let back = house.come_back(&game.seated.code).await.unwrap();
    assert_eq!(back, Some((next, Seat::Two)));
    let by_code = Credentials { code: Some(game.laid.code.digest()), ..Credentials::default() };
    house.order(next, by_code, play("b2")).await.unwrap();
}

#[tokio::test]
async fn seats_are_kept_for_those_they_are_for() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { max_tables_of_guest: 2, ..Config::default() };
    let house = open_with(folder.path(), config);
    let (ana, luka) = (guest(&house, "Ana").await, guest(&house, "Luka").await);
    let laid = house.offer(&ana, offering(With::Friend)).await.unwrap();
    assert!(house.lobby().await.unwrap().open.is_empty());
    let refused = house.sit(&luka, laid.table, None).await.unwrap_err();
    assert_eq!(refused.id(), "not-invited");
    let invitation = laid.invitation.clone().unwrap();
    let refused = house.sit(&ana, laid.table, Some(&invitation)).await.unwrap_err();
    assert_eq!(refused.id(), "sits-already");
    house.sit(&luka, laid.table, Some(&invitation)).await.unwrap();
    let iva = guest(&house, "Iva").await;
    let refused = house.sit(&iva, laid.table, Some(&invitation)).await.unwrap_err();
    assert_eq!(refused.id(), "seat-taken");

    let open = house.offer(&ana, offering(With::Anyone)).await.unwrap();
    assert_eq!(house.lobby().await.unwrap().open.len(), 1);
    let refused = house.offer(&ana, offering(With::Anyone)).await.unwrap_err();
    assert_eq!(refused.id(), "too-many-tables");
    let stranger = Credentials::guest(iva.id);
    let refused = house.withdraw(open.table, stranger).await.unwrap_err();
    assert_eq!(refused.id(), "not-seated");
    house.withdraw(open.table, Credentials::guest(ana.id)).await.unwrap();
    let refused = house.sit(&iva, open.table, None).await.unwrap_err();
    assert_eq!(refused.id(), "withdrawn");
    assert!(house.lobby().await.unwrap().open.is_empty());

    let refused = house
        .offer(&iva, offering(With::Engine { level: Level::new(3).unwrap() }))
        .await
        .unwrap_err();
    assert_eq!(refused.id(), "no-engine");
    assert_eq!(house.come_back(&SeatCode::random()).await.unwrap(), None);
    let nowhere = "0000000000000000".parse().unwrap();
    let refused = house.order(nowhere, stranger, play("c3")).await.unwrap_err();
    assert_eq!(refused.id(), "no-table");
}

#[tokio::test]
async fn two_people_at_one_screen_share_what_they_may_do() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let ana = guest(&house, "Ana").await;
    let with = With::SameScreen("Luka".parse().unwrap());
    let laid = house.offer(&ana, offering(with)).await.unwrap();
    let who = Credentials::guest(ana.id);
    for text in ["c3", "b2", "c4"] {
        let order = named(play(text), text);
        let done = house.order(laid.table, who, order.clone()).await.unwrap();
        // A repeat is for the seat of the first, though the other one is to move by now.
        assert_eq!(house.order(laid.table, who, order).await.unwrap(), done);
    }
    house.order(laid.table, who, Order::new(Action::Ask(Wish::Undo))).await.unwrap();
    let visit = house.visit(laid.table, who, None).await.unwrap();
    assert_eq!(visit.first.table.as_ref().unwrap().history().len(), 2);
    assert_eq!(visit.seats.iter().count(), 2);
}

/// Counts how often a task is woken.
#[derive(Default)]
struct Wakes(AtomicUsize);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// Thousands of sessions wait for the end. If the lobby woke them, each of its changes would cost as
/// much as a message to all of them.
#[tokio::test]
async fn only_closing_wakes_those_who_wait_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let ana = guest(&house, "Ana").await;
    let wakes = Arc::new(Wakes::default());
    let waker = Waker::from(wakes.clone());
    let mut context = Context::from_waker(&waker);
    let mut closing = pin!(house.closing());
    assert!(closing.as_mut().poll(&mut context).is_pending());
    let mut lobby = house.lobby_watch();
    house.offer(&ana, offering(With::Anyone)).await.unwrap();
    assert!(lobby.has_changed().unwrap());
    assert_eq!(wakes.0.load(Ordering::SeqCst), 0);
    lobby.mark_unchanged();
    house.close().await;
    assert!(closing.as_mut().poll(&mut context).is_ready());
    assert!(wakes.0.load(Ordering::SeqCst) > 0);
    assert!(!lobby.has_changed().unwrap(), "closing changes nothing in the lobby");
}

/// A list of a guest's tables is cut off after the newest hundred. The game that goes on is found all the
/// same, and counted.
#[tokio::test]
async fn an_old_game_that_goes_on_is_found_among_many_that_are_over() {
    let folder = tempfile::tempdir().unwrap();
    let test_clock = TestClock::default();
    let config = Config { clock: test_clock.clock(), max_tables_of_guest: 2, ..Config::default() };
    let house = open_with(folder.path(), config);
    let game = Game::begin(&house, TimeControl::None).await;
    for later in 1..=101 {
        test_clock.set(later);
        let laid = house.offer(&game.ana, offering(With::Anyone)).await.unwrap();
        house.withdraw(laid.table, game.who(Seat::One)).await.unwrap();
    }
    let unfinished = house.unfinished_of(&game.ana).await.unwrap();
    let tables: Vec<_> = unfinished.iter().map(|listed| listed.entry.id).collect();
    assert_eq!(tables, [game.laid.table]);
    house.offer(&game.ana, offering(With::Anyone)).await.unwrap();
    let refused = house.offer(&game.ana, offering(With::Anyone)).await.unwrap_err();
    assert_eq!(refused.id(), "too-many-tables");
}

#[tokio::test]
async fn an_undo_that_begins_a_won_game_again_is_seen_in_the_lobby() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let (ana, luka) = (guest(&house, "Ana").await, guest(&house, "Luka").await);
    // On one point the first move wins.
    let setup = setup().with_size(1).unwrap();
    let laid = house.offer(&ana, Offering { setup, ..offering(With::Anyone) }).await.unwrap();
    house.sit(&luka, laid.table, None).await.unwrap();
    let [ana, luka] = [ana, luka].map(|guest| Credentials::guest(guest.id));
    house.order(laid.table, ana, play("a1")).await.unwrap();
    assert!(house.lobby().await.unwrap().live.is_empty());
    house.order(laid.table, ana, Order::new(Action::Ask(Wish::Undo))).await.unwrap();
    let lobby = house.lobby_watch();
    house.order(laid.table, luka, Order::new(Action::Accept(Wish::Undo))).await.unwrap();
    assert!(lobby.has_changed().unwrap());
    assert_eq!(house.lobby().await.unwrap().live.len(), 1);
}
