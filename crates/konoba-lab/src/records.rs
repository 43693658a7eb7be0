//! Records on the disk.

use std::io;
use std::path::Path;

use anyhow::Context;
use konoba_files::{read, read_all, replace};
use konoba_rules::Record;

/// A record from a file, as SGF or in one line; `-` is standard input, and a record of one line may stand in place of
/// the file itself.
pub fn read_record(path: &Path) -> anyhow::Result<Record> {
    if path == Path::new("-") {
        let bytes = read_all(io::stdin().lock()).context("standard input")?;
        return Record::read(&bytes).context("standard input");
    }
    if let Some(line) = path.to_str().filter(|line| line.contains('~') && !path.exists())
        && let Ok(record) = Record::from_line(line)
    {
        return Ok(record);
    }
    let name = || path.display().to_string();
    let bytes = read(path).with_context(name)?;
    Record::read(&bytes).with_context(name)
}

/// Writes a record, so that whatever goes wrong there is always a whole one: it may be the file from which
/// the game was read.
pub fn write_record(path: &Path, record: &Record) -> anyhow::Result<()> {
    replace(path, &record.to_sgf()).with_context(|| path.display().to_string())
}
