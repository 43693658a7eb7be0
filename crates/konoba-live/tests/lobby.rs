//! The lobby: kept in memory, not to be filled by one person, and free of those who have left.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use common::double::{Double, Shared};
use common::{Game, TestClock, guest, named, offering, open, open_with, play};
use konoba_live::{Config, Credentials, House, HouseError, Order, With};
use konoba_store::{Sqlite, Standing};
use konoba_table::{Action, Seat, TimeControl, Wish};

/// However often clients look, and whatever happens, a node with a store of its own reads it once.
#[tokio::test]
async fn the_lobby_is_kept_and_not_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let lists = Arc::<AtomicUsize>::default();
    let store = Double { lists: lists.clone(), ..Double::of(sqlite, None) };
    let house = House::open(Arc::new(store), Config::default());
    let lobby = async || {
        let lobby = house.lobby().await.unwrap();
        (lobby.open.len(), lobby.live.len())
    };
    assert_eq!(lobby().await, (0, 0));
    let before = lists.load(Ordering::SeqCst);
    let (ana, luka) = (guest(&house, "Ana").await, guest(&house, "Luka").await);
    let [laid, other] = [(); 2].map(|()| house.offer(&ana, offering(With::Anyone)));
    let (laid, other) = (laid.await.unwrap(), other.await.unwrap());
    assert_eq!(lobby().await, (2, 0));
    house.withdraw(other.table, Credentials::guest(ana.id)).await.unwrap();
    assert_eq!(lobby().await, (1, 0));
    house.sit(&luka, laid.table, None).await.unwrap();
    assert_eq!(lobby().await, (0, 1));
    let by = Credentials::guest;
    let again = || Order::new(Action::Ask(Wish::Rematch));
    house.order(laid.table, by(ana.id), Order::new(Action::Resign)).await.unwrap();
    assert_eq!(lobby().await, (0, 0));
    house.order(laid.table, by(ana.id), again()).await.unwrap();
    house.order(laid.table, by(luka.id), again()).await.unwrap();
    assert_eq!(lobby().await, (0, 1), "those who play again are seen");
    house.offer(&ana, offering(With::Friend)).await.unwrap();
    assert_eq!(lobby().await, (0, 1));
    assert_eq!(lists.load(Ordering::SeqCst), before, "nothing was read");
    // It is what a house that has just opened reads.
    house.close().await;
    let lobby = open(folder.path()).lobby().await.unwrap();
    assert_eq!((lobby.open.len(), lobby.live.len()), (0, 1));
}

/// Many games at a time, from many requests at once: the limit is the limit.
#[tokio::test(flavor = "multi_thread")]
async fn the_limit_of_games_cannot_be_raced() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { max_tables_of_guest: 5, ..Config::default() };
    let house = open_with(folder.path(), config);
    let (ana, luka) = (guest(&house, "Ana").await, guest(&house, "Luka").await);
    let asked: Vec<_> = (0..60)
        .map(|_| {
            let (house, ana) = (house.clone(), ana.clone());
            tokio::spawn(async move { house.offer(&ana, offering(With::Friend)).await })
        })
        .collect();
    let mut laid = Vec::new();
    for asked in asked {
        match asked.await.unwrap() {
            Ok(own) => laid.push(own),
            Err(why) => assert_eq!(why.id(), "too-many-tables"),
        }
    }
    assert_eq!(laid.len(), 5);
    // A client that has left before the answer has begun a game all the same.
    let luka_begins = |count: usize| {
        let (house, luka) = (house.clone(), luka.clone());
        async move {
            for _ in 0..count {
                let offer = house.offer(&luka, offering(With::Friend));
                let _ = tokio::time::timeout(Duration::ZERO, offer).await;
            }
        }
    };
    luka_begins(40).await;
    let full = loop {
        match house.offer(&luka, offering(With::Friend)).await {
            Ok(_) => {}
            Err(why) => break why,
        }
    };
    assert_eq!(full.id(), "too-many-tables");
    assert_eq!(house.unfinished_of(&luka).await.unwrap().len(), 5);
}

