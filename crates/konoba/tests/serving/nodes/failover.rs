//! The database dies in mid-game, and a standby that was behind takes its place.

use std::net::SocketAddr;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use konoba_store::{Kept, Postgres, Store};
use konoba_table::{Event, Table};
use serde_json::{Value, json};
use tungstenite::Message;

use crate::cluster::Cluster;
use crate::server::Server;
use crate::table::{Game, Socket, hear_any, watch};
use crate::view::{legal, see};

const LOST: &str = "The server lost what happened last. The board shows how the game stands now.";

/// The players of a game, each at a node of their own, and a watcher. All of them stay
/// connected whatever happens to the database.
struct People {
    /// Seat 1, seat 2 and the watcher.
    sockets: [Socket; 3],
    views: [Value; 3],
    sent: u64,
    /// How often each was told that something is lost.
    told: [u32; 3],
}

impl People {
    fn at(game: &Game, nodes: [SocketAddr; 2]) -> Self {
        let seat = |seat: usize| game.socket(nodes[seat], seat).unwrap();
        let sockets = [seat(0), seat(1), watch(nodes[1], &game.id)];
        let views = [Value::Null, Value::Null, Value::Null];
        let mut people = Self { sockets, views, sent: 0, told: [0; 3] };
        (0..3).for_each(|who| people.hear_until(who, |view| !view.is_null()));
        people
    }

    /// Hears what one of them is told until the table is as wanted.
    fn hear_until(&mut self, who: usize, is_so: impl Fn(&Value) -> bool) {
        while !is_so(&self.views[who]) {
            let message = hear_any(&mut self.sockets[who]).expect("the connection stays");
            self.take_in(who, &message);
        }
    }

    fn take_in(&mut self, who: usize, message: &Value) {
        see(&mut self.views[who], message);
        if message["type"] == "table" && message["says"] == json!([LOST]) {
            self.told[who] += 1;
        }
    }

    /// The player to move moves, and tries again until the database is there. Then all three see the move.
    fn play(&mut self) {
        let seat = self.views[0]["to_move"].as_u64().unwrap() as usize - 1;
        self.sent += 1;
        let begin = Instant::now();
        let version = loop {
            let legal = legal(&self.views[seat]);
            let mv = &legal[self.sent as usize * 7 % legal.len()];
            let (seen, latest) = (&self.views[seat]["version"], &self.views[seat]["latest"]);
            let order = json!({
                "do": "play", "move": mv, "seen": seen, "latest": latest,
                "id": format!("m-{}", self.sent), "re": self.sent,
            });
            self.sockets[seat].send(Message::text(order.to_string())).unwrap();
            let answer = loop {
                let message = hear_any(&mut self.sockets[seat]).expect("the connection stays");
                self.take_in(seat, &message);
                if message["re"] == self.sent {
                    break message;
                }
            };
            match answer["version"].as_u64().filter(|_| answer["type"] == "done") {
                Some(version) => break version,
                None => {
                    let id = answer["id"].as_str().unwrap();
                    assert!(["store-gone", "store-lost", "ahead"].contains(&id), "{answer}");
                    assert!(begin.elapsed() < Duration::from_secs(60), "{answer}");
                    thread::sleep(Duration::from_millis(200));
                }
            }
        };
        for who in 0..3 {
            self.hear_until(who, |view| view["version"].as_u64() >= Some(version));
        }
    }

    fn version(&self) -> u64 {
        self.views[0]["version"].as_u64().unwrap()
    }
}

fn kept(url: &str, game: &Game) -> Kept {
    let store = Postgres::open(url).unwrap();
    store.read(game.id.parse().unwrap(), 0).wait().unwrap().unwrap()
}

#[test]
fn when_a_standby_that_was_behind_takes_over_play_goes_on() {
    let Some(primary) = Cluster::start(&[]) else { return };
    let standby = primary.standby();
    let url = Cluster::url_of(&[&primary, &standby]);
    let nodes = [(); 2].map(|()| Server::start_node(&url));
    let game = Game::lay(&nodes[0], 1);
    let mut people = People::at(&game, nodes.each_ref().map(|node| node.http));
    (0..3).for_each(|_| people.play());
    let safe = people.version();
    primary.leave_behind(&standby);
    (0..2).for_each(|_| people.play());
    assert!(people.version() > safe);
    primary.die();
    standby.promote();
    // All clients are told, also those at a node that gets no moves.
    for who in 0..3 {
        people.hear_until(who, |view| view["version"].as_u64() == Some(safe));
    }
    assert_eq!(people.told, [1; 3]);
    while people.views[0]["standing"] == "playing" {
        people.play();
    }
    assert_eq!(people.told, [1; 3], "nothing is lost twice");
    let kept = kept(&url, &game);
    let events: Vec<Event> = kept.events.into_iter().map(|kept| kept.event).collect();
    let table = Table::replay(&events).unwrap();
    assert_eq!((table.version(), table.frozen()), (people.version(), None));
    assert!(table.is_over());
}

/// A table has a gap from earlier. An operator's command takes away what follows it, while the nodes run
/// and people are there, and the game goes on.
#[test]
fn a_table_with_a_gap_is_repaired_under_the_eyes_of_its_people() {
    let Some(database) = crate::database::Database::create() else { return };
    let nodes = [(); 2].map(|()| Server::start_node(&database.url()));
    let game = Game::lay(&nodes[0], 1);
    let mut people = People::at(&game, nodes.each_ref().map(|node| node.http));
    (0..4).for_each(|_| people.play());
    let last = people.version();
    database.execute(&format!(
        "delete from events where table_id = '{}' and version = {}",
        game.id,
        last - 1
    ));
    let repair = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_konoba"));
        command.args(["admin", "repair"]).args(arguments);
        let output = command.env("KONOBA_DATABASE", database.url()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let told = repair(&[]);
    assert!(told.contains(&format!("{}: events 1 to {} are whole", game.id, last - 2)), "{told}");
    assert!(told.contains("nothing was changed"), "{told}");
    assert_eq!(kept(&database.url(), &game).entry.version, last);
    let told = repair(&["--write", &game.id]);
    assert!(told.ends_with("1 looked at, 1 with a gap, 1 repaired\n"), "{told}");
    for who in 0..3 {
        people.hear_until(who, |view| view["version"].as_u64() == Some(last - 2));
    }
    while people.views[0]["standing"] == "playing" {
        people.play();
    }
    assert!(repair(&["--write"]).ends_with("0 with a gap, 0 repaired\n"));
}
