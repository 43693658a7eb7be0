//! Long records are sent to be studied at 34 a second, and the client that sends them hangs up at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{GAMES, Record, Setup, record::NodeId};
use serde_json::json;

use super::client::Client;
use super::server::Server;
use super::{Bar, Plan, percentile};

/// As many moves as a record of 11.6 kB has.
const NODES: usize = 1762;
/// How many records are sent a second.
const RATE: u32 = 34;
/// How many moves a variation has.
const LINE: usize = 40;

pub(super) fn measure(server: &Server, plan: Plan) -> Result<Vec<Bar>> {
    let visitor = server.client_at("198.51.100.1");
    let (sgf, short) = (record(NODES)?.to_sgf(), record(20)?.to_sgf());
    let (long, short) = (json!({ "record": sgf }), json!({ "record": short }));
    // What the server computes only once is computed before the measurement.
    visit(&visitor, &short, Duration::from_millis(500))?;
    let alone = visitor.time(|own| own.post("/api/study", &long))?;
    let calm = visit(&visitor, &short, plan.time)?;
    let memory_before = server.memory()?;
    let attacker = server.client_at("198.51.100.2");
    let is_over = AtomicBool::new(false);
    let body = long.to_string();
    let (busy, most_memory) = scope(|scope| {
        scope.spawn(|| {
            let begin = Instant::now();
            for number in 1.. {
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                // One that cannot be sent is one less.
                let _ = attacker.drop_post("/api/study", &body);
                let due = begin + Duration::from_secs(1) * number / RATE;
                sleep(due.saturating_duration_since(Instant::now()));
            }
        });
        let watched = scope.spawn(|| {
            let mut most: f64 = 0.0;
            while !is_over.load(Ordering::Relaxed) {
                most = most.max(server.memory().unwrap_or_default());
                sleep(Duration::from_millis(50));
            }
            most
        });
        let busy = visit(&visitor, &short, plan.time);
        is_over.store(true, Ordering::Relaxed);
        (busy, watched.join())
    });
    let (busy, most_memory) = (busy?, most_memory.ok().context("the memory was not measured")?);
    sleep(Duration::from_secs(1));
    let before = server.processor_time()?;
    sleep(Duration::from_secs(1));
    let after = server.processor_time()? - before;
    let bar = |what, percent, most| -> Result<Bar> {
        let (calm, busy) = (percentile(&calm, percent)?, percentile(&busy, percent)?);
        let told = format!("{calm:.1} ms before, {busy:.1} ms meanwhile");
        Ok(Bar { what, measured: busy / calm, most, told })
    };
    let grown = most_memory - memory_before;
    Ok(vec![
        bar("the visitor's median grows by", 50, 3.0)?,
        bar("the visitor's 90th percentile grows by", 90, 10.0)?,
        Bar {
            what: "memory grows by MB",
            measured: grown,
            most: 50.0,
            told: format!("{memory_before:.0} MB before, {most_memory:.0} MB meanwhile"),
        },
        Bar {
            what: "a second later, in a second, the server uses seconds",
            measured: after,
            most: 0.1,
            told: format!(
                "{} bytes and {NODES} moves are studied in {alone:.0} ms without other load",
                sgf.len()
            ),
        },
    ])
}

/// The requests of an ordinary visitor, one after the other: how long each took.
fn visit(visitor: &Client, record: &serde_json::Value, time: Duration) -> Result<Vec<f64>> {
    let (begin, mut times) = (Instant::now(), Vec::new());
    let draw = format!("/api/draw?setup={}", GAMES[0].id);
    while begin.elapsed() < time || times.len() < 20 {
        times.push(visitor.time(|own| own.get("/"))?);
        times.push(visitor.time(|own| own.get(&draw))?);
        times.push(visitor.time(|own| own.post("/api/study", record))?);
        // The visitor stays below the rate that one address may have.
        sleep(Duration::from_millis(60));
    }
    Ok(times)
}

/// A record with so many moves, in variations of one length.
fn record(nodes: usize) -> Result<Record> {
    let mut record = Record::new(Setup::default_of(GAMES[0]));
    // Any numbers will do that are always the same.
    let mut dice = WyRand::new(1);
    let mut count = 0;
    while count < nodes {
        let mut cursor = record.cursor_at(NodeId::ROOT);
        for _ in 0..LINE.min(nodes - count) {
            let position = cursor.position();
            let moves = position.moves_of(position.to_move());
            if moves.is_empty() || position.winner().is_some() {
                break;
            }
            let mv = moves[dice.below(moves.len() as u32) as usize];
            record.play_on(&mut cursor, mv)?;
        }
        count = record.walk().count() - 1;
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_is_as_long_as_it_is_said_to_be() {
        let record = record(NODES).unwrap();
        assert_eq!(record.walk().count() - 1, NODES);
        let sgf = record.to_sgf();
        assert!((10_000..16_000).contains(&sgf.len()), "{} bytes", sgf.len());
        assert_eq!(Record::from_sgf(sgf.as_bytes()).unwrap(), record);
    }
}