/// To play again is to begin a game.
#[tokio::test]
async fn a_rematch_counts() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { max_tables_of_guest: 1, ..Config::default() };
    let house = open_with(folder.path(), config);
    let game = Game::begin(&house, TimeControl::None).await;
    let again = || Order::new(Action::Ask(Wish::Rematch));
    let order = async |seat, order| house.order(game.laid.table, game.who(seat), order).await;
    order(Seat::One, Order::new(Action::Resign)).await.unwrap();
    let other = house.offer(&game.ana, offering(With::Friend)).await.unwrap();
    assert_eq!(order(Seat::One, again()).await.unwrap_err().id(), "too-many-tables");
    let refused = order(Seat::Two, again()).await.unwrap_err();
    assert_eq!(refused.id(), "opponent-has-too-many-tables");
    house.withdraw(other.table, game.who(Seat::One)).await.unwrap();
    let wanted = order(Seat::One, named(again(), "wanted")).await.unwrap();
    // A repeat is answered like the first, although there would be no room for another game.
    let other = house.offer(&game.ana, offering(With::Friend)).await.unwrap();
    assert_eq!(order(Seat::One, named(again(), "wanted")).await.unwrap(), wanted);
    house.withdraw(other.table, game.who(Seat::One)).await.unwrap();
    let agreed = order(Seat::Two, Order { id: Some("agreed".parse().unwrap()), ..again() }).await;
    let told_again =
        order(Seat::Two, Order { id: Some("agreed".parse().unwrap()), ..again() }).await;
    assert_eq!(agreed.unwrap(), told_again.unwrap(), "what was agreed can be asked again");
}

/// One guest, or many from one address, cannot fill the list.
#[tokio::test]
async fn open_offers_are_limited_by_guest_and_by_address() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { max_offers_of_guest: 2, max_offers_of_address: 3, ..Config::default() };
    let house = open_with(folder.path(), config);
    let (ana, luka) = (guest(&house, "Ana").await, guest(&house, "Luka").await);
    let from = |address: &str| Some(address.parse().unwrap());
    let offer = async |guest, address: &str| {
        house.offer_from(from(address), guest, offering(With::Anyone)).await
    };
    let first = offer(&ana, "2001:db8::1").await.unwrap();
    offer(&ana, "2001:db8:1::1").await.unwrap();
    let refused = offer(&ana, "192.0.2.1").await.unwrap_err();
    assert!(matches!(refused, HouseError::TooManyOffers));
    offer(&luka, "2001:db8::2").await.unwrap();
    let iva = guest(&house, "Iva").await;
    offer(&iva, "2001:db8::3").await.unwrap();
    assert_eq!(offer(&iva, "2001:db8::4").await.unwrap_err().id(), "too-many-offers");
    offer(&iva, "192.0.2.1").await.unwrap();
    // An offer that has ended makes room.
    house.withdraw(first.table, Credentials::guest(ana.id)).await.unwrap();
    offer(&ana, "2001:db8::5").await.unwrap();
    let refused = offer(&luka, "2001:db8::6").await.unwrap_err();
    assert!(matches!(refused, HouseError::TooManyOffersOfAddress));
    house.offer_from(from("2001:db8::6"), &luka, offering(With::Friend)).await.unwrap();
}

/// Those who look within a moment share what was made for the first of them, until something changes.
#[tokio::test]
async fn a_made_lobby_is_shared() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let ana = guest(&house, "Ana").await;
    let mut is_shared = false;
    // On a busy machine the moment may be over before the second has looked.
    for _ in 0..50 {
        let [first, second] = [house.lobby().await.unwrap(), house.lobby().await.unwrap()];
        is_shared |= Arc::ptr_eq(&first, &second);
    }
    assert!(is_shared);
    for offers in 1..=3 {
        house.offer(&ana, offering(With::Anyone)).await.unwrap();
        assert_eq!(house.lobby().await.unwrap().open.len(), offers, "a change is seen at once");
    }
}

/// Tables whose makers are there come first, so the limit cuts off only the others.
#[tokio::test]
async fn tables_with_their_makers_are_listed_however_many_others_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let house = open_with(folder.path(), Config { max_offers_of_guest: 1000, ..unlimited() });
    let (ana, luka) = (guest(&house, "Ana").await, guest(&house, "Luka").await);
    let laid = house.offer(&ana, offering(With::Anyone)).await.unwrap();
    let _there = house.visit(laid.table, Credentials::guest(ana.id), None).await.unwrap();
    for _ in 0..120 {
        house.offer(&luka, offering(With::Anyone)).await.unwrap();
    }
    let open = house.lobby().await.unwrap().open.clone();
    assert_eq!(open.len(), 100);
    assert_eq!(open[0].entry.id, laid.table, "it is the oldest, and its maker is there");
}

fn unlimited() -> Config {
    Config { max_tables_of_guest: 1000, max_offers_of_address: 1000, ..Config::default() }
}

