//! What is said at a table: every event and every refusal, in every game.

use std::time::Duration;

use konoba_golden::{Examples, check_sentence};
use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{
    GAMES, Grid, Move, PieceChoice, Played, Point, Points, Setup, Side, Spec, record,
};
use konoba_table::{
    Action, Disagreement, Ending, Event, Fact, Frozen, Moment, Moved, Opened, Outcome, Refused,
    Seat, Table, TimeControl, Wish,
};

use crate::support::{Company, Log, opened};

/// Adds a sentence, once it is one.
fn add(examples: &mut Examples, kind: impl Into<String>, sentence: String) {
    check_sentence(&sentence);
    examples.add(kind, || sentence);
}

fn kind(fact: &Fact) -> String {
    match fact {
        Fact::Opened(_) => "event: opened".to_owned(),
        Fact::Moved(moved) => {
            let mv = match moved.played.mv {
                Move::Place(_) | Move::PlacePiece(..) => "place",
                Move::Swap => "swap",
                Move::Pass => "pass",
            };
            let fills = moved.played.fills.iter().any(|fills| !fills.is_empty());
            let won = match moved.outcome {
                Some(outcome) if outcome.seat == moved.seat => ", wins",
                Some(_) => ", loses",
                None => "",
            };
            format!("event: moved, {mv}{}{won}", if fills { ", fills" } else { "" })
        }
        Fact::Ended { outcome, .. } => format!("event: ended, {:?}", outcome.ending),
        Fact::Closed { result, .. } => format!("event: closed, {result}"),
        Fact::Asked { wish, .. } => format!("event: asked, {wish:?}"),
        Fact::Declined { wish, .. } => format!("event: declined, {wish:?}"),
        Fact::Undone { from, to, .. } => format!("event: undone, {}", (from - to).min(3)),
        Fact::Rematched { .. } => "event: rematched".to_owned(),
    }
}

fn kind_of_status(table: &Table) -> String {
    match table.outcome() {
        Some(outcome) => format!("status: over, {:?}", outcome.ending),
        None if table.position().swap_is_offered() => "status: may swap".to_owned(),
        None => "status: to move".to_owned(),
    }
}

fn setups(spec: &'static Spec) -> Vec<Setup> {
    let small = |size| Setup::default_of(spec).with_size(size).ok();
    let setups: Vec<_> = [3, 4, 5].into_iter().filter_map(small).collect();
    if setups.is_empty() { vec![Setup::default_of(spec)] } else { setups }
}

/// Plays a random game at a table and says whatever is to be said.
fn play(setup: Setup, company: Company, seed: u64, examples: &mut Examples) {
    let time =
        TimeControl::Fischer { main: Duration::from_secs(60), increment: Duration::from_secs(1) };
    let mut log = Log::new(&Opened { time, ..opened(&setup.to_string(), company) });
    let mut dice = WyRand::new(seed);
    let mut now = 0;
    for turn in 0..80 {
        let wish = [Wish::Undo, Wish::Rematch][dice.below(2) as usize];
        let seat = log.table.seat_to_move().unwrap_or(Seat::BOTH[dice.below(2) as usize]);
        let moves = log.table.position().moves_of(log.table.position().to_move());
        let (seat, action) = match dice.below(16) {
            0 => (seat.other(), Action::Ask(wish)),
            1 => (seat, Action::Ask(wish)),
            2..=3 => (seat, Action::Accept(wish)),
            4 => (seat, Action::Decline(wish)),
            5 if turn > 20 && dice.below(4) == 0 => (seat, Action::Resign),
            6 => (seat, Action::Flag),
            7 => (seat.other(), Action::Play(Move::Swap)),
            8 => {
                let points: Vec<_> = Point::all(setup.size + 1).collect();
                let at = points[dice.below(points.len() as u32) as usize];
                (seat, Action::Play(Move::Place(at)))
            }
            _ if moves.is_empty() => (seat, Action::Ask(wish)),
            _ => (seat, Action::Play(moves[dice.below(moves.len() as u32) as usize])),
        };
        now += if dice.below(60) == 0 { 60_000 } else { 900 };
        match log.table.decide(seat, action, Moment::from_millis(now)) {
            Ok(news) => log.take(news),
            Err(refused) => {
                let sentence = log.table.words().refused(&refused);
                add(examples, format!("refused: {}", refused.id()), sentence);
            }
        }
        let words = log.table.words();
        add(examples, kind_of_status(&log.table), words.status());
        if let Some(said) = words.clocks(Moment::from_millis(now)) {
            add(examples, "clocks", said);
        }
        match log.table.seat_to_move() {
            Some(_) if log.table.position().swap_is_offered() => {
                add(examples, "asked: swap", words.swap_offer());
            }
            Some(seat) => add(examples, "asked: resign", words.resignation(seat)),
            None => add(examples, "asked: rematch", words.rematch()),
        }
    }
    for event in &log.events {
        add(examples, kind(&event.fact), log.table.words().event(event));
    }
}

