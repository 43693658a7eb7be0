//! How many positions the net judges in a second, asked about one or about several at once.

use std::time::Duration;

use konoba_engine::{Evaluator, Seen};
use konoba_rules::{AnyPosition, Position, Rules, Setup, Visitor};

use super::report::Measured;
use super::turns::{self, Repeatable};
use super::{BatchResult, Checksum, masks};

/// How many positions are judged in a turn.
const POSITIONS: usize = 16;

/// What is measured: about how many positions the net is asked at once.
const ROWS: [(&str, usize); 3] = [("evaluate", 1), ("evaluate-four", 4), ("evaluate-sixteen", 16)];

/// Measures the net of a game, if it has one, on positions from random games.
pub(super) fn measure_all(setup: Setup, time: Duration) -> Vec<Measured> {
    let Some(net) = konoba_nets::for_setup(&setup) else { return Vec::new() };
    let seen = AnyPosition::start(setup.without_pie()).visit(Look);
    let asked = ROWS.map(|(_, at_once)| {
        let (net, seen) = (&*net, &seen);
        move || judge(net, seen, at_once)
    });
    let turns = asked.each_ref().map(|ask| ask as Repeatable<'_>);
    let named = ROWS.into_iter().zip(turns::measure(time, turns));
    named.map(|((name, _), speed)| Measured::new(name, setup, "evals/s", speed)).collect()
}

/// What the net sees of some positions.
struct Look;

impl Visitor for Look {
    type Output = Vec<Seen>;

    fn visit<R: Rules>(self, start: &Position<R>) -> Vec<Seen> {
        masks::sample(start, POSITIONS).iter().map(Seen::of).collect()
    }
}

fn judge(net: &dyn Evaluator, seen: &[Seen], at_once: usize) -> BatchResult {
    let mut checksum = Checksum::default();
    for some in seen.chunks(at_once) {
        let logits = net.evaluate(some).into_iter().flat_map(|evaluation| evaluation.logits);
        logits.for_each(|logit| checksum.add(u64::from(logit.to_bits())));
    }
    BatchResult { count: seen.len() as u64, checksum: checksum.0 }
}
