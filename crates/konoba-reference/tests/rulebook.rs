//! Drawn positions for the sentences of the rules, above all for those that no golden game tells
//! about.

use std::collections::BTreeMap;

use konoba_reference::{Fault, Literal, order_and_chaos};
use konoba_rules::games::REGISTER;
use konoba_rules::playout::{Dice, Opening, WyRand};
use konoba_rules::{Piece, PieceChoice, Point, Setup, Side};

/// A position from rows, the top one first, joined by slashes.
fn drawn(setup: &str, rows: &str, to_move: Side) -> Literal {
    let setup: Setup = setup.parse().expect("the set-up can be read");
    let mut cells = BTreeMap::new();
    for (row, y) in rows.split('/').zip((0..setup.size).rev()) {
        for (letter, x) in row.chars().zip(0..) {
            if let Some(piece) = setup.spec.piece_lettered(letter) {
                cells.insert(Point::new(x, y), piece);
            }
        }
    }
    let position = Literal::with_cells(&setup, cells, to_move);
    assert_eq!(position.rows().join("/"), rows);
    position
}

/// The id of the first rule that a placement of an own stone breaks, or `legal`.
fn verdict(position: &Literal, at: &str) -> &'static str {
    let side = position.to_move();
    let at = at.parse().expect("the point can be read");
    position.faults(side, at, side.piece()).first().map_or("legal", |fault| fault.id())
}

#[test]
fn placements_are_judged() {
    let rows = [
        // K5, and the Konobi program that takes every diagonal like stone as weakly connected.
        ("konobi:5", "...../...../..W../W.B../B....", "b2", "legal"),
        ("konobi:5", "...../...../..W../W.B../B....", "b1", "weak-connection"),
        ("konobi:3", "W.B/W.B/...", "b3", "legal"),
        ("konobi:3", ".WB/..B/..W", "b1", "weak-connection"),
        // K3 is named before K2, which a2 keeps and c1 breaks as well.
        ("konobi:3", "BW./.W./WBB", "a2", "crosscut"),
        ("konobi:3", ".../.BW/.W.", "c1", "crosscut"),
        ("konobi:3", "BW./.../...", "a2", "legal"),
        ("konobi:3", "BW./W../...", "b2", "crosscut"),
        ("quentin:3", ".../W../..B", "b2", "diagonal"),
        ("quentin:3", ".../W../..B", "c1", "occupied"),
        ("quentin:3", ".../W../..B", "c4", "off-board"),
    ];
    for (setup, board, at, expected) in rows {
        assert_eq!(verdict(&drawn(setup, board, Side::First), at), expected, "{board} {at}");
    }
}

#[test]
fn quentin_passes_with_ties_filled_for_the_opponent() {
    // The position of the last section of the rules, where another program finds a move.
    let position = drawn("quentin:5", "BWBWW/....W/B.W.B/W.B.W/WBB.B", Side::Second);
    assert!(position.must_pass());
}

#[test]
fn turns_are_kept() {
    let mut position = drawn("konobi:2", "../..", Side::First);
    let [a1, a2] = [Point::new(0, 0), Point::new(0, 1)];
    assert_eq!(position.pass(), Err(Fault::NoPass));
    // Playouts tell the judge of no pass, so a side may place twice in a row.
    position.place(Side::First, a1, Piece::First).expect("the point is empty");
    position.place(Side::First, a2, Piece::First).expect("the point is empty");
    assert_eq!(position.to_move(), Side::Second);
    assert_eq!(position.winner(), Some(Side::First));
    assert_eq!(position.play(Point::new(1, 1), Piece::Second), Err(vec![Fault::GameOver]));
    assert_eq!(position.pass(), Err(Fault::GameOver));
}

#[test]
fn the_first_stone_wins_on_one_point() {
    for setup in ["konobi:1", "quentin:1"] {
        let mut position = drawn(setup, ".", Side::First);
        position.play(Point::new(0, 0), Piece::First).expect("the point is empty");
        assert_eq!(position.winner(), Some(Side::First), "{setup}");
    }
}

