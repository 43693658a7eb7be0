//! Input that means harm is refused, or read as something harmless; nothing panics or runs away.

use konoba_rules::record::MAX_SGF_BYTES;
use konoba_rules::{Record, Setup, games, text};

use crate::odd::{self, Dice};

/// What an attacker would put in.
const PIECES: &[&[u8]] = &[
    b"(",
    b")",
    b";",
    b"[",
    b"]",
    b"\\",
    b"B",
    b"W",
    b"[]",
    b"(;",
    b"B[swap]",
    b"W[pass]",
    b"C[",
    b"AB",
    b"RE[B+]",
    b"EW[4]",
    b"EB[999]",
    b"SU[quentin:19]",
    b"\xff",
    b"\xc3",
    b"\xef\xbb\xbf",
    b"\0",
    b"\n",
    b"~",
    b".",
    b"..",
    b"-",
    b"_",
    b"/",
    b" black",
    b"%",
    b"9999999999",
    b"\xe2\x80\xae",
];

/// The bytes with a few things cut out, put in, doubled or cut off.
fn mutated(dice: &mut Dice, original: &[u8]) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..=dice.below(3) {
        let at = dice.below(bytes.len() as u32 + 1) as usize;
        let end = (at + dice.below(20) as usize).min(bytes.len());
        let piece = dice.one_of(PIECES);
        match dice.below(6) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => bytes.extend_from_within(at..end),
            3 if at < bytes.len() => bytes[at] = dice.below(256) as u8,
            4 => drop(bytes.splice(at..end, piece.iter().copied())),
            _ => drop(bytes.splice(at..at, piece.iter().copied())),
        }
    }
    bytes
}

#[test]
fn mutated_files_are_refused_or_read_for_good() {
    let mut dice = Dice::new(5);
    let mut read = 0;
    for setup in odd::setups() {
        let sgf = odd::record(&mut dice, setup, 30).to_sgf();
        for _ in 0..300 {
            let bytes = mutated(&mut dice, sgf.as_bytes());
            match Record::from_sgf(&bytes) {
                // What was read is a record like any other.
                Ok(record) => {
                    read += 1;
                    assert_eq!(Record::from_sgf(record.to_sgf().as_bytes()).unwrap(), record);
                }
                Err(error) => assert!(error.to_string().len() < 400, "{error}"),
            }
        }
    }
    assert!(read > 500, "{read}: hardly anything is left to be read");
}

#[test]
fn mutated_lines_are_refused_or_read_for_good() {
    let mut dice = Dice::new(6);
    let mut read = 0;
    for setup in odd::setups() {
        let line = odd::record(&mut dice, setup, 30).to_line();
        for _ in 0..300 {
            let bytes = mutated(&mut dice, line.as_bytes());
            match Record::from_line(&String::from_utf8_lossy(&bytes)) {
                Ok(record) => {
                    read += 1;
                    let line = record.to_line();
                    assert_eq!(Record::from_line(&line).unwrap().to_line(), line);
                }
                Err(error) => assert!(error.to_string().len() < 400, "{error}"),
            }
        }
    }
    assert!(read > 500, "{read}: hardly anything is left to be read");
}

#[test]
fn mutated_positions_are_refused_or_read_for_good() {
    let mut dice = Dice::new(7);
    let mut read = 0;
    for setup in odd::setups() {
        let written = text::write(&odd::position(&mut dice, setup));
        for _ in 0..300 {
            let bytes = mutated(&mut dice, written.as_bytes());
            match text::find_game(&String::from_utf8_lossy(&bytes)) {
                Ok(position) => {
                    read += 1;
                    let again = text::read(position.setup(), &text::write(&position));
                    assert_eq!(again.unwrap(), position);
                }
                Err(error) => assert!(error.to_string().len() < 400, "{error}"),
            }
        }
    }
    assert!(read > 100, "{read}: hardly anything is left to be read");
}

/// Inputs too large for a table, each with the error.
#[test]
fn huge_input_is_refused_with_few_words() {
    let refused = |sgf: &str| Record::from_sgf(sgf.as_bytes()).unwrap_err().to_string();
    let check = |sgf: &str, error: &str| assert_eq!(refused(sgf), error);
    let head = "(;SU[konobi:11]";
    let million = 1_000_000;

    check(
        &" ".repeat(MAX_SGF_BYTES + 1),
        "line 1, column 1: the file has more than 8388608 bytes, the most that are read",
    );
    check(&"(".repeat(million), "line 1, column 2: expected ';' after '(', found '('");
    check(
        &format!("{head}{}", "(;B[f6]".repeat(million)),
        "line 1, column 25: f6 is illegal: occupied f6",
    );
    let full = "a record holds at most 100000 nodes and 3145728 bytes of text";
    check(
        &format!("{head}{})", "(;B[f6])".repeat(million)),
        &format!("line 1, column 800010: {full}"),
    );
    check(&format!("{head}C[{}])", "x".repeat(4 * million)), &format!("line 1, column 16: {full}"));
    check(&format!("{head}X{})", "[]".repeat(2 * million)), &format!("line 1, column 16: {full}"));
    check(&format!("{head}{}[])", "X".repeat(4 * million)), &format!("line 1, column 16: {full}"));
    // Signs that take more room written than read must not let a record grow out of bounds.
    check(
        &format!("{head}C[{}])", "\0".repeat(2 * million)),
        &format!("line 1, column 16: {full}"),
    );
    check(
        &format!("{head};B[{}])", "f".repeat(million)),
        "line 1, column 17: 'ffffffffffffffffffffffffffffffffffffffff…' is not a move",
    );
    let games = games().iter().map(|spec| spec.id).collect::<Vec<_>>().join(", ");
    check(
        &format!("(;SU[{}])", "k".repeat(million)),
        &format!("line 1, column 3: there is no game '{}…'; there are {games}", "k".repeat(40)),
    );

    let line = Record::from_line(&"1".repeat(million)).unwrap_err();
    assert_eq!(line.to_string(), "character 1: a game takes at most 16384 characters, not 1000000");
    let setup: Setup = "konobi".parse().unwrap();
    let position = text::read(setup, &"B".repeat(10 * million)).unwrap_err();
    let error = "a position takes at most 1024 bytes, and this text has 10000000";
    assert_eq!(position.to_string(), error);
}
