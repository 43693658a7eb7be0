//! Games of a guest: those that go on, and those that are over, one list after another.

use konoba_rules::{GAMES, Setup};
use serde_json::{Value, json};

use crate::client::Client;
use crate::games::table;
use crate::server::Server;

fn setup(number: usize) -> String {
    let spec = GAMES[number];
    let size = spec.sizes.min.max(5).min(spec.sizes.max);
    Setup::default_of(spec).with_size(size).unwrap().to_string()
}

fn games(client: &Client, query: &str) -> Value {
    let reply = client.get(&format!("/api/me/games{query}"));
    assert_eq!(reply.status, 200, "{reply:?}");
    reply.json()
}

fn resign(client: &Client, table: &str) {
    let done =
        client.post(&format!("/api/tables/{table}/orders"), &json!({ "do": "resign" }).to_string());
    assert_eq!(done.status, 200, "{done:?}");
}

fn field<'a>(list: &'a Value, name: &str) -> Vec<&'a Value> {
    list.as_array().unwrap().iter().map(|game| &game[name]).collect()
}

#[test]
fn a_game_goes_on_and_then_is_over() {
    let server = Server::open();
    let (id, [ana, luka]) = table(&server, &setup(0));
    let [own, others] = [&ana, &luka].map(|client| games(client, "")["running"][0].clone());
    assert_eq!(
        (&own["says"], &own["is_your_turn"], &own["opponent"]),
        (&json!("Your turn"), &json!(true), &json!("Luka"))
    );
    assert_eq!((&others["says"], &others["is_your_turn"]), (&json!("Ana’s turn"), &json!(false)));
    let play = json!({ "do": "play", "move": "c3" }).to_string();
    assert_eq!(ana.post(&format!("/api/tables/{id}/orders"), &play).status, 200);
    let [own, others] = [&ana, &luka].map(|client| games(client, "")["running"][0].clone());
    assert_eq!((&own["says"], &others["says"]), (&json!("Luka’s turn"), &json!("Your turn")));
    resign(&luka, &id);
    let [own, others] = [&ana, &luka].map(|client| games(client, ""));
    assert_eq!(own["running"], json!([]));
    assert_eq!(own["finished"][0]["says"], "You won: Luka resigned");
    assert_eq!(own["finished"][0]["has_won"], true);
    assert_eq!(others["finished"][0]["says"], "You lost: you resigned");
    assert!(own["finished"][0]["ended"].as_u64().is_some());
    // Each player finds it by the own result, and no other guest finds it.
    for (client, won, lost) in [(&ana, 1, 0), (&luka, 0, 1)] {
        assert_eq!(games(client, "?result=won")["finished"].as_array().unwrap().len(), won);
        assert_eq!(games(client, "?result=lost")["finished"].as_array().unwrap().len(), lost);
    }
    assert_eq!(games(&server.guest("Eva"), "")["finished"], json!([]));
    assert_eq!(server.stranger().get("/api/me/games").status, 401);
    // The picture in the list may be kept while the table is what it was.
    let version = own["finished"][0]["version"].as_u64().unwrap();
    let picture =
        |version| ana.get(&format!("/api/tables/{id}/board?small=true&version={version}"));
    assert_eq!(picture(version).header("cache-control"), Some("private, max-age=86400"));
    assert_eq!(picture(version - 1).header("cache-control"), Some("no-store"));
    assert!(
        picture(version).body.contains("stone") && !picture(version).body.contains("data-point")
    );
}

