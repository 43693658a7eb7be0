//! Players who seek an opponent find each other, whenever and wherever they ask.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod common;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use common::double::{Double, Shared};
use common::{guest, offering, open};
use konoba_live::{Config, Credentials, House, Laid, Listed, Offering, Visit, With};
use konoba_store::{Guest, Sqlite, Standing, TableId};
use konoba_table::Seat;
use tokio::sync::Barrier;
use tokio::time::timeout;

/// Nothing takes this long unless it is broken.
const PATIENCE: Duration = Duration::from_secs(120);

fn wanted() -> Offering {
    Offering { first: None, ..offering(With::Anyone) }
}

async fn seek(house: &House, guest: &Guest) -> Laid {
    house.seek(None, guest, wanted(), None).await.unwrap()
}

fn credentials(laid: &Laid) -> Credentials {
    Credentials { code: Some(laid.code.digest()), ..Credentials::default() }
}

/// Comes to a table as the doors do.
async fn come(house: &House, laid: &Laid) -> Visit {
    house.visit(laid.table, credentials(laid), None).await.unwrap()
}

/// Waits for the game, and goes wherever the offer leads: the table, and the seat there.
async fn game(house: &House, laid: &Laid, visit: Visit) -> (TableId, Seat) {
    timeout(PATIENCE, follow(house, laid, visit)).await.expect("an opponent is found")
}

async fn follow(house: &House, laid: &Laid, mut visit: Visit) -> (TableId, Seat) {
    let mut update = visit.first.clone();
    loop {
        if let Some(next) = update.entry.led_to() {
            visit = come(house, &Laid { table: next, ..laid.clone() }).await;
            update = visit.first.clone();
        } else if update.table.is_some() {
            // As the doors do: the node may have heard of the seat only after the visit began.
            let seats = credentials(laid).seats_at(&update.entry);
            return (update.entry.id, seats.only().unwrap());
        } else {
            update = visit.next().await.unwrap();
        }
    }
}

/// Two houses on the same store.
fn two(folder: &std::path::Path) -> [House; 2] {
    let sqlite = Arc::new(Sqlite::open(&folder.join("konoba.sqlite")).unwrap());
    let shared = Shared::default();
    [0, 1].map(|node| {
        let store = Double::of(sqlite.clone(), Some(shared.of(node)));
        House::open(Arc::new(store), Config::default())
    })
}

/// A node hears a moment later of what happens at another.
async fn no_offer_is_left(house: &House) {
    let mut news = house.lobby_watch();
    let emptied = async {
        while !house.lobby().await.unwrap().open.is_empty() {
            news.changed().await.unwrap();
        }
    };
    timeout(PATIENCE, emptied).await.expect("no offer is left");
}

/// Ana and Luka have both asked before either has come to the table, so that neither found the other.
async fn asked_at_once(houses: [&House; 2], comes_first: usize) {
    let people = [guest(houses[0], "Ana").await, guest(houses[1], "Luka").await];
    let laid = [seek(houses[0], &people[0]).await, seek(houses[1], &people[1]).await];
    assert_ne!(laid[0].table, laid[1].table, "each has an offer");
    let other = 1 - comes_first;
    let early = come(houses[comes_first], &laid[comes_first]).await;
    let late = come(houses[other], &laid[other]).await;
    let (one, two) = tokio::join!(
        game(houses[comes_first], &laid[comes_first], early),
        game(houses[other], &laid[other], late),
    );
    assert_eq!(one.0, two.0);
    assert_ne!(one.1, two.1);
    for (house, person) in houses.into_iter().zip(&people) {
        let own = house.unfinished_of(person).await.unwrap();
        assert_eq!(own.iter().map(|listed| listed.entry.id).collect::<Vec<_>>(), [one.0]);
    }
    no_offer_is_left(houses[0]).await;
}

#[tokio::test]
async fn two_who_ask_before_either_is_there_play_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    for comes_first in [0, 1] {
        asked_at_once([&house, &house], comes_first).await;
    }
    house.close().await;
}

