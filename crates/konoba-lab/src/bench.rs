//! `konoba bench`: how fast the rules are, beside the literal rulebook implementation in one run, and how fast
//! the engine is.

mod evaluations;
mod masks;
mod playouts;
mod report;
mod searches;
mod turns;

use std::io::{self, Write};
use std::time::Duration;

use anyhow::ensure;
use clap::Args;
use cpu_time::ProcessTime;
use konoba_rules::Setup;

use report::{Measured, Report};

/// Measure the speed of the rules and of the engine, with a checksum of what was computed
///
/// Playouts are uniform over the legal moves, without a swap, to the end; masks are whole sets of
/// legal points. Each stands beside the same by the literal implementation of the rulebook, which
/// must come to the same checksum. The net judges positions one at a time and several at once; searches
/// visit positions by playouts, by the net, and with two threads beside two searches at once. What is
/// to be compared there is measured in turns, by the clock on the wall. All other times are CPU times of the
/// process. Checksums depend on nothing but the games played, so they are the same on every machine.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Bench {
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
    /// Only see that everything runs: the speeds mean little
    #[arg(long)]
    quick: bool,
}

const EXAMPLES: &str = "\
Examples:
  konoba bench
  konoba bench --json | jq '.results[] | {name, value}'";

/// What is measured on a game, and how much of it the literal implementation does in about a
/// tenth of a second, which is as much as the checksum covers.
struct Row {
    setup: &'static str,
    amount: u32,
}

const PLAYOUTS: &[Row] = &[
    Row { setup: "konobi:8", amount: 192 },
    Row { setup: "konobi:11", amount: 48 },
    Row { setup: "konobi:13", amount: 24 },
    Row { setup: "konobi:19", amount: 4 },
    Row { setup: "quentin:8", amount: 96 },
    Row { setup: "quentin:11", amount: 32 },
    Row { setup: "quentin:13", amount: 16 },
    Row { setup: "quentin:19", amount: 2 },
    Row { setup: "order-and-chaos", amount: 384 },
];

/// With the instructions that every processor has.
const PORTABLE: &[Row] = &[Row { setup: "konobi:11", amount: 48 }];

const MASKS: &[Row] = &[
    Row { setup: "konobi:11", amount: 512 },
    Row { setup: "quentin:11", amount: 128 },
    Row { setup: "quentin:19", amount: 8 },
];

const SEARCHES: &[Row] = &[
    Row { setup: "konobi:9", amount: 8192 },
    Row { setup: "konobi:11", amount: 8192 },
    Row { setup: "quentin:9", amount: 8192 },
    Row { setup: "quentin:11", amount: 8192 },
];

/// How thoroughly to measure.
#[derive(Clone, Copy)]
struct Effort {
    /// The least CPU time that a measurement of the fast rules takes.
    time: Duration,
    /// What the amounts of the table are divided by.
    divisor: u32,
}

impl Bench {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        let effort = match self.quick {
            false => Effort { time: Duration::from_millis(800), divisor: 1 },
            true => Effort { time: Duration::from_millis(2), divisor: 32 },
        };
        let mut output = io::stdout().lock();
        let mut results = Vec::new();
        let benches = PLAYOUTS.iter().map(|row| (row, playouts::compare as Compare));
        let portable = PORTABLE.iter().map(|row| (row, playouts::compare_portable as Compare));
        let benches = benches.chain(portable);
        let benches = benches.chain(MASKS.iter().map(|row| (row, masks::compare as Compare)));
        if !self.json {
            writeln!(output, "{}", report::heading())?;
        }
        for (row, compare) in benches {
            let setup: Setup = row.setup.parse().expect("the table holds set-ups");
            let amount = (row.amount / effort.divisor).max(1);
            let [fast, literal] = compare(setup, amount, effort.time);
            ensure!(
                fast.checksum == literal.checksum,
                "{} and {} disagree: {}, {}",
                fast.name,
                literal.name,
                fast.checksum,
                literal.checksum,
            );
            if !self.json {
                writeln!(output, "{}", report::line(&fast, &literal))?;
            }
            results.push(fast);
            // Two rows can have the same reference.
            if results.iter().all(|known| known.name != literal.name) {
                results.push(literal);
            }
        }
        for row in SEARCHES {
            let setup: Setup = row.setup.parse().expect("the table holds set-ups");
            let mut measured = evaluations::measure_all(setup, effort.time);
            measured.extend(searches::measure_all(setup, row.amount / effort.divisor, effort.time));
            if !self.json {
                measured.iter().try_for_each(|one| writeln!(output, "{}", report::alone(one)))?;
            }
            results.extend(measured);
        }
        if self.json {
            writeln!(output, "{}", serde_json::to_string(&Report { results })?)?;
        }
        Ok(())
    }
}

/// Measures the fast rules and the literal ones on one set-up.
type Compare = fn(Setup, u32, Duration) -> [Measured; 2];

/// What a batch of work came to.
#[derive(Clone, Copy)]
struct BatchResult {
    /// How many moves or masks it was.
    count: u64,
    /// What was computed.
    checksum: u64,
}

/// What a measurement came to: the speed of the best round, the checksum of the first batch.
struct Speed {
    per_second: f64,
    checksum: u64,
}

/// Runs one batch for its checksum, then rounds of more and larger ones, which share the time. Each
/// batch has a number, by which it can differ from the others, and an amount of work.
fn measure(amount: u32, time: Duration, mut batch: impl FnMut(u64, u32) -> BatchResult) -> Speed {
    /// Whatever else the machine does can only slow a round down, so the best one counts.
    const ROUNDS: u32 = 4;
    /// The clock is read no oftener than this, so that reading it costs nothing.
    const OFTEN: Duration = Duration::from_millis(5);
    let checksum = batch(0, amount).checksum;
    let (mut number, mut amount) = (0, amount);
    let mut round = || {
        let start = ProcessTime::now();
        let (mut count, mut elapsed) = (0, Duration::ZERO);
        while elapsed.is_zero() || elapsed < time / ROUNDS {
            number += 1;
            count += batch(number, amount).count;
            let now = start.elapsed();
            if now - elapsed < OFTEN {
                amount = amount.saturating_mul(2);
            }
            elapsed = now;
        }
        count as f64 / elapsed.as_secs_f64()
    };
    let per_second = (0..ROUNDS).map(|_| round()).fold(0.0, f64::max);
    Speed { per_second, checksum }
}

/// A checksum of numbers, in which their order counts.
#[derive(Clone, Copy, Default)]
struct Checksum(u64);

impl Checksum {
    /// One step of FxHash, which is cheap beside the fastest move.
    #[inline(always)]
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}