#[test]
fn a_game_that_was_played_elsewhere_goes_on_or_is_kept() {
    let server = Server::open();
    let [ana, luka] = ["Ana", "Luka"].map(|name| server.guest(name));
    let offer = |setup: &str, record: &str| json!({ "setup": setup, "with": "same-screen", "name": "Iva", "record": record });
    let lay = |client: &Client, offer: &Value| client.post("/api/tables", &offer.to_string());
    let laid = lay(&ana, &json!({ "setup": setup(0), "with": "same-screen", "name": "Iva" }));
    let id = laid.json()["table"].as_str().unwrap().to_owned();
    let play = json!({ "do": "play", "move": "c3" }).to_string();
    assert_eq!(ana.post(&format!("/api/tables/{id}/orders"), &play).status, 200);
    let record = || ana.get(&format!("/api/tables/{id}/record")).body;
    let begun = record();
    resign(&ana, &id);
    let over = record();

    let reply = lay(&luka, &offer(&setup(0), &begun));
    assert_eq!(reply.status, 201, "{reply:?}");
    let running = games(&luka, "")["running"].clone();
    assert_eq!((running.as_array().unwrap().len(), &running[0]["version"]), (1, &json!(2)));
    // It goes on from there.
    let here = running[0]["table"].as_str().unwrap();
    let taken = luka.post(&format!("/api/tables/{here}/orders"), &play);
    assert_eq!(taken.json()["id"], "occupied", "{taken:?}");

    assert_eq!(lay(&luka, &offer(&setup(0), &over)).status, 201);
    let finished = games(&luka, "")["finished"].clone();
    assert_eq!(finished.as_array().unwrap().len(), 1, "{finished}");
    assert_eq!(finished[0]["version"], 3);

    let friend = json!({ "setup": setup(0), "with": "friend", "record": begun });
    for (offer, id) in [
        (offer(&setup(1), &begun), "record-set-up"),
        (offer(&setup(0), "(;"), "record"),
        (friend, "record-of-others"),
    ] {
        let refused = lay(&luka, &offer);
        assert_eq!((refused.status, &refused.json()["id"]), (422, &json!(id)));
    }
}

#[test]
fn finished_games_are_listed_page_by_page_and_looked_for() {
    let server = Server::open();
    let ana = server.guest("Ana");
    let lay = |game: usize, name: &str| {
        let offer = json!({ "setup": setup(game), "with": "same-screen", "name": name });
        let laid = ana.post("/api/tables", &offer.to_string());
        assert_eq!(laid.status, 201, "{laid:?}");
        let id = laid.json()["table"].as_str().unwrap().to_owned();
        resign(&ana, &id);
        id
    };
    let laid: Vec<String> =
        (0..23).map(|number| lay(number % 2, &format!("Luka {number}"))).collect();
    let first = games(&ana, "");
    assert_eq!(first["finished"].as_array().unwrap().len(), 20);
    let second = games(&ana, &format!("?before={}", first["more"].as_str().unwrap()));
    assert_eq!(second["more"], Value::Null);
    let mut seen: Vec<&str> = field(&first["finished"], "table")
        .into_iter()
        .chain(field(&second["finished"], "table"))
        .map(|id| id.as_str().unwrap())
        .collect();
    assert_eq!(seen.len(), 23);
    seen.sort_unstable();
    let mut all: Vec<&str> = laid.iter().map(String::as_str).collect();
    all.sort_unstable();
    assert_eq!(seen, all);
    assert_eq!(field(&games(&ana, "?opponent=luka%2022")["finished"], "table"), [&json!(laid[22])]);
    let others = games(&ana, &format!("?game={}", GAMES[1].id));
    assert_eq!(others["finished"].as_array().unwrap().len(), 11);
    assert_eq!(games(&ana, "?result=won")["finished"], json!([]));
    assert_eq!(games(&ana, "?result=&opponent=&game=")["finished"].as_array().unwrap().len(), 20);
    for wrong in ["?before=x", "?game=chess"] {
        assert_eq!(ana.get(&format!("/api/me/games{wrong}")).status, 422, "{wrong}");
    }
    // The page keeps what was looked for on the way to older games.
    let page = ana.get(&format!("/games?game={}&opponent=Luka", GAMES[0].id)).body;
    assert!(!page.contains("Older games"));
    let page = ana.get("/games?opponent=Luka").body;
    assert!(page.contains("opponent=Luka&amp;before="), "{page}");
}
