//! Position texts: whatever is read is written so that it is read again as the same, and what is
//! let stand is a position on which the fast and the literal rules agree.

use std::collections::BTreeMap;

use konoba_reference::Literal;
use konoba_rules::{AnyPosition, Grid, Piece, Setup, text};

use crate::agreement::{self, Extent};
use crate::bytes::{Bytes, check_refusal};

const WORDS: &[&str] = &[
    ".",
    ".",
    ".",
    "B",
    "W",
    "X",
    "O",
    "b",
    "x",
    "/",
    "/",
    " ",
    " black",
    " white",
    " order",
    " chaos",
    "W.B/W.B/... black",
    "./. ",
    "é",
    "\n",
];

/// A position is compared whole where that does not take too long.
const SMALL: u8 = 9;

pub(crate) fn check(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let setup = bytes.setup();
    let text = if bytes.next().is_multiple_of(2) { board(bytes, setup) } else { bytes.text(WORDS) };
    for read in [text::read(setup, &text), text::find_game(&text)] {
        match read {
            Ok(position) => check_standing(&position),
            Err(error) => check_refusal(error),
        }
    }
}

/// A board of that set-up with any pieces, because bytes and words seldom make a whole one.
fn board(mut bytes: Bytes<'_>, setup: Setup) -> String {
    let Setup { spec, size, .. } = setup;
    let [first, second] = Piece::BOTH.map(|piece| spec.piece(piece).letter);
    let side = bytes.choose(&spec.sides.each_ref()).id;
    // Full boards seldom can stand, so most points are empty.
    let letters = ['.', '.', '.', '.', '.', first, second, second.to_ascii_lowercase()];
    let mut row = |_| (0..size).map(|_| bytes.choose(&letters)).collect::<String>();
    let rows = (0..size).map(&mut row).collect::<Vec<_>>();
    format!("{} {side}", rows.join("/"))
}

fn check_standing(position: &AnyPosition) {
    let setup = position.setup();
    let written = text::write(position);
    let again = text::read(setup, &written).expect("what was written can be read");
    assert_eq!(again, *position, "{written}");
    // A text without a name may be of a game that only the fast rules judge.
    if Literal::knows(setup.spec) {
        let extent = if setup.size <= SMALL { Extent::Whole } else { Extent::Sample };
        agreement::check(position, &literal(position), extent);
    }
}

fn literal(position: &AnyPosition) -> Literal {
    let pieces = position.pieces();
    let of = |piece: Piece| pieces[piece.index()].iter().map(move |at| (at, piece));
    let cells = Piece::BOTH.into_iter().flat_map(of).collect::<BTreeMap<_, _>>();
    Literal::with_cells(&position.setup(), cells, position.to_move())
}
