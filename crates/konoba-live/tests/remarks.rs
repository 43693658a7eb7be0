//! Remarks: players say something to all who are at the table, and nothing of it is kept.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod common;

use std::sync::Arc;

use common::double::{Double, Shared};
use common::{Game, guest, offering, open, play};
use konoba_live::{Config, Credentials, House, HouseError, Remark, UpdateKind, Visit, With};
use konoba_store::Sqlite;
use konoba_table::{Action, Seat, TimeControl};

/// Everything that is said before the next move.
async fn said(visit: &mut Visit) -> Vec<(Seat, &'static str)> {
    let mut said = Vec::new();
    loop {
        let update = visit.next().await.unwrap();
        match update.kind {
            UpdateKind::Remark(seat, remark) => {
                assert!(update.events.is_empty());
                said.push((seat, remark.words()));
            }
            UpdateKind::Events(_) => return said,
            UpdateKind::Presence | UpdateKind::Whole => {}
        }
    }
}

fn remark(id: &str) -> Remark {
    Remark::with_id(id).unwrap()
}

#[tokio::test]
async fn what_a_player_says_is_told_to_all_and_kept_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let game = Game::begin(&house, TimeControl::None).await;
    let table = game.laid.table;
    let mut luka = house.visit(table, game.who(Seat::Two), None).await.unwrap();
    let mut watches = house.visit(table, Credentials::default(), None).await.unwrap();
    house.remark(table, game.who(Seat::One), remark("good-luck")).await.unwrap();
    house.remark(table, game.who(Seat::Two), remark("thanks")).await.unwrap();
    assert_eq!(house.look(table).await.unwrap().version(), 1);
    house.order(table, game.who(Seat::One), play("c3")).await.unwrap();
    let expected = [(Seat::One, "Good luck"), (Seat::Two, "Thanks")];
    assert_eq!(said(&mut luka).await, expected);
    assert_eq!(said(&mut watches).await, expected);
    // Also when the game is over.
    house.order(table, game.who(Seat::One), resign()).await.unwrap();
    house.remark(table, game.who(Seat::Two), remark("good-game")).await.unwrap();
    // Those who come later hear nothing of it.
    let late = house.visit(table, game.who(Seat::One), None).await.unwrap();
    assert!(matches!(late.first.kind, UpdateKind::Whole));
}

fn resign() -> konoba_live::Order {
    konoba_live::Order::new(Action::Resign)
}

#[tokio::test]
async fn only_players_of_a_game_between_people_say_something_and_not_too_often() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let refused = async |table, who| {
        let said = house.remark(table, who, remark("hello")).await;
        said.err().map(|error| error.id())
    };
    let ana = guest(&house, "Ana").await;
    let own = Credentials::guest(ana.id);
    let waiting = house.offer(&ana, offering(With::Anyone)).await.unwrap().table;
    assert_eq!(refused(waiting, own).await, Some("not-begun"));
    let other = "Luka".parse().unwrap();
    let alone = house.offer(&ana, offering(With::SameScreen(other))).await.unwrap().table;
    assert_eq!(refused(alone, own).await, Some("no-listener"));

    let game = Game::begin(&house, TimeControl::None).await;
    let table = game.laid.table;
    assert_eq!(refused(table, Credentials::default()).await, Some("not-seated"));
    for _ in 0..3 {
        assert_eq!(refused(table, game.who(Seat::One)).await, None);
    }
    let error = house.remark(table, game.who(Seat::One), remark("hello")).await.unwrap_err();
    assert!(matches!(error, HouseError::TooManyRemarks), "{error}");
    assert_eq!(refused(table, game.who(Seat::Two)).await, None, "the other has said nothing yet");
}

#[tokio::test]
async fn a_remark_is_told_once_at_every_machine() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let shared = Shared::default();
    let [here, there] = [0, 1].map(|node| {
        let store = Double::of(sqlite.clone(), Some(shared.of(node)));
        House::open(Arc::new(store), Config::default())
    });
    let game = Game::begin(&here, TimeControl::None).await;
    let table = game.laid.table;
    let mut ana = here.visit(table, game.who(Seat::One), None).await.unwrap();
    let mut luka = there.visit(table, game.who(Seat::Two), None).await.unwrap();
    here.remark(table, game.who(Seat::One), remark("hello")).await.unwrap();
    there.remark(table, game.who(Seat::Two), remark("good-luck")).await.unwrap();
    let heard = async |visit: &mut Visit| {
        let mut heard = Vec::new();
        while heard.len() < 2 {
            if let UpdateKind::Remark(seat, _) = visit.next().await.unwrap().kind {
                heard.push(seat);
            }
        }
        heard
    };
    assert_eq!(heard(&mut ana).await, [Seat::One, Seat::Two]);
    assert_eq!(heard(&mut luka).await, [Seat::One, Seat::Two]);
}
