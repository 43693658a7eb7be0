//! Points, moves and set-ups: whatever is read is written so that it is read again as the same.

use konoba_rules::{Move, Piece, Point, Setup, Spec, games};

use crate::bytes::{Bytes, check_refusal};

const WORDS: &[&str] = &[
    "a",
    "b",
    "c",
    "i",
    "o",
    "s",
    "t",
    "w",
    "x",
    "z",
    "A",
    "B",
    "O",
    "W",
    "X",
    "0",
    "1",
    "2",
    "9",
    "10",
    "11",
    "19",
    "26",
    "27",
    "99",
    "256",
    ",",
    " ",
    "@",
    ":",
    "-",
    "+",
    "\t",
    "é",
    "swap",
    "Pass",
    "pie",
    "nopie",
    "konobi",
    "quentin",
    "order-and-chaos",
    "exact-five",
    "five-or-six",
    "lasting-five",
];

pub(crate) fn check(bytes: &[u8]) {
    check_made(Bytes::new(bytes));
    let text = Bytes::new(bytes).text(WORDS);
    if let Ok(point) = text.parse::<Point>() {
        assert_eq!(point.to_string().parse(), Ok(point));
    }
    match text.parse::<Setup>() {
        Ok(setup) => check_setup(setup),
        Err(error) => check_refusal(error),
    }
    for spec in games() {
        if let Ok(mv) = Move::read(&text, spec) {
            check_move(mv, spec);
        }
    }
}

/// Set-ups and moves that were not read from anything.
fn check_made(mut bytes: Bytes<'_>) {
    let setup = bytes.setup();
    check_setup(setup);
    // Names go further than boards, so that a refusal can say what is not on the board.
    let at = Point::new(bytes.next() % 99, bytes.next() % 99);
    let piece = bytes.choose(&Piece::BOTH);
    for mv in [Move::Place(at), Move::PlacePiece(piece, at), Move::Swap, Move::Pass] {
        check_move(mv, setup.spec);
    }
}

fn check_setup(setup: Setup) {
    let written = setup.to_string();
    assert_eq!(written.parse::<Setup>().ok(), Some(setup), "{written}");
}

fn check_move(mv: Move, spec: &'static Spec) {
    let written = mv.written(spec).to_string();
    assert_eq!(Move::read(&written, spec), Ok(mv), "{written}");
}
