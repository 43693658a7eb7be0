//! How a match stands, for people and for programs.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use konoba_engine::arena::{Bounds, Sprt, Tally, Verdict};
use serde::Serialize;

use super::plan::{Outcomes, Plan};
use crate::audience::{Audience, CLEAR, say};
use crate::many;

/// One object, with the fields that programs know.
#[derive(Serialize)]
struct Report<'a> {
    a: &'a str,
    b: &'a str,
    game: String,
    games: u32,
    won: u32,
    lost: u32,
    /// Pairs of which A lost both games, one, and none.
    pairs: [u32; 3],
    score: Interval,
    elo: Interval,
    faults: [u32; 2],
    first_side_won: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Tested>,
}

/// A number that is infinite is null, because JSON has no other way to say it.
#[derive(Serialize)]
struct Interval {
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

#[derive(Serialize)]
struct Tested {
    elo: [f64; 2],
    log_likelihood: f64,
    verdict: &'static str,
}

impl Interval {
    fn of(Bounds { value, low, high }: Bounds) -> Self {
        let [value, low, high] =
            [value, low, high].map(|number| Some(number).filter(|n| n.is_finite()));
        Self { value, low, high }
    }
}

/// How a match stands, as programs read it.
#[derive(Serialize)]
struct MatchProgress {
    played: u32,
    games: u32,
    won: u32,
    lost: u32,
    score: Interval,
    elo: Interval,
}

/// Tells how the match stands after a pair of games.
pub(super) fn tell(audience: Audience, plan: &Plan, outcomes: &Outcomes) {
    say(&line(audience, 2 * plan.pairs, &outcomes.tally));
}

fn line(audience: Audience, games: u32, tally: &Tally) -> String {
    let played = tally.games();
    match audience {
        Audience::Terminal => format!("\r{CLEAR}{played} of {games} games: {}", standing(tally)),
        Audience::Log => format!("{played} of {games} games: {}\n", standing(tally)),
        Audience::Program => {
            let won = tally.won();
            let (score, elo) = (Interval::of(tally.score()), Interval::of(tally.elo()));
            let progress = MatchProgress { played, games, won, lost: played - won, score, elo };
            serde_json::to_string(&progress).expect("numbers can be written") + "\n"
        }
        Audience::NoOne => String::new(),
    }
}

/// Makes room for a line that stays.
pub(super) fn make_room(audience: Audience) {
    if let Audience::Terminal = audience {
        say(&format!("\r{CLEAR}"));
    }
}

/// Ends the line that was overwritten.
pub(super) fn end_line(audience: Audience) {
    if let Audience::Terminal = audience {
        say("\n");
    }
}

/// Prints what came of the games that were played, if there were any. Also what a worker left that broke down counts.
pub(super) fn print_played(
    plan: &Plan,
    outcomes: &Mutex<Outcomes>,
    is_json: bool,
) -> anyhow::Result<()> {
    let outcomes = outcomes.lock().unwrap_or_else(PoisonError::into_inner);
    if outcomes.tally.games() == 0 { Ok(()) } else { print(plan, &outcomes, is_json) }
}

/// Prints what came of the match.
fn print(plan: &Plan, outcomes: &Outcomes, is_json: bool) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    let Outcomes { tally, faults, first_side, .. } = outcomes;
    let [a, b] = [0, 1].map(|place| plan.entries[place].name.as_str());
    let (games, won) = (tally.games(), tally.won());
    if is_json {
        let report = Report {
            a,
            b,
            game: plan.setup.to_string(),
            games,
            won,
            lost: games - won,
            pairs: tally.pairs,
            score: Interval::of(tally.score()),
            elo: Interval::of(tally.elo()),
            faults: *faults,
            first_side_won: *first_side,
            sprt: plan.sprt.map(|sprt| tested(sprt, tally)),
        };
        writeln!(output, "{}", serde_json::to_string(&report)?)?;
        return Ok(());
    }
    writeln!(output, "{a} against {b}, {}: {}", plan.setup, standing(tally))?;
    let [lost, shared, both] = tally.pairs;
    let first = plan.setup.spec.sides[0].name;
    writeln!(
        output,
        "pairs won {both}, shared {shared}, lost {lost}; {first} won {first_side} of {games} games"
    )?;
    let elo = tally.elo();
    writeln!(
        output,
        "Elo {} (95 %: {} to {})",
        signed(elo.value),
        signed(elo.low),
        signed(elo.high)
    )?;
    for (name, faults) in [a, b].into_iter().zip(faults).filter(|(_, faults)| **faults > 0) {
        writeln!(output, "{name} lost {} by a fault", many(*faults as usize, "game"))?;
    }
    if let Some(sprt) = plan.sprt {
        let Tested { elo: [low, high], log_likelihood, verdict } = tested(sprt, tally);
        writeln!(
            output,
            "SPRT {low} to {high} Elo: {verdict} (log-likelihood ratio {log_likelihood:.2})"
        )?;
    }
    Ok(())
}

/// The games won and the share of them, with its interval.
fn standing(tally: &Tally) -> String {
    let (won, lost) = (tally.won(), tally.games() - tally.won());
    let [value, low, high] = {
        let Bounds { value, low, high } = tally.score();
        [value, low, high].map(|share| 100.0 * share)
    };
    format!("{won}-{lost}, {value:.1} % (95 %: {low:.1} to {high:.1})")
}

fn signed(elo: f64) -> String {
    if elo == f64::INFINITY {
        "+inf".to_owned()
    } else if elo == f64::NEG_INFINITY {
        "-inf".to_owned()
    } else {
        format!("{elo:+.0}")
    }
}

fn tested(sprt: Sprt, tally: &Tally) -> Tested {
    let verdict = match sprt.verdict(tally) {
        Verdict::Refused => "refused",
        Verdict::GoesOn => "undecided",
        Verdict::Accepted => "accepted",
    };
    Tested { elo: sprt.elo, log_likelihood: sprt.log_likelihood(tally), verdict }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_gets_an_object_after_each_pair_and_a_log_a_line() {
        let mut tally = Tally::default();
        tally.add(2);
        tally.add(1);
        let object = line(Audience::Program, 10, &tally);
        let read: serde_json::Value = serde_json::from_str(&object).unwrap();
        assert_eq!((&read["played"], &read["games"]), (&4.into(), &10.into()), "{object}");
        assert_eq!((&read["won"], &read["lost"]), (&3.into(), &1.into()), "{object}");
        assert_eq!(read["score"]["value"], 0.75, "{object}");
        assert!(object.ends_with("}\n"), "{object}");
        let logged = line(Audience::Log, 10, &tally);
        assert!(logged.starts_with("4 of 10 games: 3-1, 75.0 %"), "{logged}");
        assert!(logged.ends_with('\n'), "{logged}");
        assert_eq!(line(Audience::NoOne, 10, &tally), "");
    }
}