const VARIANTS: [&str; 3] = ["exact-five", "five-or-six", "lasting-five"];

/// O2 and O3, each bottom row under the three variants: whether Order has won, and whether the row
/// is open.
#[test]
fn lines_are_judged() {
    let (yes, no) = (true, false);
    let rows = [
        ("......", [no, no, no], [yes, yes, yes]),
        ("XXXXX.", [yes, yes, no], [yes, yes, yes]),
        (".OOOOO", [yes, yes, no], [yes, yes, yes]),
        ("XXXXXO", [yes, yes, yes], [yes, yes, yes]),
        ("XOOOOO", [yes, yes, yes], [yes, yes, yes]),
        ("XXXXXX", [no, yes, no], [no, yes, no]),
        ("X....X", [no, no, no], [no, yes, no]),
        ("X....O", [no, no, no], [yes, yes, yes]),
        ("XO....", [no, no, no], [yes, yes, yes]),
        ("XO...O", [no, no, no], [yes, yes, yes]),
        ("XO...X", [no, no, no], [no, no, no]),
        ("OXXXXO", [no, no, no], [no, no, no]),
        (".XO...", [no, no, no], [no, no, no]),
    ];
    for (row, won, open) in rows {
        let board = format!("....../....../....../....../....../{row}");
        let cells: Vec<Point> = (0..6).map(|x| Point::new(x, 0)).collect();
        for ((variant, won), open) in VARIANTS.into_iter().zip(won).zip(open) {
            let position = drawn(&format!("order-and-chaos:{variant}"), &board, Side::First);
            assert_eq!(position.winner(), won.then_some(Side::First), "{variant} {row}");
            assert_eq!(position.open_lines().contains(&cells), open, "{variant} {row}");
        }
    }
}

#[test]
fn a_five_on_a_line_of_five_always_wins() {
    for variant in VARIANTS {
        let board = "....../...O../..O.../.O..../O...../......";
        let mut position = drawn(&format!("order-and-chaos:{variant}"), board, Side::Second);
        assert_eq!(position.winner(), None, "{variant}");
        position.play(Point::new(4, 5), Piece::Second).expect("the cell is empty");
        assert_eq!(position.winner(), Some(Side::First), "{variant}");
    }
}

#[test]
fn there_are_eighteen_lines() {
    let lines = order_and_chaos::lines(6);
    let of_length = |length| lines.iter().filter(|line| line.len() == length).count();
    assert_eq!((lines.len(), of_length(5), of_length(6)), (18, 4, 14));
    assert!(lines.iter().all(|line| line.is_sorted()));
}

/// O5. The pairing by which Chaos wins under `lasting-five`: a cell is answered in the other cell
/// with its letter, after `=` with the same piece and after `#` with the other one.
const PAIRING: [&str; 6] = [
    "A= O# I= J= Q# A=",
    "G# B# B# Q# N# L#",
    "G# C# M# C# K# L#",
    "D= H# N# M# O# D=",
    "E= H# R# P# K# E=",
    "F= R# I= J= P# F=",
];

#[test]
fn chaos_wins_lasting_five_by_pairing() {
    let mut pairs: BTreeMap<&str, Vec<Point>> = BTreeMap::new();
    for (row, y) in PAIRING.into_iter().zip((0..6).rev()) {
        for (pair, x) in row.split(' ').zip(0..) {
            pairs.entry(pair).or_default().push(Point::new(x, y));
        }
    }
    let setup: Setup = "order-and-chaos:lasting-five".parse().expect("the set-up can be read");
    let mut dice = WyRand::new(1981);
    for game in 0..200 {
        let mut position = Literal::new(&setup);
        while position.winner().is_none() {
            let legal = position.legal(Side::First);
            let (at, piece) = legal[dice.below(legal.len() as u32) as usize];
            position.play(at, piece).expect("the move is legal");
            if position.winner().is_none() {
                let (pair, cells) =
                    pairs.iter().find(|(_, cells)| cells.contains(&at)).expect("all are paired");
                let answer = if cells[0] == at { cells[1] } else { cells[0] };
                let piece = if pair.ends_with('=') { piece } else { piece.other() };
                position.play(answer, piece).expect("pairs are played together");
            }
        }
        assert_eq!(position.winner(), Some(Side::Second), "game {game}");
    }
}

