//! The database loses the last moves of a game. All clients are told through every door, and the game goes
//! on.

use serde_json::json;

use crate::client::Door;
use crate::mixed::open_web_and_admin;

const LOST: &str = "The server lost what happened last. The board shows how the game stands now.";

#[test]
fn a_loss_is_told_through_every_door_and_the_game_goes_on() {
    let door = Door::open();
    let (mut web, admin) = open_web_and_admin(&door);
    web.call_me("Luka");
    let mut ana = door.enter("Ana");
    ana.say("seek konobi:5,nopie");
    ana.hear("Waiting");
    let (table, watch) = {
        let lobby = web.get("/api/lobby").json();
        let table = lobby["open"][0]["table"].as_str().unwrap().to_owned();
        (table.clone(), format!("/api/tables/{table}/socket"))
    };
    assert_eq!(web.post(&format!("/api/tables/{table}/seat"), "{}").status, 200);
    ana.hear("Move, such as");
    let mut mara = door.enter("Mara");
    mara.say(&format!("observe {table}"));
    mara.hear("is to move");
    let mut luka = web.socket(&watch).unwrap();
    luka.hear_of("table");
    let move_to =
        |seen: u64, mv: &str| json!({ "do": "play", "move": mv, "seen": seen, "re": seen });
    let post = |seen: u64, mv: &str| {
        web.post(&format!("/api/tables/{table}/orders"), &move_to(seen, mv).to_string())
    };
    ana.say("c3");
    ana.hear("You play c3");
    luka.say(&move_to(2, "a1"));
    luka.hear_of("done");
    ana.hear("plays a1");
    ana.say("e1");
    ana.hear("You play e1");
    mara.hear("plays e1");
    let database = rusqlite::Connection::open(door.folder.path().join("konoba.sqlite")).unwrap();
    let cut = format!(
        "delete from events where table_id = '{table}' and version > 2;
        update tables set version = 2 where id = '{table}'"
    );
    database.execute_batch(&cut).unwrap();
    // A player who has seen the lost moves makes the next one.
    luka.say(&move_to(4, "a3"));
    let refused = luka.hear_of("refused");
    assert_eq!((&refused["id"], &refused["says"]), (&json!("store-lost"), &json!(LOST)));
    let whole = luka.hear_of("table");
    assert_eq!((&whole["table"]["version"], &whole["says"]), (&json!(2), &json!([LOST])));
    assert_eq!(whole["table"]["moves"]["keep"], 0);
    assert_eq!(whole["table"]["moves"]["then"].as_array().unwrap().len(), 1);
    ana.hear(LOST);
    ana.hear("Moves so far: c3\n");
    mara.hear(LOST);
    // A client that comes back having seen more than the store holds gets the whole table, and its
    // order is refused.
    let mut back = web.socket(&format!("{watch}?seen=4")).unwrap();
    let first = back.hear().unwrap();
    assert_eq!((&first["type"], &first["says"]), (&json!("table"), &json!([LOST])));
    let ahead = post(4, "a3");
    assert_eq!((ahead.status, &ahead.json()["id"]), (409, &json!("ahead")));
    // The game goes on from what is left.
    assert_eq!(post(2, "a1").status, 200);
    ana.hear("plays a1");
    ana.say("e5");
    ana.hear("You play e5");
    mara.hear("plays e5");
    let (_, truth) = door.truth();
    assert_eq!((truth.version(), truth.frozen()), (4, None));
    // A client that has seen a version of the same number, but not the same, is shown the whole table.
    let latest = truth.latest().as_millis();
    for (latest, points) in [(latest, 0), (latest - 1, 5 * 5 + 1)] {
        let mut back = web.socket(&format!("{watch}?seen=4&latest={latest}")).unwrap();
        assert_eq!(back.hear().unwrap()["points"].as_array().unwrap().len(), points);
    }
    let metrics = admin.get("/metrics").body;
    assert!(metrics.contains("konoba_tables_rewound_total 1"), "{metrics}");
    assert!(metrics.contains("konoba_connections{door=\"telnet\"} 2"), "{metrics}");
}