#[test]
fn the_words_of_each_game() {
    for spec in GAMES {
        let mut all = Examples::at_most(2);
        let examples = &mut all;
        for setup in setups(spec) {
            let companies = [Company::Shared, Company::Apart, Company::Engine];
            for (seed, company) in (0..120).zip(companies.into_iter().cycle()) {
                play(setup, company, seed, examples);
            }
        }
        let table = Log::new(&opened(spec.id, Company::Apart)).table;
        for seat in Seat::BOTH {
            add(examples, "plays", table.words().plays(seat));
        }
        for clock in ["5+3", "1h30m+0", "3d", "90s/move"] {
            let time = clock.parse().unwrap();
            let opened = Opened { time, ..opened(spec.id, Company::Apart) };
            let said = Log::new(&opened).table.words().time();
            add(examples, format!("time: {clock}"), said.unwrap());
        }
        for result in ["B+Forfeit", "Void"] {
            let mut table = table.clone();
            let result = record::Outcome::read(result).unwrap();
            let fact = Fact::Closed { result: result.clone(), left: [Duration::ZERO; 2] };
            let event = Event { version: table.version() + 1, at: Moment::default(), fact };
            table.apply(&event);
            add(examples, kind(&event.fact), table.words().event(&event));
            let refused = Refused::Closed(result.clone());
            add(examples, "refused: game-closed", table.words().refused(&refused));
            let line = table.words().result().unwrap();
            add(examples, format!("winner: {result}"), line.trim_end_matches('.').to_owned() + ".");
            assert_eq!(table.words().status(), table.words().event(&event));
        }
        let facts = rare_facts()
            .into_iter()
            .filter(|fact| spec.choice == PieceChoice::Own || !matches!(fact, Fact::Moved(_)));
        for (version, fact) in (2..).zip(facts) {
            let event = Event { version, at: Moment::default(), fact };
            add(examples, kind(&event.fact), table.words().event(&event));
        }
        for ending in [Ending::Board, Ending::Resignation, Ending::Time] {
            let outcome = Outcome { winner: Side::Second, seat: Seat::Two, ending };
            let line = table.words().winner(&outcome) + ".";
            add(examples, format!("winner: {ending:?}"), line);
        }
        for refused in rare_refusals(&table) {
            let id = refused.id();
            add(examples, format!("refused: {id}"), table.words().refused(&refused));
        }
        insta::with_settings!({ snapshot_suffix => spec.id, omit_expression => true }, {
            insta::assert_snapshot!("words", all.written());
        });
    }
}

/// A pass by the second side, and an undo that takes much with it.
fn rare_facts() -> [Fact; 2] {
    let left = [Duration::ZERO; 2];
    let played = Played { side: Side::Second, mv: Move::Pass, fills: [Points::EMPTY; 2] };
    let pass = Moved { seat: Seat::Two, played, outcome: None, left };
    [Fact::Moved(pass), Fact::Undone { seat: Seat::One, from: 9, to: 4, left }]
}

fn rare_refusals(table: &Table) -> Vec<Refused> {
    let outcome = |ending| Outcome { winner: Side::First, seat: Seat::One, ending };
    let frozen = |why| Refused::Frozen(Frozen { at: 7, why });
    let current = table.version();
    vec![
        Refused::Stale { seen: current - 1, current },
        Refused::Stale { seen: 1, current: 4 },
        Refused::Ahead { seen: current + 1, current },
        Refused::Final(outcome(Ending::Resignation)),
        Refused::Final(outcome(Ending::Time)),
        frozen(Disagreement::Illegal("occupied")),
        frozen(Disagreement::OtherFacts),
        frozen(Disagreement::OutOfPlace),
        frozen(Disagreement::Gap),
    ]
}

#[test]
fn hostile_numbers_can_be_told() {
    let table = Log::new(&opened("konobi:5", Company::Apart)).table;
    let left = [Duration::ZERO; 2];
    for (from, to) in [(0, u16::MAX), (u16::MAX, 0), (3, 3)] {
        let fact = Fact::Undone { seat: Seat::One, from, to, left };
        check_sentence(&table.words().event(&Event { version: 9, at: Moment::default(), fact }));
    }
}
