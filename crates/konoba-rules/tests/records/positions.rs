//! Position texts that are read, and what is read in them.

use konoba_rules::{Grid, Piece, Setup, Side, text};

/// The set-up asked for, the text, the set-up of the position, and the points of the first piece.
const READ: &[(&str, &str, &str, &str)] = &[
    ("konobi", "W.B/W.B/... black", "konobi:3,nopie", "c2 c3"),
    ("konobi:19", "  w.b/w.b/... \t B\n", "konobi:3,nopie", "c2 c3"),
    ("konobi", ". white", "konobi:1,nopie", ""),
    ("quentin", "..../..../.BB./.... w", "quentin:4,nopie", "b2 c2"),
    (
        "order-and-chaos:five-or-six",
        "X...../O...../....../....../....../.....x chaos",
        "order-and-chaos:five-or-six",
        "f1 a6",
    ),
];

#[test]
fn positions_are_read() {
    for &(setup, position, read_setup, first) in READ {
        let read = text::read(setup.parse().unwrap(), position).unwrap();
        assert_eq!(read.setup().to_string(), read_setup);
        let points: Vec<_> = read.pieces()[Piece::First.index()].iter().collect();
        let names: Vec<_> = points.iter().map(ToString::to_string).collect();
        assert_eq!(names.join(" "), first);
    }
}

/// The text, and the game that is found for it.
const FOUND: &[(&str, &str)] = &[
    ("W.B/W.B/... black", "konobi"),
    ("....../....../....../....../....../..X... order", "order-and-chaos"),
    ("....../....../....../....../....../...... order", "order-and-chaos"),
    ("....../....../....../....../....../...... black", "konobi"),
];

#[test]
fn the_game_is_found() {
    for &(position, game) in FOUND {
        let found = text::find_game(position).unwrap_or_else(|error| panic!("{position}: {error}"));
        assert_eq!(found.setup().spec.id, game, "{position}");
    }
}

#[test]
fn a_position_that_was_read_offers_no_swap() {
    let setup: Setup = "konobi:3".parse().unwrap();
    let mut position = text::read(setup, ".../.../... black").unwrap();
    position.play(konoba_rules::Move::Place("b2".parse().unwrap())).unwrap();
    assert_eq!((position.to_move(), position.swap_is_offered()), (Side::Second, false));
}
