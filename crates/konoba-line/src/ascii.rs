//! Text for terminals that know no letters but those of English.

use std::io::{self, Write};

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The text in ASCII: marks are taken off letters, and what has no letter like it becomes a question mark.
///
/// ```
/// assert_eq!(konoba_line::ascii("Željka, Bolaños…"), "Zeljka, Bolanos...");
/// assert_eq!(konoba_line::ascii("囲"), "?");
/// ```
pub fn ascii(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.nfd().filter(|c| !is_combining_mark(*c)) {
        match c {
            '…' => folded.push_str("..."),
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'Æ' => folded.push_str("AE"),
            _ => folded.push(similar(c)),
        }
    }
    folded
}

const fn similar(c: char) -> char {
    match c {
        '–' | '—' | '−' => '-',
        '‘' | '’' => '\'',
        '“' | '”' | '„' => '"',
        '×' => 'x',
        '·' => '.',
        'đ' => 'd',
        'Đ' => 'D',
        'ø' => 'o',
        'Ø' => 'O',
        'ł' => 'l',
        'Ł' => 'L',
        'ı' => 'i',
        c if c.is_ascii() => c,
        _ => '?',
    }
}

/// Writes what is text in ASCII. Each piece that is written has to be of whole characters.
#[derive(Debug)]
pub struct AsciiWriter<W>(pub W);

impl<W: Write> Write for AsciiWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(ascii(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
