//! Records on the disk.

use std::path::Path;

use anyhow::Context;
use konoba_line::Files;
use konoba_rules::Record;
use konoba_tui::disk::{read, replace};

/// A record from an SGF file.
pub(crate) fn read_record(path: &Path) -> anyhow::Result<Record> {
    let name = || path.display().to_string();
    let bytes = read(path).with_context(name)?;
    Record::from_sgf(&bytes).with_context(name)
}

/// Writes a record, so that whatever goes wrong there is always a whole one: it may be the file from which
/// the game was read.
pub(crate) fn write_record(path: &Path, record: &Record) -> anyhow::Result<()> {
    replace(path, &record.to_sgf()).with_context(|| path.display().to_string())
}

/// The files of whoever started the program, who may read and write them anyway.
pub(crate) struct Disk;

impl Files for Disk {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        read(Path::new(name)).map_err(|error| error.to_string())
    }

    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        replace(Path::new(name), text).map_err(|error| error.to_string())
    }
}
