//! An analysis that is told while it goes on, in the form of Leela Zero, which Sabaki and Lizzie read.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Mutex;
use std::time::Duration;

use konoba_advice::Stopwatch;
use konoba_engine::{Limits, Thought, Watch};
use konoba_rules::{Move, Spec};

use super::thinking::Analysis;
use super::vertex::written;
use super::{Files, Session};
use crate::{Heard, Source};

/// The moves that a report names at most.
const MOST_MOVES: usize = 30;

/// Analyses until the next line comes, and returns it. The first line of the answer is
/// out already; what ends it is not.
pub(super) fn analyse<F: Files>(
    session: &mut Session<F>,
    analysis: Analysis,
    source: &mut (impl Source + Send),
    output: &mut (impl Write + Send),
) -> io::Result<Heard> {
    let reporter = Reporter {
        stopwatch: Stopwatch::start(),
        interval: analysis.interval,
        spec: session.setup.spec,
        state: Mutex::new(State { source, output, heard: None, last: Duration::ZERO }),
    };
    let thought = session.think(Limits::default(), &reporter);
    let mut state = reporter.state.into_inner().unwrap_or_else(|broken| broken.into_inner());
    // What was found last is told even if a line came at once. Otherwise there may be nothing left to
    // find out, but no line has come yet.
    if let Some(text) = last_report(&thought, reporter.spec) {
        writeln!(state.output, "{text}")?;
    }
    state.output.flush()?;
    match state.heard.take() {
        Some(heard) => heard,
        None => state.source.next(None),
    }
}

/// Watches the player: tells what it thinks, and hears when a line comes.
struct Reporter<'a, S, W> {
    stopwatch: Stopwatch<'static>,
    interval: Duration,
    spec: &'static Spec,
    state: Mutex<State<'a, S, W>>,
}

struct State<'a, S, W> {
    source: &'a mut S,
    output: &'a mut W,
    heard: Option<io::Result<Heard>>,
    last: Duration,
}

impl<S: Source + Send, W: Write + Send> Watch for Reporter<'_, S, W> {
    fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    fn must_stop(&self) -> bool {
        // Another thread is reading the line; this one sees it when it asks again.
        let Ok(mut state) = self.state.try_lock() else { return false };
        if state.heard.is_none() {
            state.heard = match state.source.next(Some(Duration::ZERO)) {
                Ok(Heard::Silence) => None,
                heard => Some(heard),
            };
        }
        state.heard.is_some()
    }

    fn see(&self, thought: &Thought) {
        let Ok(mut state) = self.state.lock() else { return };
        let now = self.elapsed();
        if now >= state.last + self.interval {
            // At first nothing is known but that there are moves.
            let Some(text) = report(thought, self.spec) else { return };
            state.last = now;
            let told = writeln!(state.output, "{text}").and_then(|()| state.output.flush());
            if let Err(error) = told {
                state.heard = Some(Err(error));
            }
        }
    }
}

/// One line about the moves that were considered; none where no move was.
fn report(thought: &Thought, spec: &'static Spec) -> Option<String> {
    let vertex = |mv: Move| written(mv, spec).to_uppercase();
    let mut text = String::new();
    let seen = thought.candidates.iter().filter(|one| one.visits > 0).take(MOST_MOVES);
    for (order, one) in seen.enumerate() {
        let pv = one.line.iter().map(|mv| vertex(*mv)).collect::<Vec<_>>().join(" ");
        let (mv, visits, win_rate) = (vertex(one.mv), one.visits, rate(one.win_rate));
        let prior = parts(one.prior.unwrap_or(0.0));
        let gap = if order == 0 { "" } else { " " };
        // A string takes whatever is written to it.
        let _ = write!(
            text,
            "{gap}info move {mv} visits {visits} winrate {win_rate} prior {prior} lcb {win_rate} order {order} pv {pv}"
        );
    }
    (!text.is_empty()).then_some(text)
}

/// The same at the end, when who wins may be known without a move that was looked at. Where nothing was found out in the
/// time there was, there is nothing to tell.
fn last_report(thought: &Thought, spec: &'static Spec) -> Option<String> {
    report(thought, spec).or_else(|| {
        let (mv, win_rate) = (written(thought.best, spec).to_uppercase(), parts(thought.win_rate?));
        Some(format!(
            "info move {mv} visits 1 winrate {win_rate} prior 0 lcb {win_rate} order 0 pv {mv}"
        ))
    })
}

/// Shares are told in parts of ten thousand. In a game without an evaluation what is not proved has none, and says so:
/// a number would be believed.
fn rate(share: Option<f32>) -> String {
    share.map_or_else(|| "unknown".to_owned(), |share| parts(share).to_string())
}

fn parts(share: f32) -> u32 {
    (share * 10_000.0).round() as u32
}

#[cfg(test)]
mod tests {
    use konoba_engine::{Candidate, Proof};
    use konoba_rules::{Setup, Side};

    use super::*;

    /// The report about one move of a thought.
    fn told(win_rate: Option<f32>, proof: Option<Proof>) -> String {
        let setup: Setup = "order-and-chaos".parse().unwrap();
        let mv = Move::read("xc3", setup.spec).unwrap();
        let winner = proof.map(|proof| proof.winner);
        let candidate = Candidate { mv, visits: 7, win_rate, prior: None, winner, line: vec![mv] };
        let thought = Thought { win_rate, candidates: vec![candidate], proof, ..Thought::only(mv) };
        report(&thought, setup.spec).unwrap()
    }

    #[test]
    fn what_was_neither_counted_nor_proved_is_unknown() {
        let proof = Some(Proof { winner: Side::First, within: None });
        for (win_rate, proof, written) in
            [(None, None, "unknown"), (Some(0.5), None, "5000"), (Some(1.0), proof, "10000")]
        {
            let told = told(win_rate, proof);
            let expected = format!(" winrate {written} prior 0 lcb {written} order 0 pv ");
            assert!(told.contains(&expected), "{told}");
        }
    }

    /// Nothing is told of a move that was not looked at, unless it is proved at the end.
    #[test]
    fn what_was_not_looked_at_is_told_where_it_is_proved() {
        for (setup, mv) in [("konobi:5", "c3"), ("order-and-chaos", "xc3")] {
            let setup: Setup = setup.parse().unwrap();
            let only = Thought::only(Move::read(mv, setup.spec).unwrap());
            assert_eq!(report(&only, setup.spec), None);
            assert_eq!(last_report(&only, setup.spec), None);
            let won = Thought { win_rate: Some(1.0), ..only };
            let told = last_report(&won, setup.spec).unwrap();
            assert!(told.contains(" winrate 10000 prior 0 lcb 10000 "));
        }
    }
}
