//! One client plays many games with the strongest engine at once; another plays one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use konoba_rules::{GAMES, Record, Setup, Side};
use serde_json::json;

use super::client::Client;
use super::server::Server;
use super::{Bar, Plan};

pub(super) fn measure(server: &Server, plan: Plan) -> Result<Vec<Bar>> {
    let visitor = server.client_at("198.51.100.21").named("Visitor")?;
    let attacker = server.client_at("198.51.100.22").named("Attacker")?;
    let setup = Setup::default_of(GAMES[0]).without_pie();
    let mut game = Game::begin(&visitor, setup, "none")?;
    let calm = game.reply_time()?;
    let mut games = Vec::new();
    for number in 0..plan.games {
        games.push(Game::begin(&attacker, setup, "none")?);
        // One address may ask so many times a second.
        sleep(Duration::from_millis(if number % 10 == 9 { 500 } else { 0 }));
    }
    let is_over = AtomicBool::new(false);
    let (busy, end) = scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                for game in &mut games {
                    // What cannot be done now is tried again in the next round.
                    let _ = game.play_if_it_is_my_turn();
                    sleep(Duration::from_millis(40));
                }
            }
        });
        // By then all of them are thought about.
        sleep(Duration::from_secs(3));
        let busy = game.reply_time();
        let small = setup.with_size(plan.size).unwrap_or(setup);
        let end = Game::begin(&visitor, small, "1+0").and_then(Game::play_to_the_end);
        is_over.store(true, Ordering::Relaxed);
        (busy, end)
    });
    let (busy, end) = (busy?, end?);
    Ok(vec![
        Bar {
            what: "the visitor waits longer for a move by",
            measured: busy / calm,
            most: 2.0,
            told: format!("{calm:.1} s before, {busy:.1} s meanwhile"),
        },
        Bar {
            what: "games that the engine lost on time",
            measured: f64::from(u8::from(end.is_on_time)),
            most: 0.0,
            told: format!("1+0 on {0}x{0}, {1} moves", plan.size, end.moves),
        },
    ])
}

/// A game with the strongest engine, in which the client has the first move.
struct Game {
    client: Client,
    table: String,
}

/// How a game ended.
struct End {
    moves: usize,
    is_on_time: bool,
}

impl Game {
    fn begin(client: &Client, setup: Setup, time: &str) -> Result<Self> {
        let side = setup.spec.side(Side::First).id;
        let offer = json!({
            "setup": setup.to_string(), "with": "engine", "level": 10, "side": side, "time": time,
        });
        let laid = client.post("/api/tables", &offer)?.json()?;
        let table = laid["table"].as_str().context("there is no table")?.to_owned();
        Ok(Self { client: client.clone(), table })
    }

    fn record(&self) -> Result<Record> {
        let reply = self.client.get(&format!("/api/tables/{}/record", self.table))?;
        ensure!(reply.status == 200, "{}: {}", reply.status, reply.body);
        Ok(Record::from_sgf(reply.body.as_bytes())?)
    }

    /// Plays any move, if the engine is not to move; tells how many moves there were then, or none.
    fn play_if_it_is_my_turn(&mut self) -> Result<Option<usize>> {
        let record = self.record()?;
        let position = record.position_at(record.last());
        if position.to_move() != Side::First || record.outcome().is_some() {
            return Ok(None);
        }
        let moves = position.moves_of(Side::First);
        let mv = moves[moves.len() / 2].written(record.setup().spec).to_string();
        let order = json!({ "do": "play", "move": mv });
        let path = format!("/api/tables/{}/orders", self.table);
        self.client.post(&path, &order)?.json()?;
        Ok(Some(record.moves().count()))
    }

    /// How long the engine takes for a move, in seconds.
    fn reply_time(&mut self) -> Result<f64> {
        let begin = Instant::now();
        let before = self.play_if_it_is_my_turn()?.context("it is not this client's turn")?;
        while self.record()?.moves().count() < before + 2 {
            ensure!(begin.elapsed() < Duration::from_secs(120), "the engine does not move");
            sleep(Duration::from_millis(50));
        }
        Ok(begin.elapsed().as_secs_f64())
    }

    fn play_to_the_end(mut self) -> Result<End> {
        loop {
            let record = self.record()?;
            if record.outcome().is_some() {
                let is_on_time = record.to_sgf().contains("+T]");
                return Ok(End { moves: record.moves().count(), is_on_time });
            }
            self.play_if_it_is_my_turn()?;
            sleep(Duration::from_millis(50));
        }
    }
}
