//! Players at full speed over both doors while the server is killed, or its power cut, at any moment:
//! every acknowledged move is there, in order, once, and every game can be finished. Two broken
//! servers show that these tests would find what they are for.

use std::path::Path;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

use crate::disk::Disk;
use crate::server::Server;
use crate::table::{Game, opened_copy};

/// How many tables are played at once.
const TABLES: usize = 6;

/// How many rounds, unless `KONOBA_CRASH_ROUNDS` says more.
fn rounds(few: usize) -> usize {
    std::env::var("KONOBA_CRASH_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(few)
}

/// How long it is played in a round. Steps of 89 spread over 240 whatever the number of rounds: on a
/// fast machine games are over after the long ones, and on a slow one they have hardly begun after the
/// short ones.
const fn some_time(round: usize) -> Duration {
    Duration::from_millis(20 + (round as u64 * 89) % 240)
}

/// How the server ends.
enum End<'a> {
    Killed(&'a Path),
    PowerCut(&'a Disk),
}

impl End<'_> {
    fn data(&self) -> &Path {
        match self {
            Self::Killed(data) => data,
            Self::PowerCut(disk) => &disk.data,
        }
    }

    fn start(&self, fault: Option<&str>) -> Server {
        let fault = fault.map(|fault| ("KONOBA_TEST_FAULT", fault));
        let variables = match self {
            Self::Killed(_) => Vec::new(),
            Self::PowerCut(disk) => disk.variables().to_vec(),
        };
        let variables: Vec<_> = variables.into_iter().chain(fault).collect();
        Server::start_with(self.data(), &variables)
    }
}

/// Plays, ends the server in the midst of it, reads its database, and again; returns how many moves
/// were acknowledged, or what is wrong with the database.
fn torment(end: &End<'_>, rounds: usize, fault: Option<&str>) -> Result<usize, String> {
    let mut games: Vec<Game> = Vec::new();
    let mut done = 0;
    for round in 0..rounds {
        let server = end.start(fault);
        done += games.iter().filter(|game| game.is_over).map(Game::acknowledged).sum::<usize>();
        games.retain(|game| !game.is_over);
        while games.len() < TABLES {
            games.push(Game::lay(&server, round + games.len()));
        }
        let doors = [server.http, server.telnet];
        let begin = Arc::new(Barrier::new(games.len() + 1));
        let players: Vec<_> = games
            .drain(..)
            .map(|mut game| {
                let begin = begin.clone();
                thread::spawn(move || {
                    begin.wait();
                    // It ends when the game is over or the server is gone, and both are well.
                    let _ = game.play(doors);
                    game
                })
            })
            .collect();
        begin.wait();
        thread::sleep(some_time(round));
        server.kill();
        if let End::PowerCut(disk) = end {
            disk.cut_power(round as u64 + 1);
        }
        games = players.into_iter().map(|player| player.join().unwrap()).collect();
        let (store, _copy) = opened_copy(end.data());
        for game in &mut games {
            game.check(&store)?;
        }
    }
    finish(end, &mut games)?;
    Ok(done + games.iter().map(Game::acknowledged).sum::<usize>())
}

/// Every game can be played to its end.
fn finish(end: &End<'_>, games: &mut [Game]) -> Result<(), String> {
    let server = end.start(None);
    for game in games.iter_mut().filter(|game| !game.is_over) {
        game.play([server.http, server.telnet]).map_err(|_| format!("{} goes on", game.id))?;
    }
    server.kill();
    let (store, _copy) = opened_copy(end.data());
    games.iter_mut().try_for_each(|game| game.check(&store))
}

#[test]
fn killed_at_any_moment() {
    let folder = tempfile::tempdir().unwrap();
    let rounds = rounds(6);
    let acknowledged = torment(&End::Killed(folder.path()), rounds, None).unwrap();
    println!("{rounds} kills, {acknowledged} acknowledged moves, all kept");
    assert!(acknowledged > 20, "{acknowledged} moves are no full speed");
}

#[test]
fn power_cut_at_any_moment() {
    let disk = Disk::new();
    let rounds = rounds(6);
    let acknowledged = torment(&End::PowerCut(&disk), rounds, None).unwrap();
    println!("{rounds} power cuts, {acknowledged} acknowledged moves, all kept");
    assert!(acknowledged > 20, "{acknowledged} moves are no full speed");
}

#[test]
fn a_server_that_answers_before_it_commits_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let found = torment(&End::Killed(folder.path()), 40, Some("ack-before-commit"));
    println!("found: {}", found.unwrap_err());
}

#[test]
fn a_server_that_does_not_flush_is_found_out() {
    let disk = Disk::new();
    let found = torment(&End::PowerCut(&disk), 10, Some("no-fsync"));
    println!("found: {}", found.unwrap_err());
}
