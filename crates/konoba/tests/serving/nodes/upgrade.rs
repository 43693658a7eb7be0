//! All nodes are replaced under play, one after another.

use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::{check, doors, play, play_on};
use crate::database::Database;
use crate::server::Server;
use crate::table::{Game, request};

/// Rows as the first program wrote them.
const FORMAT_1: &str = include_str!("../../../../konoba-store/tests/fixtures/format-1.sql");

#[test]
fn nodes_are_replaced_under_play() {
    let Some(database) = Database::create() else { return };
    let mut nodes = [(); 3].map(|()| Server::start_node(&database.url()));
    database.execute_portable(FORMAT_1);
    let mut games: Vec<Game> = (0..6).map(|number| Game::lay(&nodes[number % 3], number)).collect();
    for replaced in 0..3 {
        let playing = play(games, &nodes.each_ref().map(doors));
        thread::sleep(Duration::from_millis(100));
        let new = Server::start_node(&database.url());
        let old = std::mem::replace(&mut nodes[replaced], new);
        assert!(old.terminate().success());
        games = playing.into_iter().map(|player| player.join().unwrap()).collect();
        check(&database, &mut games);
    }
    let mut games = play_on(games, &nodes.each_ref().map(doors));
    assert!(games.iter().all(|game| game.is_over));
    check(&database, &mut games);
    // What was written before all of them is shown by all of them.
    for node in &nodes {
        let view = request(node.http, "GET", "/api/tables/d1xkf9hp3tda2v9e", &[], &Value::Null).2;
        assert_eq!(view["table"]["standing"], "over", "{view}");
    }
}
