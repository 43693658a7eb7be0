//! The lines of a certificate, plain or compressed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

/// No line of a certificate is longer: a board of 19 rows and a side.
const LONGEST_LINE: u64 = 1024;
/// How a file begins that gzip has compressed.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The lines of a file, never more than one of them in memory.
pub(super) struct Lines {
    input: Box<dyn BufRead>,
    /// Why there are no more of them, where the file could not be read to its end.
    pub(super) failure: Option<io::Error>,
}

impl Lines {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut file = BufReader::new(File::open(path)?);
        let is_compressed = file.fill_buf()?.starts_with(&GZIP);
        let input: Box<dyn BufRead> = match is_compressed {
            true => Box::new(BufReader::new(MultiGzDecoder::new(file))),
            false => Box::new(file),
        };
        Ok(Self { input, failure: None })
    }

    fn read(&mut self) -> io::Result<Option<String>> {
        let mut line = String::new();
        // A line that is cut here is refused by the checker, and so is the rest of it.
        let mut input = self.input.by_ref().take(LONGEST_LINE);
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        line.truncate(line.trim_end_matches(['\r', '\n']).len());
        Ok(Some(line))
    }
}

impl Iterator for &mut Lines {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        self.read().unwrap_or_else(|error| {
            self.failure = Some(error);
            None
        })
    }
}
