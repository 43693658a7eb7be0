//! One client has positions analysed all the time, several at once; another client one after the other.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use konoba_rules::{GAMES, Record, Setup};
use serde_json::json;

use super::server::Server;
use super::{Bar, Plan};

/// How many the attacker asks for at once: more than one address may have waiting.
const AT_ONCE: usize = 24;

pub(super) fn measure(server: &Server, plan: Plan) -> Result<Vec<Bar>> {
    let record = Record::new(Setup::default_of(GAMES[0])).to_sgf();
    let ask = json!({ "record": record, "do": "analyse" });
    let [attacker, visitor] =
        ["198.51.100.12", "198.51.100.11"].map(|address| server.client_at(address));
    let is_over = AtomicBool::new(false);
    let [answered, told_to_wait, dismissed] = [const { AtomicUsize::new(0) }; 3];
    let own = scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    match attacker.post("/api/study", &ask) {
                        Ok(reply) if reply.status == 200 => {
                            answered.fetch_add(1, Ordering::Relaxed);
                        }
                        Ok(reply) if [429, 503].contains(&reply.status) => {
                            let counter = match reply.retry_after {
                                Some(_) => &told_to_wait,
                                None => &dismissed,
                            };
                            counter.fetch_add(1, Ordering::Relaxed);
                            sleep(Duration::from_millis(500));
                        }
                        _ => {
                            dismissed.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
        let begin = Instant::now();
        let mut own = 0;
        let visit = || -> Result<usize> {
            while begin.elapsed() < plan.time {
                visitor.time(|own| own.post("/api/study", &ask))?;
                own += 1;
            }
            Ok(own)
        };
        let own = { visit }();
        is_over.store(true, Ordering::Relaxed);
        // Those that still wait are not counted: they no longer compete with the other client.
        own.map(|own| (own, answered.load(Ordering::Relaxed)))
    });
    let (own, theirs) = own?;
    let [told_to_wait, dismissed] = [told_to_wait, dismissed].map(AtomicUsize::into_inner);
    ensure!(own > 0, "the visitor got no answer");
    ensure!(
        dismissed == 0,
        "{dismissed} requests were refused without a word about when to ask again"
    );
    Ok(vec![Bar {
        what: "for each analysis of the visitor the attacker gets",
        measured: theirs as f64 / own as f64,
        most: 1.5,
        told: format!("{own} and {theirs}; {told_to_wait} were told to wait"),
    }])
}
