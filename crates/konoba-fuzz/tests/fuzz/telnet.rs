//! Telnet: however the bytes are cut, the same is heard; what was typed is heard through whatever
//! the programs say to each other meanwhile; and two programs fall silent.

use konoba_telnet::{Heard, Machine};

use crate::bytes::Bytes;

/// Commands, options, keys, ends of lines and characters that are more than a byte.
const WORDS: &[&[u8]] = &[
    b"\xff",
    b"\xff\xff",
    b"\xff\xfb\x1f",
    b"\xff\xfc\x1f",
    b"\xff\xfd\x01",
    b"\xff\xfe\x03",
    b"\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0",
    b"\xff\xfb\x18",
    b"\xff\xfa\x18\x00MTTS 69\xff\xf0",
    b"\xff\xfb\x27",
    b"\xff\xfa\x27\x00\x00MTTS\x0169\xff\xf0",
    b"\xff\xfd\x2a",
    b"\xff\xfe\x2a",
    b"\xff\xfa\x2a\x02UTF-8\xff\xf0",
    b"\xff\xfd\x46",
    b"\xff\xfd\xc9",
    b"\xff\xfa",
    b"\xff\xf0",
    b"\xff\xf4\xff\xfd\x06",
    b"\xff\xf6",
    b"\xff\xf7",
    b"\xff\xf8",
    b"\r\n",
    b"\r\0",
    b"\r",
    b"\n",
    b"\x7f",
    b"\x08",
    b"\x15",
    b"\x17",
    b"\x04",
    b"\x1b[A",
    b"\x1b",
    b"c4",
    b" ",
    "ž".as_bytes(),
    b"\xc5",
];

/// What programs say that types nothing and takes nothing back.
const ASIDES: &[&[u8]] = &[
    b"",
    b"",
    b"\xff\xf1",
    b"\xff\xfb\x18",
    b"\xff\xfd\x01",
    b"\xff\xfc\x22",
    b"\xff\xfa\x18\x00xterm\xff\xf0",
    b"\xff\xfa\x01\xff\xff\xff\xf0",
];

const CHARACTERS: &[&str] = &["a", "4", " ", "Z", "ž", "é", "●", "🀄", "'", "~", "["];
const CORRECTIONS: &[&[u8]] = &[b"", b"", b"x\x7f", "ž\x08".as_bytes(), b"\x1b[D", b"\0", b"\x07"];
const ENDS: &[&[u8]] = &[b"\r\n", b"\r\0", b"\n"];

pub(crate) fn check(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    match bytes.next() % 3 {
        0 => check_typed(bytes),
        1 => {
            let cut = bytes.next();
            let words = bytes.rest().iter().map(|byte| WORDS[usize::from(*byte) % WORDS.len()]);
            check_cut(&words.collect::<Vec<_>>().concat(), cut);
        }
        _ => {
            let cut = bytes.next();
            check_cut(bytes.rest(), cut);
        }
    }
}

/// Whatever the bytes are and wherever they are cut.
fn check_cut(bytes: &[u8], cut: u8) {
    let whole = take(&mut Machine::default(), [bytes]);
    let pieces = bytes.chunks(usize::from(cut % 5) + 1);
    assert_eq!(take(&mut Machine::default(), pieces), whole, "{}", bytes.escape_ascii());
    let halves = bytes.split_at(usize::from(cut).min(bytes.len()));
    assert_eq!(take(&mut Machine::default(), [halves.0, halves.1]), whole);
    let (heard, answer) = whole;
    // What a client tells of its environment may be heard in two ways.
    assert!(heard.len() <= 2 * bytes.len());
    assert!(answer.len() <= bytes.len() + Machine::MOST_UNASKED);
    fall_silent(bytes, answer);
}

/// A program like this one at the other end has soon nothing more to answer.
fn fall_silent(bytes: &[u8], mut answer: Vec<u8>) {
    let (mut one, mut other) = (Machine::default(), Machine::default());
    take(&mut one, [bytes]);
    for _ in 0..16 {
        if answer.is_empty() {
            return;
        }
        answer = take(&mut other, [&answer[..]]).1;
        std::mem::swap(&mut one, &mut other);
    }
    panic!("two programs talk without end: {}", bytes.escape_ascii());
}

/// Typed lines, with typing mistakes that were deleted, between telnet's own commands.
fn check_typed(mut bytes: Bytes<'_>) {
    let (mut typed, mut expected) = (Vec::new(), Vec::new());
    while !bytes.is_empty() {
        let mut line = String::new();
        for _ in 0..bytes.next() % 8 {
            let character = bytes.choose(CHARACTERS);
            typed.extend_from_slice(bytes.choose(CORRECTIONS));
            for byte in character.bytes() {
                typed.push(byte);
                typed.extend_from_slice(bytes.choose(ASIDES));
            }
            line.push_str(character);
        }
        typed.extend_from_slice(bytes.choose(ENDS));
        expected.push(Heard::Line(Ok(line)));
    }
    let (heard, _) = take(&mut Machine::default(), [&typed[..]]);
    assert_eq!(heard, expected, "{}", typed.escape_ascii());
    check_cut(&typed, typed.len() as u8);
}

fn take<'a>(
    machine: &mut Machine,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> (Vec<Heard>, Vec<u8>) {
    let (mut heard, mut answer) = (Vec::new(), Vec::new());
    pieces.into_iter().for_each(|piece| machine.take(piece, &mut heard, &mut answer));
    (heard, answer)
}
