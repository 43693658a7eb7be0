//! What a guest may have is counted at all nodes together.

use std::thread;

use konoba_rules::{GAMES, Setup};
use konoba_store::{Listing, Store};
use serde_json::json;

use crate::database::Database;
use crate::server::Server;
use crate::table::request;

/// How many games that are not over a guest may have.
const MOST: usize = 50;

/// One guest begins games at two nodes as fast as they go.
#[test]
fn the_limit_of_games_cannot_be_raced_between_nodes() {
    let Some(database) = Database::create() else { return };
    let nodes = [(); 2].map(|()| Server::start_node(&database.url()));
    let named = request(nodes[0].http, "POST", "/api/me", &[], &json!({ "name": "Ana" }));
    let cookie = named.1.unwrap();
    let setup = Setup::default_of(GAMES[0]).to_string();
    let begun = (0..8).map(|number| {
        let (http, cookie, setup) = (nodes[number % 2].http, cookie.clone(), setup.clone());
        thread::spawn(move || {
            let offer = json!({ "setup": setup, "with": "friend" });
            let begin = || request(http, "POST", "/api/tables", &[("Cookie", &cookie)], &offer).0;
            (0..20).map(|_| begin()).filter(|status| *status == 201).count()
        })
    });
    let begun: Vec<_> = begun.collect();
    let begun: usize = begun.into_iter().map(|client| client.join().unwrap()).sum();
    let store = database.store();
    let laid = store.walk(None, 1000).wait().unwrap();
    assert_eq!((begun, laid.len()), (MOST, MOST));
    let kept = store.read(laid[0], 0).wait().unwrap().unwrap();
    let ana = kept.entry.seats[0].as_ref().unwrap().guest;
    let unfinished = store.list(Listing::UnfinishedOf(ana), 1000).wait().unwrap();
    assert_eq!(unfinished.len(), MOST);
}
