//! What a player is told whose order was refused.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod common;

use common::{Game, offering, open, play};
use konoba_live::{HouseError, Order, With};
use konoba_table::{Action, Refused, Seat, TimeControl, Wish};

#[tokio::test]
async fn a_stale_order_is_refused_with_what_it_missed() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let game = Game::begin(&house, TimeControl::None).await;
    let table = game.laid.table;
    house.order(table, game.who(Seat::One), play("c3")).await.unwrap();
    let stale = Order { seen: Some(1), ..play("b2") };
    let refused = house.order(table, game.who(Seat::Two), stale).await.unwrap_err();
    let HouseError::Table(refusal) = refused else { panic!("{refused}") };
    assert!(matches!(refusal.refused, Refused::Stale { seen: 1, current: 2 }));
    assert_eq!(refusal.missed.iter().map(|event| event.version).collect::<Vec<_>>(), [2]);
}

/// A refusal is for one player, who is not called by name in it. A player with both seats is not one of them.
#[tokio::test]
async fn a_refusal_speaks_to_the_player_who_was_refused() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let game = Game::begin(&house, TimeControl::None).await;
    let table = game.laid.table;
    house.order(table, game.who(Seat::One), play("c3")).await.unwrap();
    let undo = || Order::new(Action::Ask(Wish::Undo));
    let resign = || Order::new(Action::Resign);
    house.order(table, game.who(Seat::One), undo()).await.unwrap();
    let refused = house.order(table, game.who(Seat::One), undo()).await.unwrap_err();
    assert_eq!(refused.to_string(), "You have already asked for an undo.");
    house.order(table, game.who(Seat::Two), resign()).await.unwrap();
    let refused = house.order(table, game.who(Seat::Two), resign()).await.unwrap_err();
    let says = "The game is over. Ana (Black) wins because you resigned.";
    assert_eq!(refused.to_string(), says);
    let laid = house.offer(&game.ana, offering(With::SameScreen("Mara".parse().unwrap()))).await;
    let (table, both) = (laid.unwrap().table, game.who(Seat::One));
    house.order(table, both, resign()).await.unwrap();
    let refused = house.order(table, both, resign()).await.unwrap_err().to_string();
    assert!(refused.ends_with("because Ana (Black) resigned."), "{refused}");
}
