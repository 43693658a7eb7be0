//! A node that cannot reach the database and is not told so. Its people go on at another one.

use std::thread;
use std::time::Duration;

use super::{check, doors, play, play_on};
use crate::database::Database;
use crate::proxy::{Proxy, ProxyMode};
use crate::server::Server;
use crate::table::{Game, PATIENCE};

/// Plays at two nodes, one of which is cut off for a while.
fn play_through(mode: ProxyMode) {
    let Some(database) = Database::create() else { return };
    let proxy = Proxy::start(&database);
    let [cut, stays] = [&proxy.url, &database.url()].map(|url| Server::start_node(url));
    // None of these is played by telnet, where a move has no name and is not sent again.
    let numbers = [1, 2, 4, 5];
    let games = numbers.into_iter().map(|number| {
        let mut game = Game::lay(&stays, number);
        game.patience = Duration::from_secs(1);
        game
    });
    let playing = play(games.collect(), &[doors(&cut), doors(&stays)]);
    thread::sleep(Duration::from_millis(200));
    proxy.set(mode);
    // The clients of the first node get no answer, and all of them go to the other node. Some play
    // there while the first one is cut off, and the others when it is back.
    let mut games: Vec<Game> = playing.into_iter().map(|player| player.join().unwrap()).collect();
    assert!(games.iter().any(|game| !game.is_over), "it was over before it began");
    check(&database, &mut games);
    games.iter_mut().for_each(|game| game.patience = PATIENCE);
    let mut back = games.split_off(2);
    let mut games = play_on(games, &[doors(&stays)]);
    assert!(games.iter().all(|game| game.is_over));
    proxy.set(ProxyMode::Open);
    // The node may have to find out first that its connections are of no use.
    for _ in 0..5 {
        back = play_on(back, &[doors(&cut), doors(&stays)]);
    }
    games.extend(back);
    assert!(games.iter().all(|game| game.is_over));
    check(&database, &mut games);
}

#[test]
fn a_partition_that_heals_loses_nothing() {
    play_through(ProxyMode::Silent);
}

#[test]
fn answers_that_never_come_double_nothing() {
    play_through(ProxyMode::HalfOpen);
}
