//! Many nodes on one database, of which `cargo xtask test postgres` starts one: what is done at one is
//! seen at the others, and when one dies its players go on at another.

mod failover;
mod leaving;
mod limits;
mod partition;
mod presence;
mod upgrade;
mod workers;

use std::net::SocketAddr;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::database::{Database, variable};
use crate::server::Server;
use crate::table::Game;

/// What the database holds is what was acknowledged.
fn check(database: &Database, games: &mut [Game]) {
    let store = database.store();
    for game in games {
        game.check(&store).unwrap();
    }
}

/// Plays every game at once, each seat at a node of its own, until it is over or its node is gone.
fn play(games: Vec<Game>, nodes: &[[SocketAddr; 2]]) -> Vec<thread::JoinHandle<Game>> {
    let games = games.into_iter().enumerate();
    games
        .map(|(number, mut game)| {
            let node = |seat: usize| nodes[(number + seat) % nodes.len()];
            let (https, telnet) = ([node(0)[0], node(1)[0]], node(1)[1]);
            thread::spawn(move || {
                // It ends when the game is over or a server is gone, and both are well.
                let _ = game.play_at(https, telnet);
                game
            })
        })
        .collect()
}

/// Plays every game until it is over or its node is gone, and waits for that.
fn play_on(games: Vec<Game>, nodes: &[[SocketAddr; 2]]) -> Vec<Game> {
    play(games, nodes).into_iter().map(|player| player.join().unwrap()).collect()
}

/// Looks again and again until something is so.
fn until(what: &str, is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_secs(40), "{what}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// How to kill the database and start it again.
struct Restart(String);

impl Restart {
    fn new() -> Option<Self> {
        variable("KONOBA_POSTGRES_RESTART").map(Self)
    }

    fn restart(&self) {
        assert!(Command::new("sh").args(["-c", &self.0]).status().unwrap().success());
    }
}

fn doors(server: &Server) -> [SocketAddr; 2] {
    [server.http, server.telnet]
}

/// The players of a game sit at different nodes: each sees at one what the other does at another.
#[test]
fn people_at_different_nodes_play_with_each_other() {
    let Some(database) = Database::create() else { return };
    let nodes: Vec<Server> = (0..3).map(|_| Server::start_node(&database.url())).collect();
    let games = (0..6).map(|number| Game::lay(&nodes[number % 3], number)).collect();
    let doors: Vec<_> = nodes.iter().map(doors).collect();
    let mut games = play_on(games, &doors);
    assert!(games.iter().all(|game| game.is_over));
    check(&database, &mut games);
}

/// A node is killed in the midst of play. Its people go on at the others, nothing is lost and nothing
/// is doubled.
#[test]
fn when_a_node_is_killed_its_people_go_on_elsewhere() {
    let Some(database) = Database::create() else { return };
    let stays = Server::start_node(&database.url());
    let mut games: Vec<Game> = (0..6).map(|number| Game::lay(&stays, number)).collect();
    for round in 0..4 {
        let dies = Server::start_node(&database.url());
        let playing = play(games, &[doors(&dies), doors(&stays)]);
        thread::sleep(Duration::from_millis(150 + 70 * round));
        dies.kill();
        games = playing.into_iter().map(|player| player.join().unwrap()).collect();
        check(&database, &mut games);
    }
    let mut games = play_on(games, &[doors(&stays)]);
    assert!(games.iter().all(|game| game.is_over));
    check(&database, &mut games);
}

/// A node freezes in the midst of play and thaws. Meanwhile it holds up no client of the others.
#[test]
fn a_node_that_freezes_does_not_hold_up_the_others() {
    let Some(database) = Database::create() else { return };
    let stays = Server::start_node(&database.url());
    let freezes = Server::start_node(&database.url());
    let games = (0..6).map(|number| Game::lay(&stays, number)).collect();
    let playing = play(games, &[doors(&freezes), doors(&stays)]);
    thread::sleep(Duration::from_millis(150));
    freezes.freeze();
    let others = (6..12).map(|number| Game::lay(&stays, number)).collect();
    let mut games = play_on(others, &[doors(&stays)]);
    assert!(games.iter().all(|game| game.is_over));
    freezes.thaw();
    let thawed = playing.into_iter().map(|player| player.join().unwrap()).collect();
    games.extend(play_on(thawed, &[doors(&freezes), doors(&stays)]));
    assert!(games.iter().all(|game| game.is_over));
    check(&database, &mut games);
}

/// The database is killed and comes back. What it had not committed was acknowledged to no client.
#[test]
fn when_the_database_is_restarted_play_goes_on() {
    let (Some(database), Some(restart)) = (Database::create(), Restart::new()) else { return };
    let nodes = [(); 2].map(|()| Server::start_node(&database.url()));
    // None of these is played by telnet, where a move has no name and is not sent again.
    let numbers = [1, 2, 4, 5, 7, 8];
    let mut games: Vec<Game> =
        numbers.into_iter().map(|number| Game::lay(&nodes[0], number)).collect();
    let doors = nodes.each_ref().map(doors);
    for round in 0..3 {
        let playing = play(games, &doors);
        thread::sleep(Duration::from_millis(120 + 90 * round));
        restart.restart();
        games = playing.into_iter().map(|player| player.join().unwrap()).collect();
        check(&database, &mut games);
    }
    for _ in 0..9 {
        games = play_on(games, &doors);
    }
    assert!(games.iter().all(|game| game.is_over));
    check(&database, &mut games);
}
