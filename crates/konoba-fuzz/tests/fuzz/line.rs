//! Games in one line: what is written is read back as the same game, and what is damaged is
//! refused or read as something that is again written and read back.

use konoba_rules::record::MAX_LINE_BYTES;
use konoba_rules::{Record, Side};

use crate::bytes::{Bytes, check_refusal};
use crate::record;

const WORDS: &[&str] = &[
    "1~",
    "2~",
    "~",
    "~~",
    ".",
    "-",
    "_",
    "a1",
    "b2",
    "swap",
    "pass",
    "Xa1",
    "black",
    "white",
    "none-x",
    "order-resign",
    "-time",
    "konobi",
    "quentin~3",
    "order-and-chaos",
    "~3.nopie~",
    "f1.",
    ".c3.a9",
    "..._..._..._black",
    "é",
    " ",
    "%20",
];

pub(crate) fn check(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let record = record::make(&mut bytes);
    let written = check_round_trip(&record);
    let damaged = bytes.damage(&written, WORDS);
    for line in [String::from_utf8_lossy(&damaged).into_owned(), bytes.text(WORDS)] {
        match Record::from_line(&line) {
            Ok(record) => drop(check_round_trip(&record)),
            Err(error) => check_refusal(error),
        }
    }
}

/// A line holds less than a record, but of that it loses nothing. Returns what was written.
fn check_round_trip(record: &Record) -> String {
    let written = record.to_line();
    let is_unreserved = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
    assert!(written.len() <= MAX_LINE_BYTES && written.chars().all(is_unreserved), "{written}");
    let read = Record::from_line(&written);
    let read = read.unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(read.setup(), record.setup(), "{written}");
    assert_eq!(read.start(), record.start(), "{written}");
    assert!(read.moves().eq(record.moves()), "{written}");
    assert_eq!(read.outcome(), record.outcome(), "{written}");
    for side in Side::BOTH {
        assert_eq!(read.player(side), record.player(side), "{written}");
    }
    assert_eq!(read.to_line(), written);
    written
}
