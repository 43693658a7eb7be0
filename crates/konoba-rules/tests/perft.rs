//! Tables of how many sequences of moves there are, counted by both implementations.

mod common;

use common::Twins;
use konoba_reference::Literal;
use konoba_rules::{Move, Position, Rules, Setup, Visitor, perft};

const KONOBI: &str = include_str!("../../../tests-data/perft/konobi.txt");
const QUENTIN: &str = include_str!("../../../tests-data/perft/quentin.txt");
const ORDER_AND_CHAOS: &str = include_str!("../../../tests-data/perft/order-and-chaos.txt");

#[test]
fn konobi() {
    check_file(KONOBI);
}

#[test]
fn quentin() {
    check_file(QUENTIN);
}

#[test]
fn order_and_chaos() {
    check_file(ORDER_AND_CHAOS);
}

/// The tables are parted by empty lines. Each begins with a set-up, and perhaps a line `moves: ...`
/// or `position: ...`; then come the lines `DEPTH COUNT`, of which those that end with `fast only`
/// would take the literal rules too long. Lines that begin with `#` are notes.
fn check_file(file: &str) {
    let lines: Vec<&str> = file.lines().filter(|line| !line.starts_with('#')).collect();
    let tables = lines.split(|line| line.is_empty()).filter(|table| !table.is_empty());
    assert_ne!(tables.clone().count(), 0);
    tables.for_each(check_table);
}

fn check_table(lines: &[&str]) {
    let (&setup, mut lines) = lines.split_first().expect("a table is not empty");
    let setup: Setup = setup.parse().expect("a table begins with a set-up");
    let mut twins = Twins::start(setup);
    if let Some(moves) = lines[0].strip_prefix("moves: ") {
        let moves = moves.split(' ').map(|mv| Move::read(mv, setup.spec).expect("it is a move"));
        moves.for_each(|mv| twins.play(mv));
        lines = &lines[1..];
    } else if let Some(position) = lines[0].strip_prefix("position: ") {
        twins = Twins::read(setup, position).expect("the position can stand");
        lines = &lines[1..];
    }
    twins.check();
    for line in lines {
        let context = format!("{} from {}: {line}", setup, twins.literal.rows().join("/"));
        let numbers = line.trim_end_matches(" fast only");
        let (depth, count) = numbers.split_once(' ').expect("a depth and a count");
        let depth = depth.parse().expect("a depth is a number");
        let count = count.parse().expect("a count is a number");
        assert_eq!(twins.fast.visit(Perft(depth)), count, "{context}");
        if numbers == *line {
            assert_eq!(perft_literally(&twins.literal, depth), count, "{context}, literally");
        }
    }
}

struct Perft(u32);

impl Visitor for Perft {
    type Output = u64;

    fn visit<R: Rules>(self, position: &Position<R>) -> u64 {
        perft(position, self.0)
    }
}

fn perft_literally(position: &Literal, depth: u32) -> u64 {
    if position.winner().is_some() {
        return 0;
    }
    let legal = position.legal(position.to_move());
    if depth == 1 {
        // Without a placement there is the forced pass.
        return legal.len().max(1) as u64;
    }
    let mut after: Vec<Literal> = vec![position.clone(); legal.len().max(1)];
    match legal[..] {
        [] => after[0].pass().expect("there is no placement"),
        _ => {
            for (position, (at, piece)) in after.iter_mut().zip(legal) {
                position.play(at, piece).expect("the placement is listed");
            }
        }
    }
    after.iter().map(|position| perft_literally(position, depth - 1)).sum()
}