/// A public offer ends when its maker has left; a link for a friend stays good.
#[tokio::test]
async fn an_offer_ends_when_its_maker_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { offer_patience: Duration::from_millis(200), ..Config::default() };
    let house = open_with(folder.path(), config.clone());
    let (ana, luka) = (guest(&house, "Ana").await, guest(&house, "Luka").await);
    let left = house.offer(&ana, offering(With::Anyone)).await.unwrap();
    let held = house.offer(&ana, offering(With::Anyone)).await.unwrap();
    let link = house.offer(&ana, offering(With::Friend)).await.unwrap();
    let there = house.visit(held.table, Credentials::guest(ana.id), None).await.unwrap();
    let mut lobby = house.follow_lobby();
    while lobby.next().await.open.len() != 1 {}
    assert_eq!(house.lobby().await.unwrap().open[0].entry.id, held.table);
    assert_eq!(house.look(left.table).await.unwrap().entry.standing, Standing::Withdrawn);
    drop(there);
    while !lobby.next().await.open.is_empty() {}
    let invitation = link.invitation.unwrap();
    house.sit(&luka, link.table, Some(&invitation)).await.unwrap();
    // What was left behind before the house was opened ends too.
    let patient = Config { offer_patience: Duration::from_secs(3600), ..config.clone() };
    house.close().await;
    let house = open_with(folder.path(), patient);
    house.offer(&ana, offering(With::Anyone)).await.unwrap();
    house.close().await;
    let house = open_with(folder.path(), config);
    let mut lobby = house.follow_lobby();
    while !lobby.next().await.open.is_empty() {}
}

/// A maker who is connected to another node counts as present.
#[tokio::test]
async fn an_offer_stands_while_its_maker_is_at_another_node() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let shared = Shared::default();
    let house = |node, patience| {
        let store = Double::of(sqlite.clone(), Some(shared.of(node)));
        House::open(Arc::new(store), Config { offer_patience: patience, ..Config::default() })
    };
    let (here, there) = (house(0, Duration::from_secs(3600)), house(1, Duration::from_secs(8)));
    let ana = guest(&here, "Ana").await;
    let [held, left] = [(); 2].map(|()| here.offer(&ana, offering(With::Anyone)));
    let (held, left) = (held.await.unwrap(), left.await.unwrap());
    let _sits = here.visit(held.table, Credentials::guest(ana.id), None).await.unwrap();
    let standing = async |table| there.look(table).await.unwrap().entry.standing;
    while standing(left.table).await != Standing::Withdrawn {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(standing(held.table).await, Standing::Waiting);
}

/// The first games come with their boards: all of them at first, then those that have gone on.
#[tokio::test]
async fn boards_of_the_lobby_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let mut feed = house.follow_boards();
    assert!(feed.next().await.0.boards.is_empty());
    let game = Game::begin(&house, TimeControl::None).await;
    let other = Game::begin(&house, TimeControl::None).await;
    let boards = loop {
        let (boards, _) = feed.next().await;
        if boards.boards.len() == 2 {
            break boards;
        }
    };
    assert!(boards.boards.iter().all(|board| board.table.history().is_empty()));
    house.order(game.laid.table, game.who(Seat::One), play("c3")).await.unwrap();
    let (boards, only_new) = feed.next().await;
    assert!(only_new, "the other board is known");
    let new: Vec<_> = boards.boards.iter().filter(|board| board.is_new).collect();
    assert_eq!((new.len(), new[0].id, new[0].table.history().len()), (1, game.laid.table, 1));
    assert!(boards.boards.iter().any(|board| board.id == other.laid.table));
    let text = |only_new| boards.text(only_new, |told| told.len().to_string().into());
    assert_eq!((&text(true)[..], &text(false)[..]), (&b"1"[..], &b"2"[..]));
    // The list says whose turn it is, though it was not read again.
    let lobby = house.lobby().await.unwrap();
    let listed = lobby.live.iter().find(|listed| listed.entry.id == game.laid.table).unwrap();
    assert_eq!((listed.entry.progress.to_move, listed.entry.version), (Some(Seat::Two), 2));
    // A client that comes later is told all of it at once.
    let (boards, only_new) = house.follow_boards().next().await;
    assert_eq!((boards.boards.len(), only_new), (2, false));
}

/// A game that both players have left is not listed for long, unless there are days for each move.
#[tokio::test]
async fn games_that_were_left_are_not_in_the_lobby() {
    let folder = tempfile::tempdir().unwrap();
    let test_clock = TestClock::default();
    test_clock.set(1_000);
    let config = Config { clock: test_clock.clock(), ..Config::default() };
    let house = open_with(folder.path(), config);
    let left = Game::begin(&house, TimeControl::None).await;
    let held = Game::begin(&house, TimeControl::None).await;
    let slow = Game::begin(&house, TimeControl::days_per_move(3)).await;
    let listed = async || {
        let lobby = house.lobby().await.unwrap();
        lobby.live.iter().map(|listed| listed.entry.id).collect::<Vec<_>>()
    };
    assert_eq!(listed().await.len(), 3);
    let _there = house.visit(held.laid.table, held.who(Seat::Two), None).await.unwrap();
    test_clock.set(2 * 60 * 60 * 1_000);
    // What was made before may be shared for a moment.
    while listed().await.contains(&left.laid.table) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(listed().await, [held.laid.table, slow.laid.table]);
}
