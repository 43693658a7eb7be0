//! How many positions the engine visits in a second: with playouts, with the net, and with two threads.

use std::thread;
use std::time::{Duration, Instant};

use konoba_engine::{Config, Engine, Limits, Player, Thought, Unwatched};
use konoba_rules::{AnyPosition, Setup};

use super::report::Measured;
use super::{Checksum, Speed, Work, measure};

const UNIT: &str = "visits/s";

/// Measures searches from the empty board, without a swap, so many visits each.
pub(super) fn measure_all(setup: Setup, visits: u32, time: Duration) -> Vec<Measured> {
    let playouts = Config { evaluator: None, solver: 0, ..Config::for_setup(setup) };
    let net = Config { solver: 0, ..Config::for_setup(setup) };
    let alone = |config: &Config, visits| {
        measure(visits, time, |seed, visits| {
            let thought = search(setup, Config { seed, ..config.clone() }, visits);
            Work { count: thought.visits, checksum: checksum(&thought) }
        })
    };
    let mut results = Vec::new();
    let mut add = |name, speed| results.push(Measured::new(name, setup, UNIT, speed));
    add("search", alone(&playouts, visits));
    add("search-two-threads", together(setup, &playouts, visits, time));
    add("two-searches", apart(setup, &playouts, visits, time));
    if net.evaluator.is_some() {
        let visits = (visits / 256).max(2);
        add("search-net", alone(&net, visits));
        add("search-net-two-threads", together(setup, &net, visits, time));
        add("two-searches-net", apart(setup, &net, visits, time));
    }
    results
}

/// Two threads search one tree.
fn together(setup: Setup, config: &Config, visits: u32, time: Duration) -> Speed {
    by_the_clock(time, visits, |visits| {
        search(setup, Config { threads: 2, ..config.clone() }, 2 * visits);
    })
}

/// Two threads search a tree each.
fn apart(setup: Setup, config: &Config, visits: u32, time: Duration) -> Speed {
    by_the_clock(time, visits, |visits| {
        let one = || search(setup, config.clone(), visits);
        thread::scope(|scope| {
            scope.spawn(one);
            one();
        });
    })
}

fn search(setup: Setup, config: Config, visits: u32) -> Thought {
    let limits = Limits::visits(u64::from(visits));
    let start = AnyPosition::start(setup.without_pie());
    Engine::new(config).think(&start, limits, &Unwatched)
}

/// The moves and how often each was visited.
fn checksum(thought: &Thought) -> u64 {
    let mut checksum = Checksum::default();
    for one in &thought.candidates {
        checksum.add(one.mv.point().map_or(0, |at| 1 + at.index() as u64));
        checksum.add(one.visits);
    }
    checksum.0
}

/// Measures work of twice so many visits on two cores by the clock on the wall. What two threads
/// compute depends on who comes first, so the checksum is only that of the amount.
fn by_the_clock(time: Duration, visits: u32, work: impl Fn(u32)) -> Speed {
    let start = Instant::now();
    let mut count = 0;
    while count == 0 || start.elapsed() < time {
        work(visits);
        count += 2 * u64::from(visits);
    }
    let mut checksum = Checksum::default();
    checksum.add(u64::from(visits));
    Speed { per_second: count as f64 / start.elapsed().as_secs_f64(), checksum: checksum.0 }
}