/// The numbers that `konoba perft` is known to begin with.
#[test]
fn sequences_of_moves_are_counted() {
    let rows = [("konobi:3", vec![9, 72, 392]), ("quentin:3", vec![9, 72, 448])];
    for (setup, counts) in rows.into_iter().chain([("order-and-chaos", vec![72, 5040])]) {
        let start = Literal::new(&setup.parse().expect("the set-up can be read"));
        for (expected, depth) in counts.into_iter().zip(1..) {
            assert_eq!(perft(&start, depth), expected, "{setup} at depth {depth}");
        }
    }
}

fn perft(position: &Literal, depth: u32) -> usize {
    let legal = position.legal(position.to_move());
    if depth == 1 {
        return legal.len() + usize::from(position.must_pass());
    }
    let mut count = 0;
    for (at, piece) in legal {
        let mut after = position.clone();
        after.play(at, piece).expect("the move is legal");
        count += perft(&after, depth - 1);
    }
    if position.must_pass() {
        let mut after = position.clone();
        after.pass().expect("the pass is forced");
        count += perft(&after, depth - 1);
    }
    count
}

/// A playout judged here is a game by the rules, passes included.
#[test]
fn playouts_are_games() {
    let empty = |setup: &str| Literal::new(&setup.parse().expect("the set-up can be read"));
    let starts = [
        empty("konobi:6"),
        empty("quentin:6"),
        empty("order-and-chaos:lasting-five"),
        // Forced passes are rare, so two games begin with one.
        drawn("konobi:4", "BWBB/W..W/BBWB/BWWW", Side::First),
        drawn("quentin:5", "BWBWW/....W/B.W.B/W.B.W/WBB.B", Side::Second),
    ];
    let mut dice = WyRand::new(2012);
    for (start, game) in starts.iter().flat_map(|start| (0..100).map(move |game| (start, game))) {
        let at = format!("{} game {game}", start.rows().join("/"));
        let empty_points = start.board().empty_points();
        let mut opening = Opening::new(start.setup().spec.choice, start.to_move(), empty_points);
        let mut judge = start.clone();
        let mut steps = Vec::new();
        // Of two turns at least one places, so no game is longer.
        let longest = 2 * usize::from(start.size()).pow(2);
        let ending = opening.play_out(&mut judge, &mut dice, |step| {
            steps.push(step);
            assert!(steps.len() <= longest, "{at} goes on for ever");
        });
        assert_eq!(steps[0].placed.is_none(), start.must_pass(), "{at}");
        assert_eq!(steps.len(), ending.moves as usize, "{at}");
        let mut replayed = start.clone();
        for step in steps {
            assert_eq!(replayed.to_move(), step.side, "{at}");
            match step.placed {
                Some((at, piece)) => replayed.play(at, piece).expect("it was accepted"),
                None => replayed.pass().expect("all else was refused"),
            }
        }
        assert_eq!(replayed.winner(), Some(ending.winner), "{at}");
        assert_eq!(replayed.cells(), judge.cells(), "{at}");
    }
}

#[test]
fn on_the_empty_board_every_point_is_legal() {
    let games: Vec<_> = REGISTER.iter().copied().filter(|&spec| Literal::knows(spec)).collect();
    assert!(games.len() >= 3);
    for spec in games {
        let position = Literal::new(&Setup::default_of(spec));
        let pieces = if spec.choice == PieceChoice::Either { 2 } else { 1 };
        let size = usize::from(spec.sizes.default);
        assert_eq!(position.legal(Side::First).len(), size * size * pieces, "{}", spec.id);
    }
}
