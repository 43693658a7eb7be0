//! Records in either of their forms.

use std::fmt;

use super::{LineError, Record, SgfError};

/// Why a text is no record.
#[derive(Clone, Debug)]
pub enum ReadError {
    /// It is SGF, or nothing that is known.
    Sgf(SgfError),
    /// It is a record of one line.
    Line(LineError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sgf(error) => error.fmt(f),
            Self::Line(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl Record {
    /// Reads a record as it is found in files and links: SGF, or one line.
    ///
    /// ```
    /// use konoba_rules::Record;
    /// let line = Record::read(b"1~konobi~5~c3.swap\n").unwrap();
    /// assert_eq!(Record::read(line.to_sgf().as_bytes()).unwrap().to_line(), line.to_line());
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, ReadError> {
        // A line has no parenthesis, and no SGF file is without.
        let line = std::str::from_utf8(bytes).ok().map(str::trim);
        match line.filter(|line| line.contains('~') && !line.contains('(')) {
            Some(line) => Self::from_line(line).map_err(ReadError::Line),
            None => Self::from_sgf(bytes).map_err(ReadError::Sgf),
        }
    }
}
