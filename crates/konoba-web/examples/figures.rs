//! Prints how fast this machine computes natively what the modules compute in a browser, as JSON, with checksums of what
//! was computed (`cargo xtask wasm --figures`). `tests/browser/module.mjs` of konoba-http does the same in browsers.
//!
//! Speeds are those of a whole core: what counts is the time that the kernel gave to the thread.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_types,
    reason = "a program for developers measures and prints, which the crate does not"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use konoba_engine::net::file;
use konoba_engine::net::quantised::Quantised;
use konoba_engine::net::{Canvas, NetOutput};
use konoba_rules::GAMES;
use konoba_web::{Page, Session};
use serde_json::{Value, json};

/// How long each figure is measured.
const TIME: Duration = Duration::from_secs(4);
/// The board on which nets are measured.
const SIZE: u8 = 11;
/// How many positions are evaluated for a checksum.
const POSITIONS: u64 = 16;
/// How many positions a search by playouts visits.
const VISITS: u64 = 20_000;

/// A page without a net, in whose world no time goes by.
#[derive(Debug)]
struct Plain;

impl Page for Plain {
    fn now(&self) -> f64 {
        0.0
    }

    fn evaluate(&self, _packed: &[u8], _size: u8) -> NetOutput {
        unreachable!("it was told of no net")
    }
}

fn main() {
    let (mut nets, mut playouts) = (serde_json::Map::new(), serde_json::Map::new());
    for spec in GAMES {
        if let Some(bytes) = konoba_nets::file(spec.id) {
            let weights = file::read(bytes, spec.id).expect("a net that is kept is whole");
            nets.insert(spec.id.to_owned(), measure_net(&Quantised::new(&weights)));
        }
        playouts.insert(spec.id.to_owned(), measure_playouts(spec.id));
    }
    println!("{}", json!({"nets": nets, "playouts": playouts}));
}

fn measure_net(net: &Quantised) -> Value {
    let answer = |number| net.answer(&Canvas::of_packed(&packed(number), SIZE));
    let mut sum = Checksum::new();
    for number in 0..POSITIONS {
        let NetOutput { policy, win } = answer(number);
        policy.iter().chain([&win]).for_each(|number| sum.add(&number.to_le_bytes()));
    }
    let (start, before, mut count) = (Instant::now(), ThreadTime::now(), 0);
    while start.elapsed() < TIME {
        black_box(answer(count % POSITIONS));
        count += 1;
    }
    json!({"sum": sum.text(), "rate": count as f64 / before.elapsed().as_secs_f64()})
}

fn measure_playouts(game: &str) -> Value {
    let mut session = Session::new(&Plain);
    let question =
        json!({"ask": "think", "setup": game, "level": "10", "seed": 7, "visits": VISITS});
    let before = ThreadTime::now();
    let answer = session.answer(question.to_string().as_bytes());
    let seconds = before.elapsed().as_secs_f64();
    let mut sum = Checksum::new();
    sum.add(answer.as_bytes());
    let thoughts: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    let visits = thoughts["visits"].as_u64().unwrap_or_default();
    json!({"sum": sum.text(), "rate": visits as f64 / seconds})
}

/// A packed position: bits as they come.
fn packed(number: u64) -> Vec<u8> {
    let mut state = number as u32 + 1;
    let bytes = 4 * (usize::from(SIZE) * usize::from(SIZE)).div_ceil(8);
    let next = std::iter::repeat_with(|| {
        // A linear congruential generator (Numerical Recipes): any script can repeat it.
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    });
    next.take(bytes).collect()
}

/// FNV-1a (Fowler, Noll and Vo).
struct Checksum(u64);

impl Checksum {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        let next = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        self.0 = bytes.iter().fold(self.0, next);
    }

    fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}
