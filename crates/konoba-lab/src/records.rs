//! Records on the disk.

use std::path::Path;

use anyhow::Context;
use konoba_files::{read, replace};
use konoba_rules::Record;

/// A record from an SGF file.
pub fn read_record(path: &Path) -> anyhow::Result<Record> {
    let name = || path.display().to_string();
    let bytes = read(path).with_context(name)?;
    Record::from_sgf(&bytes).with_context(name)
}

/// Writes a record, so that whatever goes wrong there is always a whole one: it may be the file from which
/// the game was read.
pub fn write_record(path: &Path, record: &Record) -> anyhow::Result<()> {
    replace(path, &record.to_sgf()).with_context(|| path.display().to_string())
}
