//! The rulebook files: for each sentence of the rules a drawn position, moves, and what becomes of
//! them by the fast rules and by the literal ones.

#[path = "../common/mod.rs"]
mod common;
mod entry;

use std::collections::BTreeSet;

use common::{Twins, set};
use entry::{Entry, Verdict, entries, verdict};
use konoba_reference::order_and_chaos;
use konoba_rules::{Illegal, Move, PieceChoice, Point, Setup, Side};

const COMMON: &str = include_str!("../../../../tests-data/rulebook/common.txt");
const KONOBI: &str = include_str!("../../../../tests-data/rulebook/konobi.txt");
const QUENTIN: &str = include_str!("../../../../tests-data/rulebook/quentin.txt");
const ORDER_AND_CHAOS: &str = include_str!("../../../../tests-data/rulebook/order-and-chaos.txt");

#[test]
fn common_to_konobi_and_quentin() {
    check_file(COMMON, &["edges", "turns", "sizes", "pie", "pass"]);
}

#[test]
fn konobi() {
    check_file(KONOBI, &["K1", "K2", "K3", "K4", "K5"]);
}

#[test]
fn quentin() {
    check_file(QUENTIN, &["Q1", "Q2", "Q3", "Q4", "Q5", "Q6"]);
}

#[test]
fn order_and_chaos() {
    check_file(ORDER_AND_CHAOS, &["O1", "O2", "O3", "O4"]);
}

/// Checks all entries, which come in the order of the clauses and leave none out.
fn check_file(file: &str, clauses: &[&str]) {
    let entries = entries(file);
    let mut told: Vec<&str> = entries.iter().map(|entry| entry.clause).collect();
    told.dedup();
    assert_eq!(told, clauses);
    for entry in &entries {
        // The name of the entry, above whatever its checks may have to say.
        println!("{}, line {}", entry.clause, entry.line);
        entry.setups.iter().for_each(|setup| check(entry, setup));
    }
}

fn check(entry: &Entry<'_>, setup: &str) {
    let setup: Result<Setup, _> = setup.parse();
    if let [("refused", reason)] = entry.statements[..] {
        assert_eq!(setup.expect_err("it is refused").to_string(), reason);
        return;
    }
    let position = position(entry, setup.expect("it is a set-up"));
    if let [("cannot stand", reason)] = entry.statements[..] {
        assert_eq!(
            position.expect_err("it cannot stand"),
            format!("the position cannot stand: {reason}")
        );
        return;
    }
    let twins = position.expect("it can stand");
    twins.check();
    let drawn = twins.literal.rows();
    assert!(entry.rows.is_empty() || entry.rows == drawn, "{:?} is not {drawn:?}", entry.rows);
    let spec = twins.fast.setup().spec;
    assert_eq!(Some(twins.fast.to_move()), spec.side_named(entry.to_move), "whose turn it is");
    for (subject, statement) in &entry.statements {
        println!("  {subject}: {statement}");
        match *subject {
            "open lines" => {
                assert_eq!(twins.fast.open_lines().len().to_string(), *statement);
            }
            "open" | "closed" => {
                let is_so = |line: &str| is_open(&twins, line) == (*subject == "open");
                assert!(statement.split(' ').all(is_so));
            }
            _ => check_move(&twins, subject, &verdict(spec, statement)),
        }
    }
}

fn position(entry: &Entry<'_>, setup: Setup) -> Result<Twins, String> {
    if entry.moves.is_none() && !entry.rows.is_empty() {
        let position = format!("{} {}", entry.rows.join("/"), entry.to_move);
        return Twins::read(setup, &position).map_err(|error| error.to_string());
    }
    let mut twins = Twins::start(setup);
    for mv in entry.moves.iter().flatten() {
        twins.play(Move::read(mv, setup.spec).expect("it is a move"));
    }
    Ok(twins)
}

