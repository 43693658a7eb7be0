//! SGF files: what is written is read back as the same record, and what is damaged is refused or
//! read as something that is again written and read back, in the shape that sgf-parse sees.

use konoba_rules::record::{Node, NodeId};
use konoba_rules::{Move, Record, Side};
use sgf_parse::unknown_game::Prop;
use sgf_parse::{GameTree, SgfNode};

use crate::bytes::{Bytes, check_refusal};
use crate::record;

const WORDS: &[&str] = &[
    "(",
    ")",
    "(;",
    ";",
    "]",
    "[",
    "\\",
    "\\]",
    ":",
    " ",
    "\n",
    "B",
    "W",
    "C",
    "SU",
    "PS",
    "GM[1]",
    ";B[a1]",
    ";W[a2]",
    ";B[pass]",
    ";W[swap]",
    "(;B[Xa1])",
    "C[x]",
    "RE[B+]",
    "RE[W+R]",
    "BL[1.5]",
    "WL[99999999]",
    "PS[.B/.. white]",
    "SU[konobi:2]",
    "SU[order-and-chaos]",
    "RU[quentin 1]",
    "CA[latin1]",
    "FF[3]",
    "XX[a][b]",
    "é",
    "\u{feff}",
];

pub(crate) fn check(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let record = record::make(&mut bytes);
    let written = check_round_trip(&record);
    let damaged = bytes.damage(&written, WORDS);
    let files = [damaged, bytes.text(WORDS).into_bytes()];
    for file in files {
        match Record::from_sgf(&file) {
            Ok(record) => {
                check_round_trip(&record);
                check_against_other_reader(&file, &record);
            }
            Err(error) => check_refusal(error),
        }
    }
}

/// Returns what was written.
fn check_round_trip(record: &Record) -> String {
    let written = record.to_sgf();
    let read = Record::from_sgf(written.as_bytes());
    let read = read.unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(read, *record, "{written}");
    written
}

/// The other reader may refuse what ours takes. It also reads moves, unless it takes the game for
/// Go, which has moves of another form.
fn check_against_other_reader(file: &[u8], record: &Record) {
    let text = str::from_utf8(file).expect("our reader takes UTF-8 only");
    let Ok(games) = sgf_parse::parse(text.trim_start_matches('\u{feff}')) else { return };
    let [GameTree::Unknown(root)] = &games[..] else { return };
    let mut unvisited = vec![(NodeId::ROOT, root)];
    while let Some((id, other)) = unvisited.pop() {
        let node = record.node(id);
        assert_eq!(node.children().len(), other.children.len(), "children of {node:?}");
        check_move(node, other, record);
        unvisited.extend(node.children().iter().copied().zip(&other.children));
    }
}

fn check_move(node: &Node, other: &SgfNode<Prop>, record: &Record) {
    let spec = record.setup().spec;
    let read = |text: &String| Move::read(text, spec).ok();
    let moves = other.properties.iter().filter_map(|property| match property {
        Prop::B(text) => Some((Some(Side::First), read(text))),
        Prop::W(text) => Some((Some(Side::Second), read(text))),
        _ => None,
    });
    let ours = node.mv().map(|mv| (node.side(), Some(mv)));
    assert_eq!(ours.into_iter().collect::<Vec<_>>(), moves.collect::<Vec<_>>());
}
