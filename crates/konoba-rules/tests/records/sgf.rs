//! What files look like, and what is read in those of others.

use std::time::Duration;

use konoba_rules::record::{NodeId, Outcome};
use konoba_rules::{Level, Record, Side};

fn read(sgf: &str) -> Record {
    Record::from_sgf(sgf.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{sgf}"))
}

/// Every property, variations within variations, and lines that are broken before they are long.
const WRITTEN: &str = r"(;FF[4]GM[0]CA[UTF-8]AP[Some\:one:1.0]RU[konobi 1]SU[konobi:5,nopie]PS[...../...../..B../...../..... white]PB[Ana]PW[Luis Bolaños]EW[7]DT[2012-05-01]EV[a \] b]RE[W+R]BL[300]WL[300]C[Before
the start: \\o/ \]]KM[6.5]
(;W[a5]WL[298.25];B[c2]BL[280.007]C[why?];W[a4];B[c4]
(;W[a3])
(;W[b5]XX[as \] it][stands\\]))
(;W[a1];B[c4];W[a2];B[c2]))
";

#[test]
fn a_file_is_written_as_it_was_read() {
    assert_eq!(read(WRITTEN).to_sgf(), WRITTEN);
}

#[test]
fn a_file_says_what_it_says() {
    let record = read(WRITTEN);
    assert_eq!(record.setup().to_string(), "konobi:5,nopie");
    assert!(record.has_own_start());
    assert_eq!((record.date(), record.event()), ("2012-05-01", "a ] b"));
    assert_eq!(record.application().name(), "Some:one");
    assert_eq!(record.application().version(), "1.0");
    assert_eq!(record.outcome(), Outcome::read("W+R").as_ref());
    assert_eq!(Side::BOTH.map(|side| record.engine(side)), [None, Level::new(7)]);
    let root = record.node(NodeId::ROOT);
    assert_eq!(root.comment(), "Before\nthe start: \\o/ ]");
    assert_eq!(root.clock(Side::First), Some(Duration::from_secs(300)));
    assert_eq!(root.children().len(), 2);
    let second = record.main_line().nth(1).unwrap();
    assert_eq!(record.node(second).clock(Side::First), Some(Duration::from_millis(280_007)));
    let line = "1~konobi~5.nopie~a5.c2.a4.c4.a3~white-resign~Ana~Luis_Bola.f1.os~\
                ....._....._..B.._....._....._white~~7";
    assert_eq!(record.to_line(), line);
}

#[test]
fn long_lines_are_broken_between_nodes() {
    let sgf = read(&format!("(;SU[order-and-chaos]{})", moves_of_a_row())).to_sgf();
    assert!(sgf.lines().all(|line| line.len() < 80), "{sgf}");
    assert!(sgf.lines().count() > 3, "{sgf}");
}

/// Four rows filled so that neither side wins.
fn moves_of_a_row() -> String {
    let rows = ["XXOXXO", "OOXOOX", "XXOXXO", "OOXOOX"];
    let mut sgf = String::new();
    for (y, row) in (1..).zip(rows) {
        for ((column, piece), colour) in ('a'..).zip(row.chars()).zip("BW".chars().cycle()) {
            sgf.push_str(&format!(";{colour}[{piece}{column}{y}]"));
        }
    }
    sgf
}

/// What stands in a comment, and what is read in it.
const COMMENTS: &[(&str, &str)] = &[
    (r"a\]b\\c\:d:e[f", r"a]b\c:d:e[f"),
    ("one\r\ntwo\n\rthree\rfour", "one\ntwo\nthree\nfour"),
    ("soft\\\nbreak, so\\\r\nft, s\\\n\roft, \\\rsoft", "softbreak, soft, soft, soft"),
    ("tab\there\\\tthere", "tab here there"),
    (r"\n is n", "n is n"),
    (r"\\\\", r"\\"),
];

#[test]
fn comments_are_unescaped() {
    for (raw, comment) in COMMENTS {
        let file = format!("(;SU[konobi:3]C[{raw}])");
        assert_eq!(read(&file).node(NodeId::ROOT).comment(), *comment, "{file}");
    }
}

#[test]
fn names_are_one_line() {
    let record = read("(;SU[konobi:3]PB[A\r\nB\\\nC]PW[ñ\\]])");
    assert_eq!(Side::BOTH.map(|side| record.player(side)), ["A BC", "ñ]"]);
}

#[test]
fn spaces_and_a_byte_order_mark_do_not_matter() {
    let spaced = "\u{feff}\n ( ; SU [konobi:3] \r\n ; B\n[ B2 ]\t; W [3,3] ( ; B [b 3] ) ) \n";
    let plain = "(;SU[konobi:3];B[b2];W[c3];B[b3])";
    assert_eq!(read(spaced), read(plain));
}

#[test]
fn a_won_board_gets_its_result() {
    let record = read("(;SU[quentin:1];B[a1])");
    assert_eq!(record.outcome(), Some(&Outcome::on_board(Side::First)));
    assert!(record.to_sgf().contains("RE[B+]"));
}

#[test]
fn the_application_is_ours_where_the_record_is() {
    let record = Record::new("konobi:3".parse().unwrap());
    assert_eq!(record.application().name(), "Konoba");
    assert!(record.to_sgf().starts_with("(;FF[4]GM[0]CA[UTF-8]AP[Konoba:"));
    assert!(!read("(;SU[konobi:3])").to_sgf().contains("AP["));
}