/// A line is named by its two ends.
fn is_open(twins: &Twins, name: &str) -> bool {
    let is_named = |line: &Vec<Point>| name == format!("{}-{}", line[0], line[line.len() - 1]);
    let line = order_and_chaos::lines(6).into_iter().find(is_named).expect("it is a line");
    twins.fast.open_lines().into_iter().any(|open| set(open) == to_set(&line))
}

/// `MOVE` of the side to move, or `SIDE MOVE`.
fn check_move(twins: &Twins, subject: &str, expected: &Verdict<'_>) {
    let spec = twins.fast.setup().spec;
    let (side, mv) = match subject.split_once(' ') {
        Some((side, mv)) => (spec.side_named(side).expect("the game has the side"), mv),
        None => (twins.fast.to_move(), subject),
    };
    let mv = Move::read(mv, spec).expect("it is a move");
    let illegal = twins.fast.why_not(side, mv);
    let given = illegal.map(|illegal| blame(illegal.id(), illegal.cells().collect()));
    assert_eq!(given, expected.illegal.as_ref().map(|(rule, cells)| blame(rule, cells.clone())));
    if let Some(by_letter) = judge_literally(twins, side, mv) {
        assert_eq!(by_letter, illegal.map(|illegal| illegal.id()), "by the letter");
    }
    match illegal {
        Some(illegal) => check_refusal(twins, side, mv, illegal, expected),
        None => check_turn(twins.clone(), mv, expected),
    }
}

/// Of a weak connection the stone comes before the clean point. Other cells have no order.
fn blame(rule: &str, mut cells: Vec<Point>) -> (&str, Vec<Point>) {
    if rule != "weak-connection" {
        cells.sort();
    }
    (rule, cells)
}

/// The rule that the literal implementation finds broken, where it knows of such a move at all.
fn judge_literally(twins: &Twins, side: Side, mv: Move) -> Option<Option<&'static str>> {
    let literal = &twins.literal;
    let choice = literal.setup().spec.choice;
    if side != literal.to_move() || literal.winner().is_some() {
        return None;
    }
    let fault = match (mv, choice) {
        (Move::Pass, _) => literal.clone().pass().err(),
        (Move::Place(at), PieceChoice::Own) => {
            literal.clone().play(at, side.piece()).err().map(|faults| faults[0].clone())
        }
        (Move::PlacePiece(piece, at), PieceChoice::Either) => {
            literal.clone().play(at, piece).err().map(|faults| faults[0].clone())
        }
        _ => return None,
    };
    Some(fault.map(|fault| fault.id()))
}

fn check_refusal(twins: &Twins, side: Side, mv: Move, illegal: Illegal, expected: &Verdict<'_>) {
    if let Illegal::Rule(_, broken) = illegal {
        assert_eq!(broken.fills.map(set), expected.fills.each_ref().map(|points| to_set(points)));
    }
    if side == twins.fast.to_move() {
        let mut after = twins.fast;
        assert_eq!(after.play(mv).map_err(|illegal| illegal.id()), Err(illegal.id()));
        assert_eq!(after, twins.fast, "a refused move changes nothing");
    }
}

fn check_turn(mut twins: Twins, mv: Move, expected: &Verdict<'_>) {
    let spec = twins.fast.setup().spec;
    let fills = { twins.fast }.play(mv).expect("there is no reason why not").fills;
    assert_eq!(fills.map(set), expected.fills.each_ref().map(|points| to_set(points)));
    twins.play(mv);
    twins.check();
    let winner = twins.fast.winner().map(|side| spec.side(side).id);
    let cells = expected.wins.as_ref().map(|(_, cells)| to_set(cells));
    assert_eq!(winner, expected.wins.as_ref().map(|(side, _)| *side));
    assert_eq!(set(twins.fast.witness()), cells.unwrap_or_default());
}

fn to_set(points: &[Point]) -> BTreeSet<Point> {
    points.iter().copied().collect()
}
