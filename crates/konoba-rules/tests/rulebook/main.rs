//! The rulebook files: for each sentence of the rules a drawn position, moves, and what becomes of
//! them by the fast rules and by the literal ones.

#![allow(clippy::disallowed_macros, reason = "a failure says which example it is about")]

#[path = "../common/mod.rs"]
mod common;

use std::collections::BTreeSet;

use common::{Twins, set};
use konoba_reference::order_and_chaos;
use konoba_rules::rulebook::{Colour, Example, Statement, Verdict, examples};
use konoba_rules::{Illegal, Move, PieceChoice, Point, Setup, Side, Spec};

const COMMON: &str = include_str!("../../rulebook/common.txt");
const KONOBI: &str = include_str!("../../rulebook/konobi.txt");
const QUENTIN: &str = include_str!("../../rulebook/quentin.txt");
const ORDER_AND_CHAOS: &str = include_str!("../../rulebook/order-and-chaos.txt");

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

#[test]
fn what_is_no_example_is_refused_with_its_line() {
    let check = |text: &'static str, line: usize| {
        let refused = examples(text).expect_err("it has not the format");
        assert_eq!(refused.line, line, "{refused}");
    };
    check("A sentence.\n", 1);
    check("# A note.\n\n[K1] No full stop\n", 3);
    check("[K1] A sentence.\nset-up: konobi:3\n", 1);
    check("[K1] A sentence.\nblack to move\nb2: legal\n", 1);
    check("[K1] A sentence.\nset-up: konobi:3\nb2 legal\n", 3);
    check("[K1] A sentence.\nset-up: konobi:3\nb2: lawful\n", 3);
    check("[K1] A sentence.\nset-up: konobi:3\nb2: would win\n", 3);
    check("[K1] A sentence.\nset-up: konobi:3\nb2: wins black a0\n", 3);
    check("[K1] A sentence.\nset-up: konobi:3\nopen lines: many\n", 3);
}

/// Checks all examples, which come in the order of the clauses and leave none out.
fn check_file(file: &'static str, clauses: &[&str]) {
    let examples = examples(file).expect("the text has the format");
    let mut told: Vec<&str> = examples.iter().map(|example| example.clause).collect();
    told.dedup();
    assert_eq!(told, clauses);
    for example in &examples {
        // Names the example above what its checks print.
        println!("{}, line {}", example.clause, example.line);
        example.setups.iter().for_each(|setup| check(example, setup));
    }
}

fn check(example: &Example, setup: &str) {
    let setup: Result<Setup, _> = setup.parse();
    if let [Statement::Refused(reason)] = example.statements[..] {
        assert_eq!(setup.expect_err("it is refused").to_string(), reason);
        return;
    }
    let setup = setup.expect("it is a set-up");
    let position = position(example, setup);
    if let [Statement::CannotStand(reason)] = example.statements[..] {
        assert!(example.record(setup).is_none(), "no lesson can be made of it");
        assert_eq!(
            position.expect_err("it cannot stand"),
            format!("the position cannot stand: {reason}")
        );
        return;
    }
    let twins = position.expect("it can stand");
    twins.check();
    let record = example.record(setup).expect("a lesson can be made of it");
    assert_eq!(record.position_at(record.last()).pieces(), twins.fast.pieces());
    let drawn = twins.literal.rows();
    let rows = &example.rows;
    assert!(rows.is_empty() || *rows == drawn, "{rows:?} is not {drawn:?}");
    assert_eq!(
        Some(twins.fast.to_move()),
        setup.spec.side_named(example.to_move),
        "whose turn it is"
    );
    for statement in &example.statements {
        println!("  {statement:?}");
        match statement {
            Statement::OpenLines(number) => {
                assert_eq!(twins.fast.open_lines().len(), *number);
            }
            Statement::Lines { are_open, names } => {
                assert!(names.iter().all(|name| is_open(&twins, name) == *are_open));
            }
            Statement::Tried { side, mv, verdict } => check_move(&twins, *side, mv, verdict),
            Statement::CannotStand(_) | Statement::Refused(_) => panic!("it stands alone"),
        }
    }
}

fn position(example: &Example, setup: Setup) -> Result<Twins, String> {
    if example.moves.is_none() && !example.rows.is_empty() {
        let position = format!("{} {}", example.rows.join("/"), example.to_move);
        return Twins::read(setup, &position).map_err(|error| error.to_string());
    }
    let mut twins = Twins::start(setup);
    for mv in example.moves.iter().flatten() {
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

fn check_move(twins: &Twins, side: Option<&str>, mv: &str, expected: &Verdict) {
    let spec = twins.fast.setup().spec;
    let side = side.map_or_else(
        || twins.fast.to_move(),
        |side| spec.side_named(side).expect("the game has the side"),
    );
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

fn check_refusal(twins: &Twins, side: Side, mv: Move, illegal: Illegal, expected: &Verdict) {
    if let Illegal::Rule(_, broken) = illegal {
        assert_eq!(broken.fills.map(set), fills(twins.fast.setup().spec, &expected.fills));
    }
    if side == twins.fast.to_move() {
        let mut after = twins.fast;
        assert_eq!(after.play(mv).map_err(|illegal| illegal.id()), Err(illegal.id()));
        assert_eq!(after, twins.fast, "a refused move changes nothing");
    }
}

fn check_turn(mut twins: Twins, mv: Move, expected: &Verdict) {
    let spec = twins.fast.setup().spec;
    let filled = { twins.fast }.play(mv).expect("there is no reason why not").fills;
    assert_eq!(filled.map(set), fills(spec, &expected.fills));
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

/// What an example says to be filled, by kind of piece.
fn fills(spec: &Spec, said: &[Colour]) -> [BTreeSet<Point>; 2] {
    let mut fills = [BTreeSet::new(), BTreeSet::new()];
    for (side, points) in said {
        let side = spec.side_named(side).expect("the game has the side");
        fills[side.index()] = to_set(points);
    }
    fills
}
