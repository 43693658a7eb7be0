//! One game through two doors: telnet on one side, a socket of the web on the other, watched by
//! both kinds.

use konoba_http::{HttpConfig, Services, serve_admin, serve_http, services};
use konoba_live::{Limits, Rate};
use konoba_table::{Seat, Table};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::blind::Blind;
use crate::client::{Door, some_move};
use crate::web::view::see;
use crate::web::{Client, Socket};

/// Opens the other door of the same house.
pub(crate) fn open_web(door: &Door) -> Client {
    open_web_and_admin(door).0
}

/// The same, and the door of those who look after the house.
pub(crate) fn open_web_and_admin(door: &Door) -> (Client, Client) {
    let many = Rate { per_second: 10_000, burst: 10_000 };
    let limits = Limits { requests: many, messages: many, reads: many, ..Limits::default() };
    let config = HttpConfig { limits: limits.clone(), ..HttpConfig::default() };
    let addresses = door.runtime.block_on(async {
        let listen = || TcpListener::bind("127.0.0.1:0");
        let listeners = [listen().await.unwrap(), listen().await.unwrap()];
        let addresses = listeners.each_ref().map(|own| own.local_addr().unwrap());
        let (house, [listener, admin_listener]) = (door.house.clone(), listeners);
        let Services { public, admin } = services(house.clone(), config);
        tokio::spawn(serve_http(listener, public, house.clone(), limits));
        tokio::spawn(serve_admin(admin_listener, admin, house));
        addresses
    });
    let [web, admin] = addresses.map(Client::new);
    (web, admin)
}

/// A client at a socket, with the last view that it was sent.
struct Web {
    socket: Socket,
    view: Value,
    /// Where it sits; a watcher has no seat.
    seat: Option<Seat>,
}

impl Web {
    fn at(client: &Client, table: &str, seat: Option<Seat>) -> Self {
        let mut socket = client.socket(&format!("/api/tables/{table}/socket")).unwrap();
        let view = socket.hear_of("table")["table"].clone();
        Self { socket, view, seat }
    }

    fn order(&mut self, mut order: Value) {
        order["re"] = json!(1);
        order["seen"] = self.view["version"].clone();
        order["id"] = json!(format!("web-{}", self.view["version"]));
        self.socket.say(&order);
        self.socket.hear_of("done");
    }

    /// Listens until it knows as much as there is to know, and looks whether that is right.
    fn compare(&mut self, table: &Table) {
        while self.view["version"].as_u64() < Some(table.version()) {
            see(&mut self.view, &self.socket.hear().expect("the socket is open"));
        }
        assert_eq!(self.view["version"], table.version());
        assert_eq!(self.view["status"], self.status(table));
    }

    /// How the table stands, in the words for its seat.
    fn status(&self, table: &Table) -> String {
        self.seat.map_or_else(|| table.words(), |seat| table.words_to(seat)).status()
    }
}

/// Plays a whole game. The player who offers it moves first.
fn play(door: &Door, web: &Client, setup: &str, web_offers: bool) {
    let mut web = web.clone();
    web.call_me("Luka");
    let mut telnet = Blind::new(door.enter("Ana"), "Ana");
    let table = if web_offers {
        let offer = json!({ "setup": setup, "with": "anyone" });
        let laid = web.post("/api/tables", &offer.to_string());
        assert_eq!(laid.status, 201, "{laid:?}");
        laid.json()["table"].as_str().unwrap().to_owned()
    } else {
        telnet.client.say(&format!("seek {setup}"));
        telnet.client.hear("Waiting");
        let lobby = web.get("/api/lobby").json();
        lobby["open"][0]["table"].as_str().expect("the offer is in the lobby").to_owned()
    };
    if web_offers {
        telnet.client.say(&format!("join {table}"));
        telnet.listen();
    } else {
        let seated = web.post(&format!("/api/tables/{table}/seat"), "{}");
        assert_eq!(seated.status, 200, "{seated:?}");
        telnet.client.heard.clear();
    }
    let telnet_seat = if web_offers { Seat::Two } else { Seat::One };
    let mut web = [
        Web::at(&web, &table, Some(telnet_seat.other())),
        Web::at(&Client::new(web.address), &table, None),
    ];
    let mut watcher = Blind::new(door.enter("Mara"), "Mara");
    watcher.client.say(&format!("observe {table}"));
    let id = table.parse().unwrap();
    let mut has_undone = false;
    loop {
        let table = door.runtime.block_on(door.table(id));
        for blind in [&mut telnet, &mut watcher] {
            blind.compare(&table);
        }
        web.iter_mut().for_each(|web| web.compare(&table));
        let mv = match table.seat_to_move() {
            Some(_) => some_move(&table),
            None => break,
        };
        match table.seat_to_move() {
            _ if table.open_wish().is_some() => {
                assert_eq!(telnet.last, "Do you agree? (y/n)");
                telnet.client.say("yes");
            }
            Some(seat) if seat == telnet_seat => {
                if telnet.last == "swap? (y/n)" {
                    telnet.client.say("n");
                }
                telnet.client.say(&mv);
            }
            _ if table.position().swap_is_offered() => web[0].order(json!({ "do": "swap" })),
            _ if table.history().len() > 4 && !has_undone => {
                has_undone = true;
                web[0].order(json!({ "do": "undo" }));
            }
            _ => web[0].order(json!({ "do": "play", "move": mv })),
        }
        telnet.listen();
    }
    let table = door.runtime.block_on(door.table(id));
    let winner = table.words().winner(&table.outcome().unwrap());
    for web in &web {
        assert_eq!(web.view["result"]["says"], web.status(&table));
    }
    assert_eq!(telnet.last, "again? (y/n)");
    assert_eq!(watcher.last, winner);
    telnet.client.say("quit");
    telnet.client.hear_all();
}

#[test]
fn a_game_of_each_kind_through_two_doors() {
    let door = Door::open();
    let web = open_web(&door);
    play(&door, &web, "konobi:4", false);
    play(&door, &web, "quentin:4", true);
    play(&door, &web, "order-and-chaos", false);
}
