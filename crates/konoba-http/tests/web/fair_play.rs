//! Fair to the opponent: private games, no engine about a game that goes on, and names that tell.

use konoba_table::NO_ENGINE;
use serde_json::json;

use crate::games::table;
use crate::server::Server;

#[test]
fn a_game_by_link_is_in_no_list_and_an_open_one_is() {
    let server = Server::open();
    let lobby = || server.stranger().get("/api/lobby").json();
    let (private, [ana, _]) = table(&server, "konobi:5");
    let home = server.stranger().get("/").body;
    assert_eq!((lobby()["open"].clone(), lobby()["live"].clone()), (json!([]), json!([])));
    assert!(!home.contains(&private));
    assert_eq!(server.stranger().get(&format!("/t/{private}")).status, 200);
    let offer = |body| ana.post("/api/tables", &serde_json::Value::to_string(&body));
    let open = json!({ "setup": "konobi:5", "with": "anyone", "public": false });
    assert_eq!(offer(open).json()["id"], "open-is-public");
    let open = offer(json!({ "setup": "konobi:5", "with": "anyone" })).json();
    assert_eq!(lobby()["open"][0]["table"], open["table"]);
    let shared = json!({
        "setup": "konobi:5", "with": "same-screen", "name": "Iva", "public": true
    });
    let shared = offer(shared).json();
    assert_eq!(lobby()["live"][0]["table"], shared["table"]);
}

#[test]
fn a_game_between_people_is_not_analysed_while_it_goes_on() {
    let server = Server::open();
    let (table, players) = table(&server, "konobi:5,nopie");
    for (number, mv) in ["c3", "b2", "c4", "d1"].into_iter().enumerate() {
        let order = json!({ "do": "play", "move": mv }).to_string();
        let reply = players[number % 2].post(&format!("/api/tables/{table}/orders"), &order);
        assert_eq!(reply.status, 200, "{reply:?}");
    }
    let record = server.stranger().get(&format!("/api/tables/{table}/record")).body;
    let study = |what: Option<&str>, at: usize| {
        let body = json!({ "record": record, "at": at, "do": what }).to_string();
        server.stranger().post("/api/study", &body)
    };
    for what in ["analyse", "play-proof"] {
        let refused = study(Some(what), 4);
        assert_eq!((refused.status, &refused.json()["id"]), (403, &json!("fair-play")));
        assert_eq!(refused.json()["says"], NO_ENGINE);
    }
    let page = players[0].get(&format!("/t/{table}")).body;
    assert!(page.contains("data-do=\"resign\"") && !page.contains("data-do=\"hint\""), "{page}");
    let refused = players[0].get(&format!("/api/tables/{table}/hint"));
    assert_eq!((refused.status, &refused.json()["says"]), (403, &json!(NO_ENGINE)));
    let as_page = json!({ "ask": "hint", "record": record }).to_string();
    let refused = server.stranger().post("/api/page-game", &as_page);
    assert_eq!((refused.status, &refused.json()["id"]), (403, &json!("fair-play")));
    // Nor does it go on elsewhere as a game that the computer may be asked about.
    let elsewhere = json!({
        "setup": "konobi:5,nopie", "with": "same-screen", "name": "Iva", "record": record
    });
    let refused = players[0].post("/api/tables", &elsewhere.to_string());
    assert_eq!((refused.status, &refused.json()["id"]), (403, &json!("fair-play")));
    // To look at it is allowed, and where it began it is like many others.
    assert_eq!(study(None, 4).status, 200);
    assert_ne!(study(Some("analyse"), 2).json()["id"], "fair-play");
    let resign = json!({ "do": "resign" }).to_string();
    players[0].post(&format!("/api/tables/{table}/orders"), &resign);
    assert_ne!(study(Some("analyse"), 4).json()["id"], "fair-play");
}

#[test]
fn every_page_leads_to_what_is_allowed() {
    let server = Server::open();
    for path in ["/", "/settings", "/review"] {
        let page = server.stranger().get(path).body;
        assert!(page.contains("href=\"/fair-play\""), "{path}");
    }
    let page = server.stranger().get("/fair-play");
    assert_eq!(page.status, 200);
    for words in [NO_ENGINE, "cannot be checked from here", "(bot)"] {
        assert!(page.body.contains(words), "{words}");
    }
}

#[test]
fn no_player_is_called_like_the_computer_and_bots_are_called_bots() {
    let server = Server::open();
    let call = |body| server.stranger().post("/api/me", &serde_json::Value::to_string(&body));
    for name in ["Engine 1", "computer level 3", "Ｅｎｇｉｎｅ ２", "Rex (bot)"] {
        let refused = call(json!({ "name": name }));
        assert_eq!(
            (refused.status, &refused.json()["id"]),
            (422, &json!("name-reserved")),
            "{name}"
        );
    }
    let piled = call(json!({ "name": format!("Z{}", "\u{301}".repeat(20)) }));
    assert_eq!(piled.json()["id"], "name-marks");
    assert_eq!(call(json!({ "name": "Rex", "bot": true })).json()["name"], "Rex (bot)");
    let offer = json!({
        "setup": "konobi:5", "with": "same-screen", "name": "Engine 7"
    });
    let offered = server.guest("Ana").post("/api/tables", &offer.to_string());
    assert_eq!(offered.json()["id"], "name-reserved");
}
