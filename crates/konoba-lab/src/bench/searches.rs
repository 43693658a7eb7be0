//! How many positions the engine visits in a second: with playouts, with the net, and with two threads.

use std::thread;
use std::time::Duration;

use konoba_engine::{Config, Engine, Limits, Player, Thought, Unwatched};
use konoba_rules::{AnyPosition, Setup};

use super::report::Measured;
use super::turns::{self, Repeatable};
use super::{BatchResult, Checksum, measure};

const UNIT: &str = "visits/s";

/// Measures searches from the empty board, without a swap, so many visits each.
pub(super) fn measure_all(setup: Setup, visits: u32, time: Duration) -> Vec<Measured> {
    let playouts = Config { solver: 0, ..Config::full() };
    let net = Config { solver: 0, ..konoba_nets::config(setup) };
    let mut results = Vec::new();
    let mut add = |name, speed| results.push(Measured::new(name, setup, UNIT, speed));
    let alone = |config: &Config, visits| {
        measure(visits, time, |seed, visits| {
            let thought = search(setup, Config { seed, ..config.clone() }, visits);
            BatchResult { count: thought.visits, checksum: checksum(&thought) }
        })
    };
    let both = |config: &Config, visits| {
        let together: Repeatable<'_> = &|| together(setup, config, visits);
        let apart: Repeatable<'_> = &|| apart(setup, config, visits);
        turns::measure(time, [together, apart])
    };
    add("search", alone(&playouts, visits));
    let [together, apart] = both(&playouts, visits);
    add("search-two-threads", together);
    add("two-searches", apart);
    if net.evaluator.is_some() {
        add("search-net", alone(&net, (visits / 256).max(2)));
        let [together, apart] = both(&net, (visits / 64).max(2));
        add("search-net-two-threads", together);
        add("two-searches-net", apart);
    }
    results
}

/// Two threads search one tree. What they compute depends on who comes first, so the checksum is only that
/// of the amount.
fn together(setup: Setup, config: &Config, visits: u32) -> BatchResult {
    let thought = search(setup, Config { threads: 2, ..config.clone() }, 2 * visits);
    let mut checksum = Checksum::default();
    checksum.add(thought.visits);
    BatchResult { count: thought.visits, checksum: checksum.0 }
}

/// Two threads search a tree each.
fn apart(setup: Setup, config: &Config, visits: u32) -> BatchResult {
    let one = |seed| search(setup, Config { seed, ..config.clone() }, visits);
    let thoughts = thread::scope(|scope| {
        let other = scope.spawn(|| one(1));
        [one(0), other.join().expect("a search does not panic")]
    });
    let mut both = Checksum::default();
    thoughts.iter().for_each(|thought| both.add(checksum(thought)));
    BatchResult { count: thoughts.iter().map(|thought| thought.visits).sum(), checksum: both.0 }
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
