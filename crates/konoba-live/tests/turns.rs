//! Moves that are awaited in games in which the players come and go.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::double::{Double, Shared};
use common::{Game, open, play};
use konoba_live::{Config, House, Order, Turn};
use konoba_store::{Notice, Sqlite};
use konoba_table::{Action, Seat, TimeControl, Wish};

#[tokio::test]
async fn the_player_to_move_is_told_once_for_each_move() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let mut turns = house.turns().unwrap();
    assert!(house.turns().is_none(), "they are told once");
    let fast = TimeControl::Fischer { main: Duration::from_secs(300), increment: Duration::ZERO };
    let fast = Game::begin(&house, fast).await;
    house.order(fast.laid.table, fast.who(Seat::One), play("c3")).await.unwrap();
    let game = Game::begin(&house, TimeControl::days_per_move(3)).await;
    let table = game.laid.table;
    let of = |guest: &konoba_store::Guest| Turn { guest: guest.id, table };
    assert_eq!(turns.recv().await, Some(of(&game.ana)), "the game has begun");
    house.order(table, game.who(Seat::One), play("c3")).await.unwrap();
    assert_eq!(turns.recv().await, Some(of(&game.luka)));
    assert_eq!(house.turns_of(&game.luka).await.unwrap()[0].id, table);
    assert!(house.turns_of(&game.ana).await.unwrap().is_empty());
    // What is asked meanwhile does not change whose turn it is.
    let ask = Order::new(Action::Ask(Wish::Undo));
    house.order(table, game.who(Seat::One), ask).await.unwrap();
    house.order(table, game.who(Seat::Two), play("a1")).await.unwrap();
    assert_eq!(turns.recv().await, Some(of(&game.ana)));
    house.order(table, game.who(Seat::One), Order::new(Action::Resign)).await.unwrap();
    house.close().await;
    assert!(turns.try_recv().is_err(), "no move is awaited after the game");
}

#[tokio::test]
async fn one_node_tells_of_a_turn() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let shared = Shared::default();
    let [here, there] = [0, 1].map(|node| {
        let store = Double::of(sqlite.clone(), Some(shared.of(node)));
        House::open(Arc::new(store), Config::default())
    });
    let (mut own, mut others) = (here.turns().unwrap(), there.turns().unwrap());
    let game = Game::begin(&here, TimeControl::None).await;
    let table = game.laid.table;
    let mut watches = there.visit(table, game.who(Seat::Two), None).await.unwrap();
    here.order(table, game.who(Seat::One), play("c3")).await.unwrap();
    shared.tell(Notice::Written(table, 2));
    while watches.next().await.unwrap().version() < 2 {}
    assert_eq!(own.recv().await.map(|turn| turn.guest), Some(game.ana.id));
    assert_eq!(own.recv().await.map(|turn| turn.guest), Some(game.luka.id));
    assert!(others.try_recv().is_err());
}