#[tokio::test]
async fn two_who_ask_at_two_nodes_play_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let houses = two(folder.path());
    for comes_first in [0, 1] {
        asked_at_once(houses.each_ref(), comes_first).await;
    }
    for house in houses {
        house.close().await;
    }
}

/// So many guests ask in the same moment, and every one of them plays one game.
async fn all_are_paired(houses: &[House], count: usize) {
    let barrier = Arc::new(Barrier::new(count));
    let mut seeking = Vec::new();
    for number in 0..count {
        let (house, barrier) = (houses[number % houses.len()].clone(), barrier.clone());
        let person = guest(&house, &format!("Guest {number}")).await;
        seeking.push(tokio::spawn(async move {
            barrier.wait().await;
            let laid = seek(&house, &person).await;
            let visit = come(&house, &laid).await;
            let found = game(&house, &laid, visit).await;
            let own = house.unfinished_of(&person).await.unwrap();
            assert_eq!(own.len(), 1);
            assert_eq!(own[0].entry.standing, Standing::Playing);
            found
        }));
    }
    let mut tables = BTreeMap::<TableId, Vec<Seat>>::new();
    for found in seeking {
        let (table, seat) = found.await.unwrap();
        tables.entry(table).or_default().push(seat);
    }
    assert_eq!(tables.len(), count / 2);
    for mut seats in tables.into_values() {
        seats.sort();
        assert_eq!(seats, Seat::BOTH);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn forty_who_ask_in_the_same_moment_are_all_paired() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    all_are_paired(std::slice::from_ref(&house), 40).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn forty_who_ask_at_two_nodes_are_all_paired() {
    let folder = tempfile::tempdir().unwrap();
    let houses = two(folder.path());
    all_are_paired(&houses, 40).await;
    for house in houses {
        house.close().await;
    }
}

#[tokio::test]
async fn an_offer_that_seeks_nothing_else_stays_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let [ana, luka, iva] =
        [guest(&house, "Ana").await, guest(&house, "Luka").await, guest(&house, "Iva").await];
    let offers = [house.offer(&ana, wanted()).await, house.offer(&luka, wanted()).await];
    let mut visits = Vec::new();
    for laid in offers.iter().flatten() {
        visits.push(come(&house, laid).await);
    }
    // The third is paired with one of them; had the two been led to each other, it would wait.
    let laid = seek(&house, &iva).await;
    let visit = come(&house, &laid).await;
    let (table, seat) = game(&house, &laid, visit).await;
    // Which of them is older is not known where both were made in the same millisecond.
    assert!(offers.iter().flatten().any(|laid| laid.table == table));
    assert_eq!(seat, Seat::Two);
    assert_eq!(house.lobby().await.unwrap().open.len(), 1);
    house.close().await;
}

/// Another player has sat down at the offer in the moment in which its maker was to be led elsewhere.
#[tokio::test]
async fn a_game_that_has_just_begun_stays_in_the_lobby_when_its_maker_cannot_be_moved() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    // The two hear nothing of each other.
    let [house, other] = [(); 2]
        .map(|()| House::open(Arc::new(Double::of(sqlite.clone(), None)), Config::default()));
    let [ana, luka, iva] =
        [guest(&house, "Ana").await, guest(&house, "Luka").await, guest(&house, "Iva").await];
    let of_ana = seek(&house, &ana).await;
    // Hers is the older one, by which Luka is led to her.
    tokio::time::sleep(Duration::from_millis(5)).await;
    let of_luka = seek(&house, &luka).await;
    other.sit(&iva, of_luka.table, None).await.unwrap();
    let _luka = come(&house, &of_luka).await;
    let _ana = come(&house, &of_ana).await;
    let ids = |listed: &[Listed]| listed.iter().map(|listed| listed.entry.id).collect::<Vec<_>>();
    let is_listed = async {
        let mut lobbies = house.follow_lobby();
        while ids(&lobbies.next().await.live) != [of_luka.table] {}
    };
    timeout(PATIENCE, is_listed).await.expect("the game is in the lobby");
    assert_eq!(ids(&house.lobby().await.unwrap().open), [of_ana.table]);
    for house in [house, other] {
        house.close().await;
    }
}
