//! Records on the disk.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use konoba_rules::Record;
use konoba_rules::record::MAX_SGF_BYTES;

/// A record from an SGF file.
pub(crate) fn read_record(path: &Path) -> anyhow::Result<Record> {
    let name = || path.display().to_string();
    let bytes = read(path).with_context(name)?;
    Record::from_sgf(&bytes).with_context(name)
}

/// A file, but no more of it than shows that it is too large for a record.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_SGF_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
